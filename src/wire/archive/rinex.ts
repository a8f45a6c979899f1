// RINEX orders in the API and in the event `rinex.ready`.
import { type Static, Type } from 'typebox'
import {
  RINEX_INTERVALS,
  RINEX_VERSIONS,
  type RinexFileKind,
  type RinexOrder,
  type RinexState,
  rinexPath,
} from '../../domain/archive/rinex-order.ts'
import type { Station } from '../../domain/stations/station.ts'
import { isoTime } from '../../domain/text/iso-time.ts'
import {
  As,
  DateTime,
  Id,
  INT64,
  NextCursor,
  Nullable,
  Ok,
  OpenWords,
  PageQuery,
  Percent,
  Ref,
  Words,
} from '../common.ts'
import { STATION_CODE } from '../stations/station.ts'

const STATES = {
  pending: 'pendiente',
  ready: 'lista',
  failed: 'fallida',
  expired: 'vencida',
} as const satisfies Record<RinexState, string>
export const KINDS = { obs: 'obs', nav: 'nav', site: 'sitio' } as const satisfies Record<RinexFileKind, string>

const RinexStateSchema = Words(
  'RinexState',
  Object.values(STATES),
  '`pendiente`: the files are being made. `lista`: the files can be downloaded. `fallida`: they could not be made. `vencida`: they were removed.',
)
export const VersionSchema = Words('RinexVersion', RINEX_VERSIONS, 'Version of RINEX.')
export const IntervalSchema = Type.Unsafe<(typeof RINEX_INTERVALS)[number]>({
  type: 'integer',
  format: 'int32',
  enum: [...RINEX_INTERVALS],
  title: 'RinexInterval',
  description: 'Seconds between the epochs.',
})

export const StationNamed = Type.Object(
  {
    id: Id('Identifier of the station.'),
    codigo: Type.String({ pattern: STATION_CODE, description: 'Code of the station.' }),
  },
  { title: 'StationName', description: 'A station by id and code.' },
)

const Gap = Type.Object(
  {
    desde: DateTime('First missing epoch.', '2026-11-14T10:12:30.000Z'),
    hasta: DateTime('First epoch after the gap, or the end of the window.', '2026-11-14T10:15:00.000Z'),
  },
  { title: 'RinexGap', description: 'A part of the window without data.' },
)

