// The request for RINEX files.
import { type Static, Type } from 'typebox'
import {
  CONSTELLATION_NAMES,
  constellationsIn,
  DEFAULT_RINEX_INTERVAL,
  type RinexWish,
} from '../../domain/archive/rinex-order.ts'
import { type FieldFault, wrong } from '../../domain/codes/fault.ts'
import { allInvalid } from '../../domain/codes/refusal.ts'
import { readInstant } from '../../domain/time/local-time.ts'
import { As, Form } from '../common.ts'
import { stationFields } from '../stations/station.ts'
import { IntervalSchema, VersionSchema } from './rinex.ts'

const OFFSET_TIME =
  '^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?([Zz]|[+-][0-9]{2}(:?[0-9]{2})?)$'
const HAS_OFFSET = new RegExp(OFFSET_TIME)
const NAMES = CONSTELLATION_NAMES.join('|')

const time = (description: string, example: string) =>
  Type.String({ maxLength: 40, ...Form(OFFSET_TIME), description, examples: [example] })

export const rinexRequestExample = {
  station_codigo: 'CDMX',
  desde: '2026-11-14T10:00:00Z',
  hasta: '2026-11-14T14:00:00Z',
  intervalo_s: 1,
}

export const RinexRequestSchema = Type.Object(
  {
    ...stationFields('Id of the station.'),
    lat: Type.Optional(
      Type.Number({
        minimum: -90,
        maximum: 90,
        description: 'With `lng`, instead of a station: the nearest station that has at least 95 % of the window.',
      }),
    ),
    lng: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Longitude of the position.' })),
    desde: time('Start of the window: ISO 8601 with an offset.', rinexRequestExample.desde),
    hasta: time(
      'End of the window: after `desde` and not in the future. At most 24 hours with an interval below 15 s, otherwise 31 days.',
      rinexRequestExample.hasta,
    ),
    intervalo_s: Type.Optional(
      As(
        IntervalSchema,
        'Seconds between the epochs; 30 by default. Not below the interval of the station. 30 or 60 for hours of which only daily files are left.',
      ),
    ),
    version: Type.Optional(As(VersionSchema, 'Version of RINEX; `3.05` by default.')),
    constelaciones: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 60,
        ...Form(`^(${NAMES})(\\+(${NAMES}))*$`),
        description: 'Constellations to include, joined with `+`; all by default.',
        examples: ['GPS+GLO'],
      }),
    ),
    navegacion: Type.Optional(
      Type.Boolean({ description: 'Adds a file with the broadcast ephemerides; `true` by default.' }),
    ),
    hatanaka: Type.Optional(
      Type.Boolean({
        description: 'Compresses the observations with CRINEX (Hatanaka) before gzip; `true` by default.',
      }),
    ),
  },
  {
    $id: 'RinexRequest',
    additionalProperties: false,
    description: 'A window of the archive of one station, given by id, code or position.',
    examples: [rinexRequestExample],
  },
)

export function rinexFromWire(body: Static<typeof RinexRequestSchema>): RinexWish {
  const faults: FieldFault[] = []
  const timeOf = (field: 'desde' | 'hasta'): Date => {
    const at = readInstant(body[field])
    if (!at) faults.push(wrong([field], 'time_form'))
    else if (!HAS_OFFSET.test(body[field])) faults.push(wrong([field], 'offset_needed'))
    return at ?? new Date(0)
  }
  const constellations = body.constelaciones === undefined ? null : constellationsIn(body.constelaciones)
  if (body.constelaciones !== undefined && !constellations)
    faults.push(wrong(['constelaciones'], 'not_one_of', { choices: CONSTELLATION_NAMES }))
  const wish = {
    stationId: body.station_id,
    stationCode: body.station_codigo,
    lat: body.lat,
    lng: body.lng,
    from: timeOf('desde'),
    to: timeOf('hasta'),
    intervalS: body.intervalo_s ?? DEFAULT_RINEX_INTERVAL,
    version: body.version ?? '3.05',
    constellations,
    navigation: body.navegacion ?? true,
    hatanaka: body.hatanaka ?? true,
  }
  if (faults.length > 0) throw allInvalid(faults)
  return wish
}
