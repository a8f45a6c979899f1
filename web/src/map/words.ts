import { dictionary } from '../language.tsx'
import { en } from '../words/en/network/map.ts'
import { es } from '../words/es/network/map.ts'

export type MapWords = typeof es
export const useMapWords = dictionary(es, en)
