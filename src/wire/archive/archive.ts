// The archive of a station in the API: which hours have data.
import { type Static, Type } from 'typebox'
import { type ArchivedHour, completenessOf } from '../../domain/archive/hours.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { As, Count, DateTime, INT64, Nullable, Ok, Percent } from '../common.ts'
import { TimeAsked } from '../time-asked.ts'
import { StationNamed } from './rinex.ts'

export const ARCHIVE_DAYS = 31

export const ArchiveQuery = Type.Object({
  desde: Type.Optional(TimeAsked('Start of the window; 24 hours before the end if omitted.')),
  hasta: Type.Optional(TimeAsked('End of the window, at most 31 days after the start; now if omitted.')),
})

const Hour = Type.Object(
  {
    inicia_at: DateTime('Start of the UTC hour.', '2026-11-14T10:00:00.000Z'),
    epocas: Count('Recorded epochs.'),
    esperadas: Count('Expected epochs by the interval of the station; 0 if the interval is unknown.'),
    completitud_pct: Nullable('number', {
      ...Percent,
      description: 'Percentage of the expected epochs; `null` if the interval of the station is unknown.',
    }),
    bytes: Type.Integer({ minimum: 0, ...INT64, description: 'Bytes of the recorded messages.' }),
  },
  { title: 'ArchivedHour', description: 'One UTC hour of the archive.' },
)

export const archiveExample = {
  ok: true,
  station: { id: 3, codigo: 'CDMX' },
  primera_at: '2026-10-15T06:00:00.000Z',
  ultima_at: '2026-11-14T18:20:00.000Z',
  horas: [
    { inicia_at: '2026-11-14T10:00:00.000Z', epocas: 3575, esperadas: 3600, completitud_pct: 99.3, bytes: 4318212 },
    { inicia_at: '2026-11-14T11:00:00.000Z', epocas: 0, esperadas: 3600, completitud_pct: 0, bytes: 0 },
  ],
}

export const ArchiveResponse = Type.Object(
  {
    ok: Ok,
    station: As(StationNamed, 'The station.'),
    primera_at: Nullable('string', {
      format: 'date-time',
      description: 'Time of the first recorded epoch; `null` if nothing was recorded.',
    }),
    ultima_at: Nullable('string', {
      format: 'date-time',
      description: 'Time of the last recorded epoch; `null` if nothing was recorded.',
    }),
    horas: Type.Array(Hour, {
      description:
        'UTC hours, oldest first. Hours without data have 0 epochs. Hours before the first recorded one are left out.',
    }),
  },
  { title: 'ArchiveResponse', description: 'The archive of a station hour by hour.' },
)

export const archiveToWire = (
  { id, code }: Pick<Station, 'id' | 'code'>,
  extent: { readonly first: Date; readonly last: Date } | null,
  hours: readonly ArchivedHour[],
): Static<typeof ArchiveResponse> => ({
  ok: true,
  station: { id, codigo: code },
  primera_at: extent && isoTime(extent.first),
  ultima_at: extent && isoTime(extent.last),
  horas: hours.map((hour) => ({
    inicia_at: isoTime(hour.startsAt),
    epocas: hour.epochs,
    esperadas: hour.expected,
    completitud_pct: completenessOf(hour),
    bytes: hour.bytes,
  })),
})
