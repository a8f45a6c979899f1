import { incidentsEn, incidentsEs } from '../../../../src/words/incidents.ts'
import { dictionary } from '../../language.tsx'
import { en } from '../../words/en/incidents.ts'
import { es } from '../../words/es/incidents.ts'

export const useIncidentWords = dictionary({ ...es, ...incidentsEs }, { ...en, ...incidentsEn })
