import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../src/base/running/turns.ts'
import { distanceKm } from '../../../src/domain/geometry/geodesy.ts'
import { coverageArea } from '../../../src/domain/network/coverage-area.ts'
import { Coverage } from '../../../src/domain/network/mountpoint-choice.ts'
import type { Network } from '../../../src/domain/network/network.ts'
import type { Station } from '../../../src/domain/stations/station.ts'
import { depthIn, type Place, placeFrom, pointOf } from '../reference-sphere.ts'

const NOW = new Date('2026-11-14T12:00:00Z')
const CENTRE = { lat: 19.4, lng: -99.1 }
const NETWORK = {
  mountpoint: 'RED',
  upstream: 'ntrip://vrs.example.mx:2101/VRS',
  engineAnswers: true,
  nearBaseKm: 0,
  triangleSideKm: 70,
} as Network

const station = (code: string, place: Place, more: Partial<Station> = {}) =>
  ({
    ...{ code, name: code, mountpoint: code, ...place, radiusKm: 30, isRtcm: true, declaredStatus: 'online' },
    health: {
      ...{ measuredAt: NOW, healthPct: 100, latencyMs: 100, satellites: 30, satellitesByConstellation: {} },
      positionOffsetM: null,
    },
    ...more,
  }) as Station

const areaOf = (stations: readonly Station[], network = NETWORK) =>
  atOnce(coverageArea(stations, new Coverage(stations, NOW), network, NOW))
const around = (centre: Place, count: number) =>
  Array.from({ length: count }, (_, index) => station(`S${index}`, placeFrom(centre, (360 / count) * index, 35)))

describe('the area of a station', () => {
  it('is a closed ring at its radius, with the expected errors at the antenna and at the edge', () => {
    const [area] = areaOf([station('CDMX', CENTRE)]).stations
    expect(area!.ring.at(-1)).toEqual(area!.ring[0])
    for (const corner of area!.ring) expect(distanceKm(CENTRE, corner)).toBeCloseTo(30, 6)
    expect(area).toMatchObject({
      status: 'online',
      measured: true,
      errorAtStationMm: { horizontal: 8, vertical: 15 },
      errorAtEdgeMm: { horizontal: 38, vertical: 45 },
    })
  })

  it('does not jump at the date line', () => {
    const { ring } = areaOf([station('FIJI', { lat: -17, lng: 179.9 })]).stations[0]!
    for (const [index, { lng }] of ring.slice(1).entries()) expect(Math.abs(lng - ring[index]!.lng)).toBeLessThan(0.1)
  })

  it('exists for a silent station, whose status says so, and not for a hidden one', () => {
    const silent = station('MUDA', CENTRE, { health: { ...station('X', CENTRE).health!, measuredAt: new Date(0) } })
    const hidden = station('NUEVA', CENTRE, { positionPending: true })
    expect(areaOf([silent, hidden]).stations).toMatchObject([{ station: { code: 'MUDA' }, status: 'offline' }])
  })
})

describe('the triangles', () => {
  it('cover exactly the places where the network mountpoint is chosen', () => {
    const stations = [...around(CENTRE, 5), station('MID', CENTRE), station('FAR', placeFrom(CENTRE, 20, 200))]
    const { triangles } = areaOf(stations)
    const coverage = new Coverage(stations, NOW)
    const corners = triangles.map(({ ring }) => [pointOf(ring[0]!), pointOf(ring[1]!), pointOf(ring[2]!)] as const)
    let inside = 0
    for (let km = 5; km <= 150; km += 5)
      for (let azimuth = 1; azimuth < 360; azimuth += 23) {
        const place = placeFrom(CENTRE, azimuth, km)
        const isNetwork = coverage.choose(place, NETWORK).mode === 'vrs'
        expect(corners.some((triangle) => depthIn(triangle, pointOf(place)) >= 0)).toBe(isNetwork)
        if (isNetwork) inside++
      }
    expect(inside).toBeGreaterThan(30)
    expect(triangles).toHaveLength(5)
  })

  it('are counterclockwise, as GeoJSON requires', () => {
    for (const { ring } of areaOf(around(CENTRE, 4)).triangles) {
      const twice = ring.slice(1).reduce((sum, { lat, lng }, index) => {
        const from = ring[index]!
        return sum + from.lng * lat - lng * from.lat
      }, 0)
      expect(twice).toBeGreaterThan(0)
    }
  })

  it('do not exist without an engine that sends data', () => {
    expect(areaOf(around(CENTRE, 3)).triangles).toHaveLength(1)
    expect(areaOf(around(CENTRE, 3), { ...NETWORK, engineAnswers: false }).triangles).toEqual([])
    expect(areaOf(around(CENTRE, 3), { ...NETWORK, upstream: null }).triangles).toEqual([])
  })

  it('are measured only if all corners are', () => {
    const [first, ...others] = around(CENTRE, 3)
    expect(areaOf([first!, ...others]).triangles[0]!.measured).toBe(true)
    expect(areaOf([{ ...first!, health: null }, ...others]).triangles[0]!.measured).toBe(false)
  })
})
