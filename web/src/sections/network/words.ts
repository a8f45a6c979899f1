import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network/network.ts'
import { es } from '../../words/es/network/network.ts'

export const useNetworkWords = dictionary(es, en)
