import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/credentials/device.ts'
import { es } from '../../../words/es/credentials/device.ts'

export const useDeviceWords = dictionary(es, en)
