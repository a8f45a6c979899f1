import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/stations.ts'
import { es } from '../../words/es/stations.ts'

export const useStationWords = dictionary(es, en)
