import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network.ts'
import { es } from '../../words/es/network.ts'

export const useNetworkWords = dictionary(es, en)
