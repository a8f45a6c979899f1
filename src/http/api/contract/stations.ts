import { Type } from 'typebox'
import { PageQuery, Ref } from '../../../wire/common.ts'
import { MountpointList, mountpointExample } from '../../../wire/network/mountpoint.ts'
import { NetworkResponse, networkExample } from '../../../wire/network/network.ts'
import { VrsQuery, VrsResponse, vrsExample } from '../../../wire/network/vrs.ts'
import { GroupListSchema, GroupQuery, groupExample } from '../../../wire/stations/group.ts'
import { HealthResponse, healthExample } from '../../../wire/stations/health.ts'
import { QualityResponse, qualityExample } from '../../../wire/stations/quality.ts'
import { StationList, StationResponse, stationExample } from '../../../wire/stations/station.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

export const STATION_OPERATIONS = {
  'GET /stations': {
    id: 'listStations',
    tag: 'Stations',
    summary: 'List active stations with live status',
    description: 'Ordered by `codigo`, not paged. Supports `If-None-Match`.',
    scope: 'read',
    isOpen: true,
    answer: answer('The active stations.', StationList, { ok: true, stations: [stationExample] }),
  },
  'GET /stations/:id': {
    id: 'getStation',
    tag: 'Stations',
    summary: 'Get a station with its live status',
    description: 'Same fields as in the list. An archived station returns 404.',
    scope: 'read',
    params: IdParams,
    isOpen: true,
    answer: answer('The station.', StationResponse, { ok: true, station: stationExample }),
    problems: ['station_not_found'],
  },
  'GET /stations/:id/health': {
    id: 'getStationHealth',
    tag: 'Stations',
    summary: 'Get the health and 60-day uptime history of a station',
    description: 'Minutes without measurements do not count as downtime and never lower `uptime_pct`.',
    scope: 'read',
    params: IdParams,
    isOpen: true,
    answer: answer('Health and history.', HealthResponse, healthExample()),
    problems: ['station_not_found'],
  },
  'GET /stations/:id/calidad': {
    id: 'getStationQuality',
    tag: 'Stations',
    summary: "Get the quality of a station's observations",
    description:
      'Judged once a minute from the last 15 minutes, the position from the last hour and the obstructions from the last day. Values without a measurement are `null`, and a station that cannot be checked is `sin_datos`, never `buena`.',
    scope: 'read',
    params: IdParams,
    answer: answer('The verdict, its reasons and what was measured.', QualityResponse, qualityExample),
    problems: ['station_not_found'],
  },
  'GET /mountpoints': {
    id: 'listMountpoints',
    tag: 'Stations',
    summary: 'List mountpoints of the stations and their content',
    description:
      'The own and derived mountpoints of each active station, ordered by `nombre` (case-insensitive), paged. A credential of a station gives access to all of its mountpoints. The network mountpoint is not included.',
    scope: 'read',
    query: Type.Object(PageQuery),
    isOpen: true,
    answer: answer('A page of mountpoints.', MountpointList, {
      ok: true,
      mountpoints: [mountpointExample],
      next_cursor: null,
    }),
  },
  'GET /grupos': {
    id: 'listStationGroups',
    tag: 'Stations',
    summary: 'List station groups, newest first',
    description:
      'Includes the codes of their active stations. Groups are created by the operator and visible to all organizations. Paged with `cursor`; the `Link` header has the next page.',
    scope: 'read',
    query: GroupQuery,
    answer: answer('A page of groups.', Ref(GroupListSchema), { ok: true, grupos: [groupExample], next_cursor: null }),
  },
  'GET /red': {
    id: 'getNetwork',
    tag: 'Stations',
    summary: 'Get the network, its mountpoints and its reference frame',
    description:
      'The mountpoints that serve the whole network, their engine, and the ionosphere. For the mountpoint of a position use `GET /vrs`.',
    scope: 'read',
    isOpen: true,
    answer: answer('The network.', NetworkResponse, { ok: true, red: networkExample }),
  },
  'GET /vrs': {
    id: 'chooseMountpoint',
    tag: 'Mountpoint',
    summary: 'Select a mountpoint for a position',
    description:
      'Selects network RTK/VRS or a single base among online stations (or degraded ones, if no online station covers the position): the nearest station within 10 km; else the network mountpoint inside a triangle of stations whose sides are at most 70 km; else the nearest station whose `radio_km` covers the position; else no coverage. The operator can change these distances.',
    scope: 'read',
    query: VrsQuery,
    isOpen: true,
    answer: answer('The selected mountpoint.', VrsResponse, vrsExample),
  },
} as const satisfies Record<string, Operation>
