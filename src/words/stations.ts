// What is told of stations: their alarms.
import type { Shortfall } from '../domain/stations/status.ts'
import type { AlarmFacts, AlarmKind, AlarmParams, SentInstead } from '../domain/stations/telemetry.ts'

/** Their proper names, the same in every language. */
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

/** In the largest unit of which there are two. */
export function inUnits<Unit>(seconds: number, units: Readonly<Record<'s' | 'min' | 'h' | 'd', Unit>>): [number, Unit] {
  const much = Math.abs(seconds)
  if (much < 120) return [much, units.s]
  if (much < 7_200) return [Math.round(much / 60), units.min]
  if (much < 172_800) return [Math.round(much / 3_600), units.h]
  return [Math.round(much / 86_400), units.d]
}

export interface StationWords {
  /** What falls short, by how much and of what; after the name of a station. */
  readonly shortfall: (shortfall: Shortfall) => string
  readonly alarms: {
    readonly [Kind in AlarmKind]: {
      /** In a list of alarms. */
      readonly short: string
      readonly told: (params: AlarmParams[Kind]) => string
    }
  }
}

/** Metres, finely enough to differ from what they are held against. */
export function metresText(metres: number, most: number): string {
  const text = metres.toFixed(2)
  return text === most.toFixed(2) ? metres.toFixed(3) : text
}

/** Percent and seconds so that what is below or above a limit reads so too. */
export const flooredPct = (pct: number): number => Math.floor(pct * 10) / 10
export const ceiledSeconds = (ms: number): number => Math.ceil(ms / 100) / 10

export const alarmText = (
  { stations }: { readonly stations: StationWords },
  { kind, params }: { readonly kind: AlarmKind; readonly params: AlarmFacts['params'] },
): string => (stations.alarms[kind].told as (params: AlarmFacts['params']) => string)(params)

/** Names and figures, alike in every language; empty: nothing was recognised. */
export const sentInstead = ({ messages, formats }: SentInstead): string =>
  [...Object.entries(messages).map(([type, count]) => `${type} (${count})`), ...formats].join(', ')
