import { type Static, Type } from 'typebox'
import type { CandidateStation, Choice } from '../../domain/network/mountpoint-choice.ts'
import type { Network } from '../../domain/network/network.ts'
import { en } from '../../words/en.ts'
import { choiceText } from '../../words/network.ts'
import { Nullable, Ok } from '../common.ts'
import { StationStatusSchema } from '../stations/station.ts'

export const VrsQuery = Type.Object({
  lat: Type.Number({
    minimum: -90,
    maximum: 90,
    description: 'Latitude in degrees, north positive.',
    examples: [19.43],
  }),
  lng: Type.Number({
    minimum: -180,
    maximum: 180,
    description: 'Longitude in degrees, east positive.',
    examples: [-99.13],
  }),
})

const VrsStation = Type.Object(
  {
    id: Type.Integer(),
    codigo: Type.String(),
    status: StationStatusSchema,
    telemetria: Type.Boolean({ description: 'false: the status is declared, not measured.' }),
    distancia_km: Type.Number(),
  },
  { $id: 'VrsStation', description: 'A station with its distance to the position.' },
)

export const VrsSchemas = [VrsStation]

const MODES = { vrs: 'vrs', base: 'base', none: 'ninguno' } as const

export const VrsResponse = Type.Object({
  ok: Ok,
  modo: Type.Enum(['vrs', 'base', 'ninguno'], {
    description: '`vrs`: the network mountpoint; `base`: a single base; `ninguno`: no coverage.',
  }),
  mountpoint: Nullable('string', { description: 'null without coverage.' }),
  caster: Type.String({ description: 'Host of the caster.' }),
  puerto: Type.Integer({ description: 'Port of the caster.' }),
  formato: Nullable('string'),
  datum: Nullable('string'),
  cobertura: Type.Boolean({
    description: 'false: no mountpoint serves this position; a far base is never offered instead.',
  }),
  distancia_km: Nullable('number', {
    description: 'Geodesic distance to the nearest station of the choice (without coverage, to the nearest station).',
  }),
  error_esperado_mm: Type.Unsafe<{ horizontal: number; vertical: number } | null>({
    type: ['object', 'null'],
    properties: { horizontal: { type: 'integer' }, vertical: { type: 'integer' } },
    required: ['horizontal', 'vertical'],
    description: 'For a single base about 8 mm + 1 ppm horizontal and 15 mm + 1 ppm vertical.',
  }),
  station: Type.Unsafe<Static<typeof VrsStation> | null>({
    // Written out, because a choice between a reference and null makes the serialiser validate every answer.
    type: ['object', 'null'],
    properties: VrsStation.properties,
    required: VrsStation.required,
    description: 'The base, or without coverage the nearest station; null for `vrs`.',
  }),
  estaciones: Type.Array(Type.Unsafe<Static<typeof VrsStation>>({ $ref: 'VrsStation#' }), {
    description: 'The stations behind the choice, nearest first.',
  }),
  alternativas: Type.Array(
    Type.Object({ modo: Type.Enum(['vrs', 'base']), mountpoint: Type.String(), distancia_km: Type.Number() }),
    { description: 'What else serves the position.' },
  ),
  motivo: Type.String({ description: 'Why this was chosen, in words.' }),
})

export function choiceToWire(choice: Choice, network: Network): Static<typeof VrsResponse> {
  return {
    ok: true,
    modo: MODES[choice.mode],
    mountpoint: choice.mountpoint,
    caster: network.casterHost,
    puerto: network.casterPort,
    formato: choice.format,
    datum: choice.datum,
    cobertura: choice.mode !== 'none',
    distancia_km: choice.distanceKm === null ? null : metres(choice.distanceKm),
    error_esperado_mm: choice.expectedErrorMm,
    station: choice.station && stationOf(choice.station),
    estaciones: choice.stations.map(stationOf),
    alternativas: choice.alternatives.map(({ mode, mountpoint, distanceKm }) => ({
      modo: mode,
      mountpoint,
      distancia_km: metres(distanceKm),
    })),
    motivo: choiceText(en, choice.reason),
  }
}

const stationOf = ({ station, status, distanceKm }: CandidateStation): Static<typeof VrsStation> => ({
  id: station.id,
  codigo: station.code,
  status,
  telemetria: station.health !== null,
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
