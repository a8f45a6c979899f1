import type { BodyOf } from '../../../../src/http/console/contract/routes.ts'
import type { StationDetail, StationStatus } from '../../../../src/http/console/contract/stations/stations.ts'
import { type FrameValues, frameChange, frameValuesOf } from '../../parts/forms/frame-values.ts'
import { toNumber } from '../../parts/text/typed-number.ts'

export const DECLARED = ['online', 'degraded', 'offline', 'maintenance'] as const satisfies readonly StationStatus[]

export interface StationValues extends FrameValues {
  readonly code: string
  readonly name: string
  readonly federalState: string
  readonly lat: string
  readonly lng: string
  /** For a new station: the position is read from its data. */
  readonly positionFromStream: boolean
  /** Millimetres per year; all empty if unknown. */
  readonly velocityEast: string
  readonly velocityNorth: string
  readonly velocityUp: string
  readonly mountpoint: string
  readonly radiusKm: string
  readonly format: string
  readonly country: string
  readonly constellations: string
  readonly declaredStatus: StationStatus
  readonly isRtcm: boolean
  readonly sellsUnmeasured: boolean
  readonly isOpen: boolean
  readonly recorded: boolean
}

const VELOCITY = ['velocityEast', 'velocityNorth', 'velocityUp'] as const

function velocityValuesOf(velocity: readonly number[] | null) {
  const [velocityEast, velocityNorth, velocityUp] = velocity ?? []
  const typed = (mm: number | undefined) => (mm === undefined ? '' : String(mm))
  return {
    velocityEast: typed(velocityEast),
    velocityNorth: typed(velocityNorth),
    velocityUp: typed(velocityUp),
  }
}

export const EMPTY: StationValues = {
  code: '',
  name: '',
  federalState: '',
  lat: '',
  lng: '',
  positionFromStream: true,
  ...velocityValuesOf(null),
  mountpoint: '',
  radiusKm: '',
  format: '',
  ...frameValuesOf(null, { frame: null, epoch: null }),
  country: '',
  constellations: '',
  declaredStatus: 'online',
  isRtcm: true,
  sellsUnmeasured: false,
  isOpen: false,
  recorded: true,
}

export const valuesOf = (station: StationDetail): StationValues => ({
  code: station.code,
  name: station.name,
  federalState: station.federalState,
  lat: station.positionPending ? '' : String(station.lat),
  lng: station.positionPending ? '' : String(station.lng),
  positionFromStream: false,
  ...velocityValuesOf(station.velocity),
  mountpoint: station.mountpoint,
  radiusKm: station.own.radiusKm === null ? '' : String(station.own.radiusKm),
  format: station.own.format ?? '',
  ...frameValuesOf(station.own.datum, station),
  country: station.own.country ?? '',
  constellations: station.own.constellations ?? '',
  declaredStatus: station.declaredStatus,
  isRtcm: station.isRtcm,
  sellsUnmeasured: station.sellsUnmeasured,
  isOpen: station.isOpen,
  recorded: station.recorded,
})

const NEEDED = ['name', 'federalState', 'mountpoint', 'declaredStatus'] as const
const OWN = ['format', 'country', 'constellations'] as const

const FLAGS = ['isRtcm', 'sellsUnmeasured', 'isOpen', 'recorded'] as const

type Body = BodyOf<'PATCH /stations/:id'>

/** Only differences from `before`. An emptied optional field inherits the network's setting again. */
export function bodyOf(values: StationValues, before: StationValues | null): Body {
  const body: Record<string, unknown> = { ...frameChange(values, before ?? EMPTY) }
  const isNew = (name: keyof StationValues) => values[name] !== (before ?? EMPTY)[name]
  for (const name of NEEDED) if (isNew(name)) body[name] = values[name].trim()
  for (const name of ['lat', 'lng'] as const) if (isNew(name)) body[name] = toNumber(values[name])
  for (const name of OWN) if (isNew(name)) body[name] = values[name].trim() || null
  if (isNew('radiusKm')) body.radiusKm = values.radiusKm.trim() === '' ? null : toNumber(values.radiusKm)
  if (VELOCITY.some(isNew)) {
    const typed = VELOCITY.map((name) => values[name].trim())
    body.velocity = typed.every((text) => text === '') ? null : typed.map((text) => toNumber(text || '0'))
  }
  for (const name of FLAGS) if (isNew(name)) body[name] = values[name]
  return body satisfies Partial<Record<keyof Body, unknown>> as Body
}

/** For a new station. A position that is read from the data is left out. */
export function newBodyOf(values: StationValues): BodyOf<'POST /stations'> {
  const { positionFromStream, code } = values
  const unplaced = positionFromStream ? { ...values, lat: '', lng: '' } : values
  return { ...bodyOf(unplaced, null), code: code.trim(), ...(positionFromStream && { positionFromStream }) }
}
