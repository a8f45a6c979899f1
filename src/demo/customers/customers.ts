import { between } from '../simulator/random.ts'
import { simulated } from './names.ts'

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
const WORKS = [
  'Levantamiento de predio',
  'Obra norte',
  'Autopista, tramo 3',
  'Siembra de maíz',
  'Vuelo con dron',
  'Deslinde ejidal',
  'Control de presa',
  'Línea de transmisión',
  'Fraccionamiento Las Palmas',
  'Banco de nivel',
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
  // RFC 2606 reserves .example: these addresses never exist.
  return {
    customerName: name,
    customerEmail: `${asciiOf(name)}@simulated.example`,
    label: simulated(pick(WORKS, 6)),
  }
}

const asciiOf = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '.')
