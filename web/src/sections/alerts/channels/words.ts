import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/people/channels.ts'
import { es } from '../../../words/es/people/channels.ts'

export const useChannelWords = dictionary(es, en)
