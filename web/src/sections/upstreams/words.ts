import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network/upstreams.ts'
import { es } from '../../words/es/network/upstreams.ts'

export const useUpstreamWords = dictionary(es, en)
