import { dictionary } from '../language.tsx'
import { en } from '../words/en/map.ts'
import { es } from '../words/es/map.ts'

export type MapWords = typeof es
export const useMapWords = dictionary(es, en)
