import { type Static, Type } from 'typebox'
import type { Choice } from '../../domain/network/mountpoint-choice.ts'
import type { Network } from '../../domain/network/network.ts'
import type { CandidateStation } from '../../domain/network/sites.ts'
import { isMeasured } from '../../domain/stations/status.ts'
import { en } from '../../words/en.ts'
import { choiceText } from '../../words/network.ts'
import { Count, Id, Nullable, Ok, OrNull, Port, Words } from '../common.ts'
import { Latitude, Longitude, STATION_CODE, StationStatusSchema } from '../stations/station.ts'
import { FrameSchema, frameExample } from './frame.ts'
import { frameToWire } from './frame-to-wire.ts'

export const VrsQuery = Type.Object({
  lat: Type.Number({ ...Latitude, examples: [19.43] }),
  lng: Type.Number({ ...Longitude, examples: [-99.13] }),
})

const VrsStation = Type.Object(
  {
    id: Id('Identifier of the station.'),
    codigo: Type.String({ pattern: STATION_CODE, description: 'Code of the station.' }),
    status: StationStatusSchema,
    telemetria: Type.Boolean({ description: '`false` if the operator declared the status and it is not measured.' }),
    distancia_km: Type.Number({ minimum: 0, description: 'Geodesic distance to the position, in kilometres.' }),
  },
  { title: 'VrsStation', description: 'A station with its distance to the position.' },
)

const ExpectedError = Type.Object(
  {
    horizontal: Count('Expected horizontal error in millimetres.'),
    vertical: Count('Expected vertical error in millimetres.'),
  },
  {
    title: 'ExpectedError',
    description:
      'Expected position error of the rover. With a single base, about 8 mm + 1 ppm horizontally and 15 mm + 1 ppm vertically.',
  },
)

const Alternative = Type.Object(
  {
    modo: Words('AlternativeMode', ['vrs', 'base'], '`vrs`: the network mountpoint; `base`: a single base.'),
    mountpoint: Type.String({ maxLength: 100, description: 'Mountpoint to connect to.' }),
    distancia_km: Type.Number({
      minimum: 0,
      description: 'Geodesic distance to the nearest station of the mountpoint, in kilometres.',
    }),
  },
  { title: 'MountpointAlternative', description: 'Another mountpoint that covers the position.' },
)

const MODES = { vrs: 'vrs', base: 'base', none: 'ninguno' } as const

export const VrsResponse = Type.Object(
  {
    ok: Ok,
    modo: Words(
      'MountpointMode',
      ['vrs', 'base', 'ninguno'],
      '`vrs`: the network mountpoint; `base`: a single base; `ninguno`: no coverage.',
    ),
    mountpoint: Nullable('string', {
      maxLength: 100,
      description: 'Mountpoint to connect to; `null` without coverage.',
    }),
    caster: Type.String({ maxLength: 253, description: 'Host of the caster.' }),
    puerto: Port,
    formato: Nullable('string', { maxLength: 200, description: 'Format of the corrections.' }),
    datum: Nullable('string', { maxLength: 200, description: 'Reference frame of the coordinates.' }),
    marco: OrNull(
      FrameSchema,
      'Reference frame that `datum` names; `null` without coverage, or if it is not in the table of frames.',
    ),
    cobertura: Type.Boolean({
      description: '`false` if no mountpoint covers this position. A distant base is never offered instead.',
    }),
    distancia_km: Nullable('number', {
      minimum: 0,
      description:
        'Geodesic distance to the nearest station of the selected mountpoint, in kilometres; without coverage, to `station`.',
    }),
    error_esperado_mm: OrNull(ExpectedError, 'Expected position error of the rover; `null` without coverage.'),
    station: OrNull(
      VrsStation,
      'The selected base; `null` for `vrs`. Without coverage: the station that would cover the position but is unavailable now, or else the nearest station.',
    ),
    estaciones: Type.Array(VrsStation, { description: 'Stations of the selected mountpoint, nearest first.' }),
    alternativas: Type.Array(Alternative, { description: 'Other mountpoints that cover the position.' }),
    motivo: Type.String({ description: 'Reason for the selection, in words.' }),
  },
  { title: 'MountpointChoice', description: 'The mountpoint selected for a position, and the reason.' },
)

export function choiceToWire(choice: Choice, network: Network, now: Date): Static<typeof VrsResponse> {
  return {
    ok: true,
    modo: MODES[choice.mode],
    mountpoint: choice.mountpoint,
    caster: network.casterHost,
    puerto: network.casterPort,
    formato: choice.format,
    datum: choice.datum,
    marco: frameToWire(choice),
    cobertura: choice.mode !== 'none',
    distancia_km: choice.distanceKm === null ? null : metres(choice.distanceKm),
    error_esperado_mm: choice.expectedErrorMm,
    station: choice.station && stationOf(choice.station, now),
    estaciones: choice.stations.map((one) => stationOf(one, now)),
    alternativas: choice.alternatives.map(({ mode, mountpoint, distanceKm }) => ({
      modo: mode,
      mountpoint,
      distancia_km: metres(distanceKm),
    })),
    motivo: choiceText(en, choice.reason),
  }
}

const stationOf = ({ station, status, distanceKm }: CandidateStation, now: Date): Static<typeof VrsStation> => ({
  id: station.id,
  codigo: station.code,
  status,
  telemetria: isMeasured(station, now),
  distancia_km: metres(distanceKm),
})

const metres = (km: number) => Math.round(km * 1000) / 1000

export const vrsExample = {
  ok: true,
  modo: 'vrs',
  mountpoint: 'RED',
  caster: 'rtk.example.mx',
  puerto: 2101,
  formato: 'RTCM 3.2',
  datum: 'ITRF2008 época 2010.0',
  marco: frameExample,
  cobertura: true,
  distancia_km: 23.4,
  error_esperado_mm: { horizontal: 15, vertical: 25 },
  station: null,
  estaciones: [
    { id: 3, codigo: 'CDMX', status: 'online', telemetria: true, distancia_km: 23.4 },
    { id: 4, codigo: 'TOLU', status: 'online', telemetria: true, distancia_km: 38.912 },
    { id: 9, codigo: 'CUER', status: 'online', telemetria: false, distancia_km: 41.07 },
  ],
  alternativas: [{ modo: 'base', mountpoint: 'CDMX_RTCM32', distancia_km: 23.4 }],
  motivo: 'inside the triangle CDMX, TOLU, CUER, every side at most 70 km',
}
