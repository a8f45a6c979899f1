import { dictionary } from '../../../language.tsx'
import { en } from '../../../words/en/network/equipment.ts'
import { es } from '../../../words/es/network/equipment.ts'

export const useEquipmentWords = dictionary(es, en)
