// What an operator may register as a station.
import type { FieldError } from '../refusal.ts'
import { STATION_STATUSES, type StationStatus } from './station.ts'

/** A field that is left out keeps its value, or gets its default in a new station. */
export interface StationInput {
  readonly code: string
  readonly name?: string
  readonly federalState?: string
  readonly lat?: number
  readonly lng?: number
  readonly radiusKm?: number | null
  readonly mountpoint?: string
  readonly format?: string | null
  readonly datum?: string | null
  readonly constellations?: string | null
  readonly declaredStatus?: StationStatus
}

export const MAX_RADIUS_KM = 1000

// What NTRIP clients can type and a sourcetable can hold: no spaces, no semicolons.
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/
const MOUNTPOINT = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/
const UNPRINTABLE = /[\p{Cc}\p{Cs};]/u

export const isMountpoint = (text: string) => MOUNTPOINT.test(text)

/** What is wrong with it, whether or not the station exists already. */
export function stationErrors(input: StationInput): FieldError[] {
  const errors: FieldError[] = []
  const check = (field: keyof StationInput, ok: boolean, detail: string) => {
    if (!ok) errors.push({ path: [field], detail })
  }
  check('code', CODE.test(input.code), 'must be 1 to 32 letters, digits, "_" or "-"')
  for (const field of ['name', 'federalState', 'format', 'datum', 'constellations'] as const) {
    const text = input[field]
    check(
      field,
      text == null || (text.length <= 100 && !UNPRINTABLE.test(text)),
      'must be at most 100 characters on one line, without ";"',
    )
  }
  check('name', input.name === undefined || input.name.trim() !== '', 'must not be empty')
  check('lat', input.lat === undefined || within(input.lat, 90), 'must be a number from -90 to 90')
  check('lng', input.lng === undefined || within(input.lng, 180), 'must be a number from -180 to 180')
  check(
    'radiusKm',
    input.radiusKm == null || (input.radiusKm > 0 && input.radiusKm <= MAX_RADIUS_KM),
    `must be above 0 and at most ${MAX_RADIUS_KM}`,
  )
  check(
    'mountpoint',
    input.mountpoint === undefined || isMountpoint(input.mountpoint),
    'must be 1 to 100 letters, digits, "_", "." or "-"',
  )
  const status = input.declaredStatus
  check(
    'declaredStatus',
    status === undefined || STATION_STATUSES.includes(status),
    `must be one of ${STATION_STATUSES.join(', ')}`,
  )
  return errors
}

/** What a station cannot do without. */
export function missingInNewStation(input: StationInput): FieldError[] {
  const needed = ['name', 'lat', 'lng'] as const
  return needed
    .filter((field) => input[field] === undefined)
    .map((field) => ({ path: [field], detail: 'is needed for a new station' }))
}

const within = (value: number, limit: number) => Number.isFinite(value) && Math.abs(value) <= limit
