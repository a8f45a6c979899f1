// What the console's requests about stations carry. The rules themselves are in domain/station-input.
import { Type } from 'typebox'
import { STATION_STATUSES, type StationStatus } from '../../domain/stations/station.ts'
import { Nullable } from '../../wire/common.ts'

export const StatusField = Type.Unsafe<StationStatus>({ enum: [...STATION_STATUSES] })

/** `unmeasured`: nobody has measured it, whatever was declared. */
export const StatusFilter = Type.Unsafe<StationStatus | 'unmeasured'>({ enum: [...STATION_STATUSES, 'unmeasured'] })

const Text = Type.String({ maxLength: 200 })
const TextOrNone = Nullable('string', { maxLength: 200 })

export const StationFields = {
  name: Type.Optional(Text),
  federalState: Type.Optional(Text),
  lat: Type.Optional(Type.Number()),
  lng: Type.Optional(Type.Number()),
  radiusKm: Type.Optional(Nullable('number')),
  mountpoint: Type.Optional(Text),
  format: Type.Optional(TextOrNone),
  datum: Type.Optional(TextOrNone),
  constellations: Type.Optional(TextOrNone),
  declaredStatus: Type.Optional(StatusField),
}
export const CodeField = Text
