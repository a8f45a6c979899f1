import { type Fault, type FieldFault, fault, wrong } from '../codes/fault.ts'
import type { FrameChange } from '../network/frame.ts'
import { isTableField } from '../text/printable.ts'
import { STATION_STATUSES, type StationStatus } from './station.ts'

/** Undefined fields keep their value, or get their default in a new station. */
export interface StationInput extends FrameChange {
  readonly code: string
  readonly name?: string
  readonly federalState?: string
  readonly country?: string | null
  readonly lat?: number
  readonly lng?: number
  readonly radiusKm?: number | null
  readonly mountpoint?: string
  readonly format?: string | null
  readonly constellations?: string | null
  readonly declaredStatus?: StationStatus
  readonly isRtcm?: boolean
  readonly sellsUnmeasured?: boolean
  readonly isOpen?: boolean
  readonly recorded?: boolean
  readonly velocity?: readonly number[] | null
}

export const MAX_RADIUS_KM = 1000
/** Plates move by up to 10 cm a year, land subsides by up to 50 cm. */
const MAX_MM_PER_YEAR = 1000

// Characters that NTRIP clients can type and a sourcetable can hold: no spaces, no semicolons.
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/
const MOUNTPOINT = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,99}$/

/** ISO 3166, alpha-3. Checks the form only, not whether the country exists. */
export const isCountry = (text: string) => /^[A-Z]{3}$/.test(text)

export const isMountpoint = (text: string) => MOUNTPOINT.test(text)

export function stationErrors(input: StationInput): FieldFault[] {
  const errors: FieldFault[] = []
  const check = (field: keyof StationInput, holds: boolean, broken: Fault) => {
    if (!holds) errors.push({ path: [field], ...broken })
  }
  check('code', CODE.test(input.code), fault('station_code_form'))
  for (const field of ['name', 'federalState', 'format', 'datum', 'constellations'] as const) {
    const text = input[field]
    check(field, text == null || (text.length <= 100 && isTableField(text)), fault('line_without_semicolon'))
  }
  check('name', input.name === undefined || input.name.trim() !== '', fault('empty'))
  for (const [field, most] of [
    ['lat', 90],
    ['lng', 180],
  ] as const)
    check(
      field,
      input[field] === undefined || within(input[field], most),
      fault('number_range', { least: -most, most }),
    )
  const { radiusKm, mountpoint, declaredStatus } = input
  const reaches = radiusKm == null || (radiusKm > 0 && radiusKm <= MAX_RADIUS_KM)
  check('radiusKm', reaches, fault('above_zero', { most: MAX_RADIUS_KM }))
  check('country', input.country == null || isCountry(input.country), fault('country_form'))
  check('mountpoint', mountpoint === undefined || isMountpoint(mountpoint), fault('mountpoint_form'))
  const known = declaredStatus === undefined || STATION_STATUSES.includes(declaredStatus)
  check('declaredStatus', known, fault('not_one_of', { choices: STATION_STATUSES }))
  const { velocity } = input
  const isVelocity = velocity == null || (velocity.length === 3 && velocity.every((mm) => within(mm, MAX_MM_PER_YEAR)))
  check('velocity', isVelocity, fault('velocity_form', { most: MAX_MM_PER_YEAR }))
  return errors
}

export const missingInNewStation = (input: StationInput): FieldFault[] =>
  (['name', 'lat', 'lng'] as const)
    .filter((field) => input[field] === undefined)
    .map((field) => wrong([field], 'needed_for_new_station'))

const within = (value: number, limit: number) => Number.isFinite(value) && Math.abs(value) <= limit
