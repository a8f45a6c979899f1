import { describe, expect, it } from 'vitest'
import { stationHistory } from '../../../src/demo/simulator/history.ts'
import { uptimeHistory } from '../../../src/domain/stations/uptime.ts'

const NOW = new Date('2026-11-14T18:30:20Z') // 12:30 in Mexico City
const CODES = Array.from({ length: 24 }, (_, index) => `S${String(index).padStart(2, '0')}`)

/** In every dozen stations one is poor, one restless and one had maintenance; the others are steady. */
const historiesOf = (seed?: number) =>
  CODES.map((code, index) => {
    const character = (['poor', 'restless', 'maintained'] as const)[index % 12] ?? 'steady'
    return stationHistory(code, character, NOW, seed)
  })

describe('the history of a network', () => {
  const network = historiesOf()
  const uptimes = network.map(({ days }) => uptimeHistory(days, NOW).uptimePct!)

  it('has sixty days of every minute for every station', () => {
    for (const { days } of network) {
      expect(days).toHaveLength(60)
      expect([days[0]!.day, days.at(-1)!.day]).toEqual(['2026-09-16', '2026-11-14'])
      for (const [index, day] of days.entries()) {
        expect(day.minutesUp + day.minutesDown + day.minutesNotMeasured).toBe(index < 59 ? 1440 : 750)
        expect(Math.min(day.minutesUp, day.minutesDown, day.minutesNotMeasured)).toBeGreaterThanOrEqual(0)
        expect(day.healthPct).toBeGreaterThan(50)
        expect(day.healthPct).toBeLessThanOrEqual(100)
      }
    }
  })

  it('is mostly good, with a few poor stations', () => {
    expect(uptimes.filter((uptime) => uptime > 99.8).length).toBeGreaterThanOrEqual(20)
    const poor = uptimes.filter((uptime) => uptime < 98)
    expect(poor.length).toBe(2)
    expect(Math.min(...poor)).toBeGreaterThan(85)
    expect(network.filter(({ character }) => character === 'maintained')).toHaveLength(2)
  })

  it('has unmeasured minutes that are the same for all stations and lower no value', () => {
    const notMeasured = network
      .filter(({ character }) => character === 'steady')
      .map(({ days }) => days.map(({ minutesNotMeasured }) => minutesNotMeasured).join())
    expect(new Set(notMeasured).size).toBe(1)
    expect(notMeasured[0]).toMatch(/[1-9]/)
    const { days } = network.find(({ changes }) => changes.length === 0)!
    expect(uptimeHistory(days, NOW).uptimePct).toBe(100)
  })

  it('changes status according to its minutes, and ends online', () => {
    for (const { changes, days } of network) {
      let status = 'online'
      let downMs = 0
      for (const [index, { at, from, to }] of changes.entries()) {
        expect(from).toBe(status)
        if (index > 0) expect(at.getTime()).toBeGreaterThanOrEqual(changes[index - 1]!.at.getTime())
        if (from === 'offline') downMs += at.getTime() - changes[index - 1]!.at.getTime()
        status = to
      }
      expect(status).toBe('online')
      expect(downMs / 60_000).toBe(days.reduce((sum, { minutesDown }) => sum + minutesDown, 0))
    }
  })

  it('is reproducible for the same seed only', () => {
    expect(historiesOf()).toEqual(network)
    expect(historiesOf(2)).not.toEqual(network)
    expect(stationHistory('S00', 'poor', NOW).changes).not.toEqual(stationHistory('S01', 'poor', NOW).changes)
  })
})
