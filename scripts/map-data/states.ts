// Reads Natural Earth's states and provinces from a GeoPackage (OGC 12-128r18): a SQLite file with WKB geometries
// behind a header.
import { DatabaseSync } from 'node:sqlite'
import type { Line, Point } from './geometry.ts'

export interface State {
  /** ISO 3166-1. */
  readonly country: string
  readonly name: string
  readonly polygons: readonly (readonly Line[])[]
}

export function readStates(file: string): State[] {
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db.prepare('SELECT geom, iso_a2, adm0_a3, name FROM states_provinces').all()
  db.close()
  return rows.map(({ geom, iso_a2, adm0_a3, name }) => ({
    country: countryOf(String(iso_a2), String(adm0_a3), String(name)),
    name: String(name ?? ''),
    polygons: polygonsOf(geom as Uint8Array),
  }))
}

/** Natural Earth draws de facto control; these areas are assigned to the country that the United Nations recognise. */
const PARTS: Record<string, string> = {
  CYN: 'CY', // Northern Cyprus
  ESB: 'CY', // the military bases there
  WSB: 'CY',
  SOL: 'SO', // Somaliland
  KAB: 'KZ', // Baikonur
  KAS: 'IN', // Siachen
  USG: 'CU', // Guantánamo
}
const MOVED: Record<string, string> = { Crimea: 'UA', Sevastopol: 'UA' }
const countryOf = (two: string, three: string, name: string) => MOVED[name] ?? PARTS[three] ?? two

/** Bytes of the envelope, by the flags of the header (2.1.3). */
const ENVELOPES = [0, 32, 48, 48, 64]
const POLYGON = 3
const MULTI_POLYGON = 6

function polygonsOf(blob: Uint8Array): Line[][] {
  const view = new DataView(blob.buffer, blob.byteOffset, blob.byteLength)
  let at = 8 + ENVELOPES[(blob[3]! >> 1) & 7]!
  const geometry = (): Line[][] => {
    const little = view.getUint8(at) === 1
    const type = view.getUint32(at + 1, little) % 1000
    at += 5
    const many = <One>(one: () => One): One[] => {
      const length = view.getUint32(at, little)
      at += 4
      return Array.from({ length }, one)
    }
    const point = (): Point => {
      const found: Point = [onEdge(view.getFloat64(at, little)), view.getFloat64(at + 8, little)]
      at += 16
      return found
    }
    const polygon = () => many(() => many(point))
    if (type === POLYGON) return [polygon()]
    if (type === MULTI_POLYGON) return many(geometry).flat()
    throw new Error(`a geometry of type ${type}`)
  }
  return geometry()
}

/** The data ends a tenth of a degree before the 180° meridian, where both sides should meet. */
const onEdge = (lng: number) => (Math.abs(lng) > 179.89 ? Math.sign(lng) * 180 : lng)
