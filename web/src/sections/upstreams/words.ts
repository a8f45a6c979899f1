import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/upstreams.ts'
import { es } from '../../words/es/upstreams.ts'

export const useUpstreamWords = dictionary(es, en)
