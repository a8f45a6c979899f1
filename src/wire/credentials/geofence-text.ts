// Parses a geofence from text, for CSV cells and the command line.
import type { GeofenceWish } from '../../domain/credentials/geofence.ts'
import { ON_BASE_WORDS } from './geofence.ts'

/** Accepted formats, shown in the error message. */
export const GEOFENCE_FORM = '19.4326,-99.1332,20 (lat,lng,km) · POLYGON((lng lat, …)) · GeoJSON'

const NUMBER = /^[+-]?\d{1,4}(\.\d+)?$/

/**
 * Parses a circle (latitude, longitude, kilometres), a polygon (WKT or GeoJSON), or the API's object for either. `null`
 * for anything else.
 */
export function geofenceInText(text: string): GeofenceWish | null {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return inJson(trimmed)
  const [, ring] = /^POLYGON\s*\(\s*\(([^()]*)\)\s*\)$/i.exec(trimmed) ?? []
  if (ring !== undefined) return polygon(ring.split(',').map((pair) => numbersIn(pair.trim().split(/\s+/))))
  const [lat, lng, radiusKm, more] = numbersIn(trimmed.split(/[\s,;]+/)) ?? []
  return radiusKm === undefined || more !== undefined ? null : { shape: 'circle', lat, lng, radiusKm }
}

const numbersIn = (parts: readonly string[]): readonly number[] | null =>
  parts.every((part) => NUMBER.test(part)) ? parts.map(Number) : null

/** WKT and GeoJSON have the longitude first. */
function polygon(pairs: readonly (readonly number[] | null)[]): GeofenceWish | null {
  if (!pairs.every((pair) => pair !== null && pair.length === 2)) return null
  return { shape: 'polygon', points: pairs.map((pair) => [pair![1]!, pair![0]!]) }
}

function inJson(text: string): GeofenceWish | null {
  let value: Readonly<Record<string, unknown>>
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const { type, coordinates, tipo, lat, lng, radio_km: radiusKm, puntos, en_base: word } = value
  if (type === 'Polygon' && isRings(coordinates)) return coordinates.length === 1 ? polygon(coordinates[0]!) : null
  const cuts = word === ON_BASE_WORDS.cut
  if (word !== undefined && word !== ON_BASE_WORDS.tell && !cuts) return null
  const onBase = word === undefined ? {} : { onBase: cuts ? ('cut' as const) : ('tell' as const) }
  if (tipo === 'circulo' && isNumber(lat) && isNumber(lng) && isNumber(radiusKm))
    return { shape: 'circle', lat, lng, radiusKm, ...onBase }
  return tipo === 'poligono' && isPoints(puntos) ? { shape: 'polygon', points: puntos, ...onBase } : null
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isPoints = (value: unknown): value is number[][] =>
  Array.isArray(value) && value.every((point) => Array.isArray(point) && point.length === 2 && point.every(isNumber))
const isRings = (value: unknown): value is number[][][] => Array.isArray(value) && value.every(isPoints)
