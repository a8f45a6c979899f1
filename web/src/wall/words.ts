import { dictionary } from '../language.tsx'
import { en } from '../words/en/network/wall.ts'
import { es } from '../words/es/network/wall.ts'

export const useWallWords = dictionary(es, en)
