// Operations on the archive of observations: what was recorded, its RINEX files, and positions computed from it.
import { Type } from 'typebox'
import { ArchiveQuery, ArchiveResponse, archiveExample } from '../../../wire/archive/archive.ts'
import { CoordinatesQuery, CoordinatesResponse, coordinatesExample } from '../../../wire/archive/coordinates.ts'
import {
  pendingRinexExample,
  RinexListSchema,
  RinexQuery,
  RinexResponse,
  rinexExample,
} from '../../../wire/archive/rinex.ts'
import { RinexRequestSchema } from '../../../wire/archive/rinex-request.ts'
import { Ref } from '../../../wire/common.ts'
import { EquipmentResponse, equipmentExample } from '../../../wire/stations/equipment.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

export const ARCHIVE_OPERATIONS = {
  'GET /stations/:id/archivo': {
    id: 'getStationArchive',
    tag: 'Archive',
    summary: 'List the recorded hours and the daily files of a station',
    description:
      'UTC hours, oldest first, at most 31 days per request. Hours without data are listed with 0 epochs; hours before the archive of the station began are not. `diarios` has the files that are made of each whole day: they are kept longer than the recorded messages.',
    scope: 'read',
    params: IdParams,
    query: ArchiveQuery,
    answer: answer('The recorded hours.', ArchiveResponse, archiveExample),
    problems: ['station_not_found'],
  },
  'GET /stations/:id/coordenadas': {
    id: 'getStationCoordinates',
    tag: 'Archive',
    summary: 'List the positions of a station by day',
    description:
      'Positions against the neighbouring stations, from the recorded observations, in millimetres from the position that the station announced. At most 366 days per request. A day that was not computed has `null`.',
    scope: 'read',
    params: IdParams,
    query: CoordinatesQuery,
    answer: answer('The positions by day.', CoordinatesResponse, coordinatesExample),
    problems: ['station_not_found'],
  },
  'GET /stations/:id/equipo': {
    id: 'getStationEquipment',
    tag: 'Archive',
    summary: 'List the receivers and antennas of a station over time',
    description:
      "The equipment that RINEX headers and site logs contain: from the station's stream, or as the operator recorded it. One receiver and one antenna are installed at a time.",
    scope: 'read',
    params: IdParams,
    answer: answer('The equipment history.', EquipmentResponse, equipmentExample),
    problems: ['station_not_found'],
  },
  'GET /rinex': {
    id: 'listRinex',
    tag: 'Archive',
    summary: 'List RINEX requests of the organization, newest first',
    description: 'Paged with `cursor`; the `Link` header has the next page.',
    scope: 'read',
    query: RinexQuery,
    answer: answer('A page of RINEX requests.', Ref(RinexListSchema), {
      ok: true,
      rinex: [rinexExample],
      next_cursor: null,
    }),
  },
  'POST /rinex': {
    id: 'createRinex',
    tag: 'Archive',
    summary: 'Request RINEX files',
    description:
      'The files are made in the background: read `GET /rinex/{id}`, or subscribe to the event `rinex.ready`. With `lat` and `lng` the nearest station that has at least 95 % of the window is used. Without enough data the response is 409 `no_data`. Each started hour of data counts toward the quota of the organization; beyond it the response is 409 `quota_exceeded`.',
    scope: 'archivo',
    body: Ref(RinexRequestSchema),
    idempotent: true,
    status: 202,
    answer: answer('The request, pending.', RinexResponse, { ok: true, rinex: pendingRinexExample }),
    problems: ['no_data', 'quota_exceeded', 'rinex_limit_reached'],
  },
  'GET /rinex/:id': {
    id: 'getRinex',
    tag: 'Archive',
    summary: 'Get a RINEX request and its files',
    description:
      'The addresses of the files need no token and work for 7 days. A request of another organization returns 404.',
    scope: 'read',
    params: Type.Object({ id: Type.String({ description: 'Identifier of the request, such as `rnx_…`.' }) }),
    answer: answer('The request.', RinexResponse, { ok: true, rinex: rinexExample }),
    problems: ['rinex_not_found'],
  },
} as const satisfies Record<string, Operation>
