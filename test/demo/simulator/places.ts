import type { StationDescription } from '../../../src/demo/simulator/station-stream.ts'

/** A Saturday. GPS week 2445 starts at 23:59:42. */
export const INSTANT = Date.UTC(2026, 10, 14, 22, 30)

export const STATION: StationDescription = {
  code: 'CDMX',
  stationId: 17,
  position: { lat: 19.4326077, lng: -99.1332081, height: 2240.123 },
}

export const secondsFrom = (startMs: number, count: number, everyMs = 1000) =>
  Array.from({ length: count }, (_, index) => startMs + index * everyMs)

export const distance = (a: readonly number[], b: readonly number[]) =>
  Math.hypot(...a.map((value, axis) => value - b[axis]!))
