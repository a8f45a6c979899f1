import { Type } from 'typebox'
import { PageQuery, Ref } from '../../../wire/common.ts'
import { MountpointList, mountpointExample } from '../../../wire/network/mountpoint.ts'
import { VrsQuery, VrsResponse, vrsExample } from '../../../wire/network/vrs.ts'
import { GroupListSchema, GroupQuery, groupExample } from '../../../wire/stations/group.ts'
import { HealthResponse, healthExample } from '../../../wire/stations/health.ts'
import { StationList, StationResponse, stationExample } from '../../../wire/stations/station.ts'
import { answer, type Operation } from './operation.ts'
import { IdParams } from './parameters.ts'

export const STATION_OPERATIONS = {
  'GET /stations': {
    id: 'listStations',
    tag: 'Stations',
    summary: 'Active stations with live status',
    description: 'Ordered by `codigo`, not paged. Supports `If-None-Match`.',
    scope: 'read',
    isOpen: true,
    answer: answer('The active stations.', StationList, { ok: true, stations: [stationExample] }),
  },
  'GET /stations/:id': {
    id: 'getStation',
    tag: 'Stations',
    summary: 'One station with its live status',
    description: 'As in the list; an archived station is a 404.',
    scope: 'read',
    params: IdParams,
    isOpen: true,
    answer: answer('The station.', StationResponse, { ok: true, station: stationExample }),
    problems: ['station_not_found'],
  },
  'GET /stations/:id/health': {
    id: 'getStationHealth',
    tag: 'Stations',
    summary: 'Health and 60-day uptime history of one station',
    description: 'Minutes without measurements do not count as downtime and never lower `uptime_pct`.',
    scope: 'read',
    params: IdParams,
    isOpen: true,
    answer: answer('Health and history.', HealthResponse, healthExample()),
    problems: ['station_not_found'],
  },
  'GET /mountpoints': {
    id: 'listMountpoints',
    tag: 'Stations',
    summary: 'Mountpoints of the stations, and what each gives',
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
    summary: 'Groups of stations, newest first',
    description:
      'Includes the codes of their active stations. Groups are created by the operator and visible to all organizations. Paged with `cursor`; the `Link` header has the next page.',
    scope: 'read',
    query: GroupQuery,
    answer: answer('A page of groups.', Ref(GroupListSchema), { ok: true, grupos: [groupExample], next_cursor: null }),
  },
  'GET /vrs': {
    id: 'chooseMountpoint',
    tag: 'Mountpoint',
    summary: 'Mountpoint for a position',
    description:
      'Network RTK/VRS or a single base, over stations that are online (or degraded, when no online one serves): the nearest station within 10 km; else the network mountpoint inside a triangle of stations whose sides are at most 70 km; else the nearest station whose `radio_km` reaches the position; else no coverage. The distances are settings of the network.',
    scope: 'read',
    query: VrsQuery,
    isOpen: true,
    answer: answer('The choice.', VrsResponse, vrsExample),
  },
} as const satisfies Record<string, Operation>
