// An order of RINEX files: a window of a station's archive, and how its files are written.
import { type FieldFault, wrong } from '../codes/fault.ts'
import { DAY_MS, HOUR_MS } from '../time/units.ts'
import type { ArchivedHour } from './hours.ts'

export const RINEX_VERSIONS = ['3.05', '4.02', '2.11'] as const
export type RinexVersion = (typeof RINEX_VERSIONS)[number]

/** Seconds between the epochs of a file. */
export const RINEX_INTERVALS = [1, 5, 10, 15, 30, 60] as const
export const DEFAULT_RINEX_INTERVAL = 30

/** By the letter that RINEX gives them. */
export const RINEX_CONSTELLATIONS = {
  GPS: 'G',
  GLO: 'R',
  GAL: 'E',
  SBAS: 'S',
  QZSS: 'J',
  BDS: 'C',
  NAVIC: 'I',
} as const
export type RinexConstellation = keyof typeof RINEX_CONSTELLATIONS
export const CONSTELLATION_NAMES = Object.keys(RINEX_CONSTELLATIONS) as RinexConstellation[]

/** Intervals below this are limited to a day. */
const LONG_FROM_S = 15
const MOST_SHORT_MS = DAY_MS
const MOST_LONG_MS = 31 * DAY_MS

/** How long the files of an order are kept. */
export const RESULTS_KEPT_MS = 7 * DAY_MS
/** Expired and failed orders stay listed for this long. */
export const ORDERS_KEPT_MS = 90 * DAY_MS
/** Min share of the window that the nearest station must have, in percent. */
export const LEAST_SHARE_PCT = 95
/** Max pending orders of an organization with its test space: their files fill the disk, and others wait for them. */
export const MOST_PENDING_RINEX = 50
export const MOST_GAPS = 10
export const RINEX_KEY_LENGTH = 32

/** `failed`: the files could not be made. `expired`: the files were removed; never stored. */
export const RINEX_STATES = ['pending', 'ready', 'failed', 'expired'] as const
export type RinexState = (typeof RINEX_STATES)[number]

/**
 * `no_data`: nothing was recorded in the window. `wrong_clock`: what was received in the window was observed at another
 * time. `not_readable`: no file of the archive can be read.
 */
export type RinexFailure = 'no_data' | 'wrong_clock' | 'not_readable' | 'broken_off' | 'internal_error'

export interface RinexWindow {
  readonly from: Date
  /** Does not belong to the window. */
  readonly to: Date
  readonly intervalS: number
}

export interface RinexFormat {
  readonly version: RinexVersion
  /** `null`: all. */
  readonly constellations: readonly RinexConstellation[] | null
  readonly navigation: boolean
  readonly hatanaka: boolean
}

export interface RinexWish extends RinexWindow, RinexFormat {
  readonly stationId: number | undefined
  readonly stationCode: string | undefined
  /** Instead of a station: the nearest one that has the window. */
  readonly lat: number | undefined
  readonly lng: number | undefined
}

export interface RinexGap {
  readonly from: Date
  readonly to: Date
}

export type RinexFileKind = 'obs' | 'nav' | 'site'

export interface RinexFile {
  readonly kind: RinexFileKind
  /** For the download. */
  readonly name: string
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
}

export interface RinexOrder extends RinexWindow, RinexFormat {
  readonly id: string
  /** `null` if the operator ordered it. */
  readonly ownerId: number | null
  readonly stationId: number
  readonly hours: number
  readonly state: RinexState
  /** Number of the attempt that runs, or that made the files, starting at 1; 0 before the first. */
  readonly attempt: number
  readonly progressPct: number
  readonly completenessPct: number | null
  readonly gaps: readonly RinexGap[]
  /** Empty until the order is ready. */
  readonly files: readonly RinexFile[]
  readonly failure: RinexFailure | null
  /** Unguessable: authorises the download. */
  readonly key: string
  readonly tokenId: number | null
  readonly userId: number | null
  readonly credentialId: number | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
  readonly expiresAt: Date | null
}

/** Name of a result in the storage. A worker that lost its lease cannot overwrite the files of a later attempt. */
export const resultName = ({ id, attempt }: Pick<RinexOrder, 'id' | 'attempt'>, fileName: string): string =>
  `results/${id}/${attempt}/${fileName}`

/** Path of the public download. */
export const rinexPath = (key: string, fileName: string): string => `/rinex/${key}/${encodeURIComponent(fileName)}`

/** Started hours of data, which the quota counts. */
export const hoursOf = ({ from, to }: Pick<RinexWindow, 'from' | 'to'>): number =>
  Math.ceil((to.getTime() - from.getTime()) / HOUR_MS)

export function windowFaults({ from, to, intervalS }: RinexWindow, now: Date): FieldFault[] {
  if (to <= from) return [wrong(['until'], 'end_before_start')]
  if (to > now) return [wrong(['until'], 'in_future')]
  const most = intervalS < LONG_FROM_S ? MOST_SHORT_MS : MOST_LONG_MS
  if (to.getTime() - from.getTime() > most) return [wrong(['until'], 'window_too_long', { hours: most / HOUR_MS })]
  return []
}

/** Parses `GPS+GLO`; `null` if a name is unknown. */
export function constellationsIn(text: string): RinexConstellation[] | null {
  const names = text.split('+').map((name) => name.trim().toUpperCase())
  if (!names.every((name) => Object.hasOwn(RINEX_CONSTELLATIONS, name))) return null
  return CONSTELLATION_NAMES.filter((name) => names.includes(name))
}

/** The share of the window that the hours have, in percent rounded down; 0 if nothing is known. */
export function shareOf(hours: readonly ArchivedHour[], { from, to }: Pick<RinexWindow, 'from' | 'to'>): number {
  let [has, wants] = [0, 0]
  for (const { startsAt, epochs, expected } of hours) {
    const start = Math.max(startsAt.getTime(), from.getTime())
    const end = Math.min(startsAt.getTime() + HOUR_MS, to.getTime())
    if (end <= start) continue
    wants += end - start
    if (expected > 0) has += (end - start) * Math.min(1, epochs / expected)
  }
  return wants === 0 ? 0 : Math.floor((has / wants) * 1000) / 10
}
