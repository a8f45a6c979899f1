import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/network/stations.ts'
import { es } from '../../words/es/network/stations.ts'

export const useStationWords = dictionary(es, en)
