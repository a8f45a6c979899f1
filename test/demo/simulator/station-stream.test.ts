import { decodeObservationHead, FrameReader, type ObservationHead, StreamMeter } from '@vertice/rtcm'
import { describe, expect, it } from 'vitest'
import { toEcef } from '../../../src/demo/simulator/sky/earth.ts'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import { distance, INSTANT, STATION, secondsFrom } from './places.ts'

const MINUTE = 60_000
const streamOf = (seed = 1, change = {}) => new StationStream(new Sky(seed), { ...STATION, ...change })

function metered(stream: StationStream, instants = secondsFrom(INSTANT, 60), latencyMs = 120) {
  const meter = new StreamMeter(instants[0]!)
  for (const instant of instants) meter.push(stream.epoch(instant), instant + latencyMs)
  return meter.takeSlice(instants[0]! + MINUTE)
}

function typesOf(bytes: Buffer): number[] {
  const types: number[] = []
  new FrameReader((_, type) => types.push(type)).push(bytes)
  return types
}

const EPHEMERIDES = [1019, 1020, 1042, 1046]

describe('StationStream', () => {
  it('is complete, on time and from the right station for our meter', () => {
    const facts = metered(streamOf())
    expect(facts).toMatchObject({
      badCrcs: 0,
      skippedBytes: 0,
      epochs: { received: 60, expected: 60, intervalMs: 1000, gaps: 0 },
      latency: { medianMs: 120, clamped: 0, unknown: 0 },
      messages: { 1005: 6, 1033: 6, 1077: 60, 1087: 60, 1097: 60, 1127: 60 },
      equipment: { antenna: 'SIMULATED       NONE', receiver: { type: 'SIMULATED' } },
    })
    const { position, medianSatellites } = facts
    expect(position!.stationId).toBe(17)
    expect(distance([position!.x, position!.y, position!.z], toEcef(STATION.position))).toBeLessThan(0.0001)
    expect(Object.keys(medianSatellites!.byConstellation)).toEqual(['GPS', 'GLO', 'GAL', 'BDS'])
    expect(medianSatellites!.total).toBeGreaterThan(24)
  })

  it('closes each epoch with its last message', () => {
    const heads: ObservationHead[] = []
    const reader = new FrameReader((payload, type) => {
      const head = decodeObservationHead(payload, type)
      if (head) heads.push(head)
    })
    reader.push(streamOf().epoch(INSTANT))
    expect(heads.map(({ moreFollow }) => moreFollow)).toEqual([true, true, true, false])
    expect(new Set(heads.map(({ stationId }) => stationId))).toEqual(new Set([17]))
  })

  it('sends the ephemerides of all satellites within four epochs, and each one every half minute', () => {
    const stream = streamOf()
    const counts = secondsFrom(INSTANT, 90).map((instant) => {
      return typesOf(stream.epoch(instant)).filter((type) => EPHEMERIDES.includes(type)).length
    })
    const inView = metered(streamOf()).medianSatellites!.total
    const sum = (from: number, to: number) => counts.slice(from, to).reduce((total, count) => total + count, 0)
    expect(sum(0, 4)).toBeGreaterThanOrEqual(inView - 1)
    expect(sum(60, 90)).toBeGreaterThanOrEqual(inView - 2)
    expect(Math.max(...counts)).toBeLessThanOrEqual(13)
    stream.restart()
    expect(typesOf(stream.epoch(INSTANT + 90_000))).toEqual(expect.arrayContaining([1005, 1033, 1019]))
  })

  it("has the station's constellations", () => {
    const { byConstellation } = metered(streamOf(1, { constellations: ['GPS', 'BDS'] })).medianSatellites!
    expect(Object.keys(byConstellation)).toEqual(['GPS', 'BDS'])
  })

  it('loses and regains a constellation', () => {
    const stream = streamOf()
    stream.setObserved('GLO', false)
    const facts = metered(stream)
    expect(facts.messages).not.toHaveProperty('1087')
    expect(facts.messages).not.toHaveProperty('1020')
    expect(facts.epochs).toMatchObject({ received: 60, expected: 60 })
    stream.setObserved('GLO', true)
    expect(typesOf(stream.epoch(INSTANT + MINUTE))).toContain(1087)
    for (const constellation of ['GPS', 'GLO', 'GAL', 'BDS'] as const) stream.setObserved(constellation, false)
    expect(typesOf(stream.epoch(INSTANT + MINUTE + 1000))).toEqual([])
  })

  it('announces a moved antenna at once', () => {
    const stream = streamOf()
    stream.epoch(INSTANT)
    stream.moveAntenna({ east: 3, north: -4, up: 12 })
    const { position } = metered(stream, [INSTANT + 1000])
    expect(distance([position!.x, position!.y, position!.z], toEcef(STATION.position))).toBeCloseTo(13, 3)
  })

  it('works at other rates', () => {
    const facts = metered(streamOf(), secondsFrom(INSTANT, 300, 200))
    expect(facts.epochs).toMatchObject({ received: 300, expected: 300, intervalMs: 200 })
    expect(facts.messages[1005]).toBe(6)
  })

  it('is reproducible for the same seed only', () => {
    const bytes = (seed: number, change = {}) => {
      const stream = streamOf(seed, change)
      return Buffer.concat(secondsFrom(INSTANT, 5).map((instant) => stream.epoch(instant)))
    }
    expect(bytes(3)).toEqual(bytes(3))
    expect(bytes(3)).not.toEqual(bytes(4))
    expect(bytes(3)).not.toEqual(bytes(3, { code: 'OTHER' }))
  })
})
