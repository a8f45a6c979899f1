import type { Shortfall } from '../domain/stations/status.ts'
import type { AlarmFacts, AlarmKind, AlarmParams, SentInstead } from '../domain/stations/telemetry.ts'

/** The same in every language. */
const CONSTELLATION_NAMES: Readonly<Record<string, string>> = {
  GPS: 'GPS',
  GLO: 'GLONASS',
  GAL: 'Galileo',
  SBS: 'SBAS',
  QZS: 'QZSS',
  BDS: 'BeiDou',
  NAV: 'NavIC',
}
export const constellationName = (code: string): string => CONSTELLATION_NAMES[code] ?? code

/** In the largest unit with a value of at least 2. */
export function inUnits<Unit>(seconds: number, units: Readonly<Record<'s' | 'min' | 'h' | 'd', Unit>>): [number, Unit] {
  const much = Math.abs(seconds)
  if (much < 120) return [much, units.s]
  if (much < 7_200) return [Math.round(much / 60), units.min]
  if (much < 172_800) return [Math.round(much / 3_600), units.h]
  return [Math.round(much / 86_400), units.d]
}

export interface StationWords {
  /** Names the value that is below its limit, and by how much; continues the name of the station. */
  readonly shortfall: (shortfall: Shortfall) => string
  readonly alarms: {
    readonly [Kind in AlarmKind]: {
      /** For a list of alarms. */
      readonly short: string
      readonly told: (params: AlarmParams[Kind]) => string
    }
  }
}

/** Rounded so that the text differs from the limit `most`. */
export function metresText(metres: number, most: number): string {
  const text = metres.toFixed(2)
  return text === most.toFixed(2) ? metres.toFixed(3) : text
}

type Direction = 'east' | 'west' | 'north' | 'south' | 'up' | 'down'

/** For example "2.1 cm east, 1.0 cm up": the parts of at least a millimetre. */
export function movementText(
  { eastMm, northMm, upMm }: { readonly eastMm: number; readonly northMm: number; readonly upMm: number },
  directions: Readonly<Record<Direction, string>>,
): string {
  const part = (value: number, positive: Direction, negative: Direction) =>
    Math.abs(value) < 1
      ? []
      : [`${(Math.abs(value) / 10).toFixed(1)} cm ${directions[value > 0 ? positive : negative]}`]
  return [...part(eastMm, 'east', 'west'), ...part(northMm, 'north', 'south'), ...part(upMm, 'up', 'down')].join(', ')
}

/** Rounded away from the limit, so that a value beyond it also reads so. */
export const flooredPct = (pct: number): number => Math.floor(pct * 10) / 10
export const ceiledSeconds = (ms: number): number => Math.ceil(ms / 100) / 10

export const alarmText = (
  { stations }: { readonly stations: StationWords },
  { kind, params }: { readonly kind: AlarmKind; readonly params: AlarmFacts['params'] },
): string => (stations.alarms[kind].told as (params: AlarmFacts['params']) => string)(params)

/** The same in every language; empty if nothing was recognized. */
export const sentInstead = ({ messages, formats }: SentInstead): string =>
  [...Object.entries(messages).map(([type, count]) => `${type} (${count})`), ...formats].join(', ')
