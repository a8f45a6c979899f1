// Results of many stations and baselines leave the thread in small parts, each once.
import { describe, expect, it } from 'vitest'
import { Sky } from '../../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../../src/demo/simulator/station-stream.ts'
import type { BaselineBin } from '../../../src/domain/archive/integrity/live.ts'
import { StationMeters } from '../../../src/recording/quality/station-meters.ts'
import { type Part, WaitingResults } from '../../../src/recording/quality/waiting-results.ts'

const START = Date.UTC(2026, 10, 14, 18, 45)
const NOTHING = { minutes: [], skyParts: [] }

/** Ten minutes of stations that receive the same stream. */
function measured(stations: number) {
  const position = { lat: 19.4, lng: -99.1, height: 2240 }
  const stream = new StationStream(new Sky(1), { code: 'S1', stationId: 1, position })
  const meters = new StationMeters()
  meters.setStations(Array.from({ length: stations }, (_, id) => ({ id, near: null })))
  for (let at = START; at <= START + 600_000; at += 30_000) {
    const frames = stream.epoch(at)
    for (let id = 0; id < stations; id++) meters.push(id, frames, at)
  }
  return meters.take(START + 600_000)
}

function all(results: WaitingResults): Part[] {
  const parts: Part[] = []
  for (let part = results.next(); part.measured || part.solved; part = results.next()) parts.push(part)
  return parts
}

describe('WaitingResults', () => {
  it('has at most ten minutes and ten parts of the sky in a part', () => {
    const results = new WaitingResults()
    const whole = measured(25)
    results.add(whole, null)
    const parts = all(results)
    expect(parts.flatMap((part) => part.measured?.minutes ?? [])).toEqual(whole.minutes)
    expect(parts.flatMap((part) => part.measured?.skyParts ?? [])).toEqual(whole.skyParts)
    expect(whole.skyParts).toHaveLength(25)
    for (const { measured: part } of parts) {
      expect(part!.minutes.length).toBeLessThanOrEqual(10)
      expect(part!.skyParts.length).toBeLessThanOrEqual(10)
    }
  })

  it('has a hundred baselines in a part', () => {
    const results = new WaitingResults()
    const bins = Array.from(
      { length: 250 },
      (_, a): BaselineBin => ({
        ...{ a, b: a + 1, fencingToken: null, atMs: START, epochs: 60, fixed: 0 },
        ...{ vector: null, trouble: { code: 'not_fixed', stationId: null }, ionosphere: null },
      }),
    )
    results.add(NOTHING, { bins, days: [], antennas: [{ stationId: 1, x: 1, y: 2, z: 3 }] })
    const parts = all(results).map(({ solved }) => solved!)
    expect(parts.map((part) => part.bins.length)).toEqual([100, 100, 50])
    expect(parts.flatMap((part) => part.bins)).toEqual(bins)
    expect(parts.flatMap(({ antennas }) => antennas)).toHaveLength(1)
  })

  it('empties itself within a minute whatever the number of stations is', () => {
    const results = new WaitingResults()
    const [minute] = measured(1).minutes
    results.add(
      { minutes: Array.from({ length: 5_000 }, (_, stationId) => ({ ...minute!, stationId })), skyParts: [] },
      null,
    )
    // Four parts per second.
    let waiting = 5_000
    for (let part = 0; part < 240 && waiting > 0; part++) waiting -= results.next().measured!.minutes.length
    expect(waiting).toBe(0)
  })
})
