import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/platform.ts'
import { es } from '../../words/es/platform.ts'

export const usePlatformWords = dictionary(es, en)
