import { incidentsEn, incidentsEs } from '../../../../../src/words/incidents.ts'
import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/network/incidents.ts'
import { es } from '../../../words/es/network/incidents.ts'

export const useIncidentWords = dictionary({ ...es, ...incidentsEs }, { ...en, ...incidentsEn })
