// The archive of a station in the API: which hours have data.
import { type Static, Type } from 'typebox'
import { type DailyFile, downloadName } from '../../domain/archive/daily.ts'
import { type ArchivedHour, completenessOf } from '../../domain/archive/hours.ts'
import { rinexPath } from '../../domain/archive/rinex-order.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import { As, Count, DateTime, INT64, Nullable, Ok, Percent } from '../common.ts'
import { TimeAsked } from '../time-asked.ts'
import { FILE, KINDS, StationNamed } from './rinex.ts'

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
    intervalo_s: Nullable('number', {
      minimum: 0,
      description:
        'Seconds between the recorded epochs; 30 if only the daily file is left. `null` without data, or if it is unknown. `POST /rinex` accepts this interval and longer ones.',
    }),
    bytes: Type.Integer({
      minimum: 0,
      ...INT64,
      description: 'Bytes of the recorded messages. After their deletion: the part of the hour in the daily file.',
    }),
  },
  {
    title: 'ArchivedHour',
    description:
      'One UTC hour of the archive. If the recorded messages were deleted, it has the epochs of the daily file, at 30 s.',
  },
)

const Day = Type.Object(
  {
    fecha: Type.String({ format: 'date', description: 'Day of GPS time.', examples: ['2026-11-13'] }),
    archivos: Type.Array(
      Type.Object(
        {
          ...FILE,
          url: Nullable('string', {
            format: 'uri',
            maxLength: 2048,
            description:
              'Address of the download, valid until the file is made again. `null` without the scope `archivo`, and for organizations with a quota of hours: request the files with `POST /rinex`.',
          }),
        },
        { title: 'DailyFile', description: 'A file of a whole day.' },
      ),
      { description: 'Observations at 30 s, and broadcast ephemerides if the station sent any.' },
    ),
  },
  { title: 'ArchivedDay', description: 'The files of one day.' },
)

export const archiveExample = {
  ok: true,
  station: { id: 3, codigo: 'CDMX' },
  primera_at: '2026-10-15T06:00:00.000Z',
  ultima_at: '2026-11-14T18:20:00.000Z',
  horas: [
    {
      ...{ inicia_at: '2026-11-14T10:00:00.000Z', epocas: 3575, esperadas: 3600, completitud_pct: 99.3 },
      ...{ intervalo_s: 1, bytes: 4318212 },
    },
    {
      ...{ inicia_at: '2026-11-14T11:00:00.000Z', epocas: 0, esperadas: 3600, completitud_pct: 0 },
      ...{ intervalo_s: null, bytes: 0 },
    },
  ],
  diarios: [
    {
      fecha: '2026-11-13',
      archivos: [
        {
          nombre: 'CDMX00MEX_S_20263170000_01D_30S_MO.crx.gz',
          tipo: 'obs',
          bytes: 4021873,
          sha256: '9c1d4d2c9be1567890abcdef3f0a4d2c9be1567890abcdef3f0a4d2c9be15678',
          url: 'https://rtk.example.mx/rinex/5dQ2kZ0T7vXbM1dPj5Rw9aLs2nYc4EfG/CDMX00MEX_S_20263170000_01D_30S_MO.crx.gz',
        },
      ],
    },
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
    diarios: Type.Array(Day, {
      description:
        'Days of the window with daily files, oldest first. They are made after midnight UTC, and again if data arrives later.',
    }),
  },
  { title: 'ArchiveResponse', description: 'The archive of a station hour by hour.' },
)

interface Archive {
  readonly extent: { readonly first: Date; readonly last: Date } | null
  readonly hours: readonly ArchivedHour[]
  /** Newest first. */
  readonly files: readonly DailyFile[]
}

/** `linkBase`: start of the addresses of daily files; `null` if the caller may not download them. */
export const archiveToWire = (
  { id, code }: Pick<Station, 'id' | 'code'>,
  { extent, hours, files }: Archive,
  linkBase: string | null,
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
    intervalo_s: hour.epochs === 0 || hour.intervalMs === null ? null : hour.intervalMs / 1000,
    bytes: hour.bytes,
  })),
  diarios: [...Map.groupBy(files, ({ day }) => day)].reverse().map(([fecha, ofDay]) => ({
    fecha,
    archivos: ofDay.map((file) => ({
      nombre: downloadName(file),
      tipo: KINDS[file.kind],
      bytes: file.bytes,
      sha256: file.sha256.toString('hex'),
      url: linkBase === null ? null : `${linkBase}${rinexPath(file.key, downloadName(file))}`,
    })),
  })),
})