/** Fields of a file, in every answer that lists files. */
export const FILE = {
  nombre: Type.String({ maxLength: 200, description: 'Name of the file, by the IGS convention for long names.' }),
  tipo: OpenWords(
    'RinexFileKind',
    Object.values(KINDS),
    '`obs`: observations. `nav`: broadcast ephemerides. `sitio`: site log.',
  ),
  bytes: Type.Integer({ minimum: 0, ...INT64, description: 'Size of the file.' }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the file.' }),
}

const File = Type.Object(
  {
    ...FILE,
    url: Type.String({
      format: 'uri',
      maxLength: 2048,
      description: 'Address of the download. It needs no token and cannot be guessed.',
    }),
  },
  { title: 'RinexFile', description: 'A file to download.' },
)

export const rinexExample = {
  id: 'rnx_01KA2M4T8Z9Q3V5X7Y1W2R6BCD',
  estado: 'lista',
  station: { id: 3, codigo: 'CDMX' },
  desde: '2026-11-14T10:00:00.000Z',
  hasta: '2026-11-14T14:00:00.000Z',
  intervalo_s: 1,
  version: '3.05',
  constelaciones: null,
  navegacion: true,
  hatanaka: true,
  avance_pct: 100,
  completitud_pct: 99.8,
  huecos: [{ desde: '2026-11-14T10:12:30.000Z', hasta: '2026-11-14T10:12:55.000Z' }],
  archivos: [
    {
      nombre: 'CDMX00MEX_S_20263181000_04H_01S_MO.crx.gz',
      tipo: 'obs',
      bytes: 9214817,
      sha256: '3f0a4d2c9be1567890abcdef3f0a4d2c9be1567890abcdef3f0a4d2c9be15678',
      url: 'https://rtk.example.mx/rinex/8sQ2kZ0T7vXbM1dPj5Rw9aLs2nYc4EfG/CDMX00MEX_S_20263181000_04H_01S_MO.crx.gz',
    },
  ],
  motivo: null,
  creado_at: '2026-11-14T18:20:00.000Z',
  expira_at: '2026-11-21T18:20:09.000Z',
  prueba: false,
}
export const pendingRinexExample = {
  ...rinexExample,
  estado: 'pendiente',
  avance_pct: 0,
  completitud_pct: null,
  huecos: [],
  archivos: [],
  expira_at: null,
}

export const RinexSchema = Type.Object(
  {
    id: Type.String({ pattern: '^rnx_[0-9A-Z]{26}$', description: 'Identifier of the request.' }),
    estado: As(RinexStateSchema, 'State of the request.'),
    station: As(StationNamed, 'The station whose data the files contain.'),
    desde: DateTime('Start of the window, by time of observation.', rinexExample.desde),
    hasta: DateTime('End of the window. An epoch at this time does not belong to it.', rinexExample.hasta),
    intervalo_s: IntervalSchema,
    version: As(VersionSchema, 'Version of RINEX.'),
    constelaciones: Nullable('string', {
      maxLength: 60,
      description: 'Constellations in the files, such as `GPS+GLO`; `null` for all.',
    }),
    navegacion: Type.Boolean({ description: '`true` if a navigation file was requested.' }),
    hatanaka: Type.Boolean({
      description: '`true` if the observations are compressed with CRINEX (Hatanaka) and gzip.',
    }),
    avance_pct: Type.Integer({ ...Percent, format: 'int32', description: 'Progress of the work.' }),
    completitud_pct: Nullable('number', {
      ...Percent,
      description: 'Percentage of the expected epochs that the file has; `null` until the files are made.',
    }),
    huecos: Type.Array(Gap, { maxItems: 10, description: 'The ten longest gaps, longest first.' }),
    archivos: Type.Array(File, { description: 'The files; empty until they are made and after they were removed.' }),
    motivo: Nullable('string', {
      maxLength: 40,
      description:
        'With `fallida`: `no_data` (nothing was recorded), `wrong_clock` (what was received then has other times of observation), `not_readable` (no file of the archive can be read), `broken_off` or `internal_error`.',
    }),
    creado_at: DateTime('Time of the request.', rinexExample.creado_at),
    expira_at: Nullable('string', {
      format: 'date-time',
      description: 'Time at which the files are removed, 7 days after they were made; `null` until then.',
    }),
    prueba: Type.Boolean({ description: '`true` if a test token made the request. Only test tokens see it.' }),
  },
  { $id: 'Rinex', description: 'A request for RINEX files, and its result.', examples: [rinexExample] },
)

export const RinexResponse = Type.Object(
  { ok: Ok, rinex: Ref(RinexSchema) },
  { title: 'RinexResponse', description: 'One request for RINEX files.' },
)
export const RinexListSchema = Type.Object(
  { ok: Ok, rinex: Type.Array(Ref(RinexSchema)), next_cursor: NextCursor },
  { $id: 'RinexPage', description: 'A page of requests for RINEX files.' },
)
export const RinexQuery = Type.Object({
  estado: Type.Optional(As(RinexStateSchema, 'Only requests in this state.')),
  ...PageQuery,
})
export const RinexReadyData = Type.Object(
  { rinex: Ref(RinexSchema) },
  { title: 'RinexReadyEventData', description: 'The request and its files.' },
)

/** The state that a list is filtered by; `undefined` for all. */
export const rinexStateFromWire = ({ estado }: { estado?: string }): RinexState | undefined =>
  (Object.keys(STATES) as RinexState[]).find((state) => STATES[state] === estado)

export const rinexToWire = (
  order: RinexOrder,
  station: Pick<Station, 'code'> | undefined,
  baseUrl: string,
  isTest: boolean,
): Static<typeof RinexSchema> => ({
  id: order.id,
  estado: STATES[order.state],
  station: { id: order.stationId, codigo: station?.code ?? String(order.stationId) },
  desde: isoTime(order.from),
  hasta: isoTime(order.to),
  intervalo_s: order.intervalS as (typeof RINEX_INTERVALS)[number],
  version: order.version,
  constelaciones: order.constellations?.join('+') ?? null,
  navegacion: order.navigation,
  hatanaka: order.hatanaka,
  avance_pct: order.progressPct,
  completitud_pct: order.completenessPct,
  huecos: order.gaps.map(({ from, to }) => ({ desde: isoTime(from), hasta: isoTime(to) })),
  archivos:
    order.state === 'ready'
      ? order.files.map(({ name, kind, bytes, sha256 }) => ({
          nombre: name,
          tipo: KINDS[kind],
          bytes,
          sha256,
          url: `${baseUrl}${rinexPath(order.key, name)}`,
        }))
      : [],
  motivo: order.failure,
  creado_at: isoTime(order.createdAt),
  expira_at: order.expiresAt && isoTime(order.expiresAt),
  prueba: isTest,
})
