import { between } from '../simulator/random.ts'
import { MAIL_DOMAIN } from './names.ts'

const GIVEN = ['María', 'José Luis', 'Guadalupe', 'Juan Carlos', 'Ximena', 'Ángel', 'Sofía', 'Raúl', 'Itzel', 'Héctor']
const FAMILY = ['Peña', 'Hernández', 'Muñoz', 'García', 'Ibáñez', 'Cruz', 'Nájera', 'Ordóñez', 'Tzab', 'Villaseñor']
const FIRMS = [
  'Topografía del Bajío',
  'Agrícola San Isidro',
  'Constructora Anáhuac',
  'Drones Quetzal',
  'Catastro Municipal',
  'Ingeniería Ñandú',
]
/** Sites and equipment, which have the same name in every language. */
const WORKS = [
  'Las Palmas 2',
  'MEX-57 km 112',
  'Ejido Hidalgo',
  'San Isidro',
  'Valle Real',
  'Presa Allende',
  'CFE L-230',
  'Lomas Altas',
  'RTK-04',
  'UAV-02',
]

export interface Customer {
  readonly customerName: string
  readonly customerEmail: string
  readonly label: string
}

export function customerOf(chance: number): Customer {
  const pick = (list: readonly string[], what: number) => list[Math.floor(between(0, list.length, chance, what))]!
  const isFirm = between(0, 1, chance, 1) < 0.4
  const name = isFirm ? pick(FIRMS, 2) : `${pick(GIVEN, 3)} ${pick(FAMILY, 4)} ${pick(FAMILY, 5)}`
  return {
    customerName: name,
    customerEmail: `${asciiOf(name)}@${MAIL_DOMAIN}`,
    label: pick(WORKS, 6),
  }
}

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
