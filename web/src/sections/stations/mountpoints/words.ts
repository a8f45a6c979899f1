import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/network/mountpoints.ts'
import { es } from '../../../words/es/network/mountpoints.ts'

export const useMountpointWords = dictionary(es, en)
