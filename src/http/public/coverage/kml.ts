// The coverage as KML 2.2 (OGC 07-147r2), for Google Earth and mobile GIS apps.
import type { Position } from '../../../domain/geometry/geodesy.ts'
import type { CoverageArea, StationArea } from '../../../domain/network/coverage-area.ts'
import type { ExpectedErrorMm } from '../../../domain/network/mountpoint-choice.ts'
import type { Language } from '../../../domain/people/user.ts'
import type { StationStatus } from '../../../domain/stations/station.ts'
import { escapeXml } from '../../../domain/text/plain-text.ts'

interface Words {
  readonly title: (network: string) => string
  readonly simulated: string
  readonly stations: string
  readonly radii: string
  readonly triangles: string
  readonly status: Record<StationStatus, string>
  readonly unmeasured: string
  readonly error: (error: ExpectedErrorMm) => string
}

const WORDS: Record<Language, Words> = {
  es: {
    title: (network) => `Cobertura de ${network}`,
    simulated: 'red simulada',
    stations: 'Estaciones',
    radii: 'Radios de servicio, con el error esperado en el borde',
    triangles: 'Triángulos del mountpoint de la red',
    status: {
      online: 'en línea',
      degraded: 'degradada',
      offline: 'fuera de línea',
      maintenance: 'en mantenimiento',
    },
    unmeasured: 'sin medición',
    error: ({ horizontal, vertical }) => `error esperado: ${horizontal} mm horizontal, ${vertical} mm vertical`,
  },
  en: {
    title: (network) => `Coverage of ${network}`,
    simulated: 'simulated network',
    stations: 'Stations',
    radii: 'Service radii, with the expected error at the edge',
    triangles: 'Triangles of the network mountpoint',
    status: { online: 'online', degraded: 'degraded', offline: 'offline', maintenance: 'under maintenance' },
    unmeasured: 'not measured',
    error: ({ horizontal, vertical }) => `expected error: ${horizontal} mm horizontal, ${vertical} mm vertical`,
  },
}

/** The colours are alpha, blue, green, red. */
const styleOf = (id: string, line: string, fill: string) =>
  `<Style id="${id}"><LineStyle><color>${line}</color></LineStyle><PolyStyle><color>${fill}</color></PolyStyle></Style>`
const STYLES = [styleOf('radius', 'ff78640b', '2078640b'), styleOf('triangle', 'ff0953b4', '180953b4')].join('\n')

export function kmlOf(
  { stations, triangles }: CoverageArea,
  network: { readonly name: string; readonly simulated: boolean },
  language: Language,
): string {
  const words = WORDS[language]
  const detail = (measured: boolean, errorMm: ExpectedErrorMm) => (measured ? words.error(errorMm) : words.unmeasured)
  const stationMark = ({ station, status, measured, errorAtStationMm }: StationArea) =>
    placemark(
      `${station.code} ${station.name}`,
      `${station.mountpoint}, ${words.status[status]}; ${detail(measured, errorAtStationMm)}`,
      `<Point><coordinates>${coordinatesOf(station)}</coordinates></Point>`,
    )
  const radiusMark = ({ station, measured, errorAtEdgeMm, ring }: StationArea) =>
    placemark(
      `${station.code} ${station.radiusKm} km`,
      detail(measured, errorAtEdgeMm),
      `<styleUrl>#radius</styleUrl>${polygonOf(ring)}`,
    )
  const triangleMarks = triangles.map(({ codes, measured, errorMm, ring }) =>
    placemark(codes.join('–'), detail(measured, errorMm), `<styleUrl>#triangle</styleUrl>${polygonOf(ring)}`),
  )
  const title = words.title(network.name) + (network.simulated ? ` (${words.simulated})` : '')
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2">
<Document>
<name>${escapeXml(title)}</name>
${STYLES}
${folder(words.triangles, triangleMarks)}
${folder(words.radii, stations.map(radiusMark))}
${folder(words.stations, stations.map(stationMark))}
</Document>
</kml>
`
}

const folder = (name: string, marks: readonly string[]) =>
  `<Folder><name>${escapeXml(name)}</name>\n${marks.join('\n')}\n</Folder>`

const placemark = (name: string, description: string, rest: string) =>
  `<Placemark><name>${escapeXml(name)}</name><description>${escapeXml(description)}</description>${rest}</Placemark>`

const polygonOf = (ring: readonly Position[]) =>
  `<Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map(coordinatesOf).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon>`

const coordinatesOf = ({ lat, lng }: Position) => `${lng.toFixed(5)},${lat.toFixed(5)}`
