import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/mountpoints.ts'
import { es } from '../../words/es/mountpoints.ts'

export const useMountpointWords = dictionary(es, en)
