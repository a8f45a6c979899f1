// The demo's 24 stations, with fictional codes and positions near real cities. In the centre and the Bajío, they are
// close enough for triangles of at most 70 km; the others serve alone.
import type { StationInput } from '../../domain/stations/input.ts'
import type { Character } from '../simulator/history.ts'
import type { Place } from '../simulator/sky/earth.ts'

export interface DemoStation extends Place {
  readonly code: string
  readonly city: string
  readonly federalState: string
  /** How the station behaved in the past and, if it has a fault, how it behaves now. */
  readonly character: Character
}

type Row = [code: string, city: string, federalState: string, lat: number, lng: number, height: number, Character?]

const ROWS: readonly Row[] = [
  // centre
  ['CDMX', 'Ciudad de México', 'Ciudad de México', 19.4013, -99.1712, 2241.3],
  ['TOLU', 'Toluca', 'Estado de México', 19.2874, -99.6531, 2662.8],
  ['CUER', 'Cuernavaca', 'Morelos', 18.9269, -99.2307, 1521.4],
  ['TEXC', 'Texcoco', 'Estado de México', 19.5061, -98.8712, 2247.9],
  ['AMEC', 'Amecameca', 'Estado de México', 19.1252, -98.7668, 2472.6],
  ['TIZA', 'Tizayuca', 'Hidalgo', 19.8418, -98.9774, 2265.2],
  ['PACH', 'Pachuca', 'Hidalgo', 20.1016, -98.7593, 2398.7],
  ['TLAX', 'Tlaxcala', 'Tlaxcala', 19.3139, -98.2498, 2231.5],
  ['PUEB', 'Puebla', 'Puebla', 19.0418, -98.2063, 2142.1],
  // Bajío
  ['QUER', 'Querétaro', 'Querétaro', 20.5931, -100.3899, 1811.6],
  ['CELA', 'Celaya', 'Guanajuato', 20.5236, -100.8147, 1742.9],
  ['SMAL', 'San Miguel de Allende', 'Guanajuato', 20.9144, -100.7452, 1899.3],
  // others
  ['LEON', 'León', 'Guanajuato', 21.1219, -101.6832, 1798.4],
  ['SLPO', 'San Luis Potosí', 'San Luis Potosí', 22.1498, -100.9792, 1851.7],
  ['GUAD', 'Guadalajara', 'Jalisco', 20.6741, -103.3468, 1549.2],
  ['MONT', 'Monterrey', 'Nuevo León', 25.6692, -100.3104, 519.8],
  ['SALT', 'Saltillo', 'Coahuila', 25.4231, -101.0049, 1578.6, 'maintained'],
  ['CHIH', 'Chihuahua', 'Chihuahua', 28.6347, -106.0889, 1401.3, 'restless'],
  ['HERM', 'Hermosillo', 'Sonora', 29.0731, -110.9562, 178.5, 'poor'],
  ['XALA', 'Xalapa', 'Veracruz', 19.5437, -96.9103, 1402.2, 'restless'],
  ['VERA', 'Veracruz', 'Veracruz', 19.1738, -96.1342, 1.9, 'poor'],
  ['OAXA', 'Oaxaca', 'Oaxaca', 17.0669, -96.7203, 1541.7, 'maintained'],
  ['MERI', 'Mérida', 'Yucatán', 20.9674, -89.6237, -2.4],
  ['CANC', 'Cancún', 'Quintana Roo', 21.1607, -86.8475, -4.1],
]

export const STATIONS: readonly DemoStation[] = ROWS.map(
  ([code, city, federalState, lat, lng, height, character = 'steady']) => ({
    code,
    city,
    federalState,
    lat,
    lng,
    height,
    character,
  }),
)

export function stationOf(code: string): DemoStation {
  const found = STATIONS.find((station) => station.code === code)
  if (!found) throw new Error(`the demo has no station ${code}`)
  return found
}

export const mountpointOf = (code: string): string => `${code}_SIM`

/** A station as an operator registers it, without facts that are measured from its stream. */
export const inputOf = ({ code, city, federalState, lat, lng }: DemoStation): StationInput => ({
  code,
  name: city,
  federalState,
  lat,
  lng,
  mountpoint: mountpointOf(code),
})

export const OFTEN_DOWN = 'VERA'
export const LOSES_EPOCHS = 'XALA'
export const IN_MAINTENANCE = 'SALT'
/** Code of the station whose antenna is almost a metre from its registered position. */
export const MOVED = 'HERM'
export const LOSES_GLONASS = 'CHIH'
