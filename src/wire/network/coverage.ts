// The coverage as GeoJSON (RFC 7946).
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { CoverageArea, StationArea, TriangleArea } from '../../domain/network/coverage-area.ts'
import type { ExpectedErrorMm } from '../../domain/network/mountpoint-choice.ts'
import type { StationStatus } from '../../domain/stations/station.ts'

type Coordinates = readonly [lng: number, lat: number]

interface Feature<Geometry, Properties> {
  readonly type: 'Feature'
  readonly geometry: Geometry
  readonly properties: Properties
}

type Polygon = { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Coordinates[])[] }

/** `null` if the stations are not measured. */
interface Errors {
  readonly error_horizontal_mm: number | null
  readonly error_vertical_mm: number | null
}

interface StationProperties extends Errors {
  readonly codigo: string
  readonly nombre: string
  readonly mountpoint: string
  readonly formato: string
  readonly datum: string
  readonly status: StationStatus
  /** False if the operator declared the status. */
  readonly telemetria: boolean
  readonly radio_km: number
}

/** Errors at the antenna. */
export type StationFeature = Feature<
  { readonly type: 'Point'; readonly coordinates: Coordinates },
  { readonly tipo: 'estacion' } & StationProperties
>
/** Errors at the edge. */
export type RadiusFeature = Feature<Polygon, { readonly tipo: 'radio' } & StationProperties>
export type TriangleFeature = Feature<
  Polygon,
  Errors & {
    readonly tipo: 'triangulo'
    readonly estaciones: readonly string[]
    readonly mountpoint: string
    readonly telemetria: boolean
  }
>
export type CoverageFeature = StationFeature | RadiusFeature | TriangleFeature

/** A metre: an area of service is no more precise. */
const DECIMALS = 5

/** Areas first, so that programs which draw in this order keep the stations visible. */
export const featuresOf = ({ stations, triangles }: CoverageArea, networkMountpoint: string): CoverageFeature[] => [
  ...triangles.map((triangle) => triangleFeature(triangle, networkMountpoint)),
  ...stations.map(radiusFeature),
  ...stations.map(stationFeature),
]

const triangleFeature = (area: TriangleArea, mountpoint: string): TriangleFeature => ({
  type: 'Feature',
  geometry: polygonOf(area.ring),
  properties: {
    tipo: 'triangulo',
    estaciones: area.codes,
    mountpoint,
    telemetria: area.measured,
    ...errorsOf(area.errorMm, area),
  },
})

const radiusFeature = (area: StationArea): RadiusFeature => ({
  type: 'Feature',
  geometry: polygonOf(area.ring),
  properties: { tipo: 'radio', ...propertiesOf(area), ...errorsOf(area.errorAtEdgeMm, area) },
})

const stationFeature = (area: StationArea): StationFeature => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: coordinatesOf(area.station) },
  properties: { tipo: 'estacion', ...propertiesOf(area), ...errorsOf(area.errorAtStationMm, area) },
})

const propertiesOf = ({ station, status, measured }: StationArea) => ({
  codigo: station.code,
  nombre: station.name,
  mountpoint: station.mountpoint,
  formato: station.format,
  datum: station.datum,
  status,
  telemetria: measured,
  radio_km: station.radiusKm,
})

const errorsOf = ({ horizontal, vertical }: ExpectedErrorMm, { measured }: { readonly measured: boolean }) => ({
  error_horizontal_mm: measured ? horizontal : null,
  error_vertical_mm: measured ? vertical : null,
})

const polygonOf = (ring: readonly Position[]) => ({ type: 'Polygon' as const, coordinates: [ring.map(coordinatesOf)] })

const coordinatesOf = ({ lat, lng }: Position) => [rounded(lng), rounded(lat)] as const
const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))
