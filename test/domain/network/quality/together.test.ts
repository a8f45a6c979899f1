import { expect, it } from 'vitest'
import { qualityAttention } from '../../../../src/domain/alerts/present.ts'
import type { Reason, ReasonCode } from '../../../../src/domain/network/quality/reason.ts'
import { attentionText } from '../../../../src/words/attention.ts'
import { en } from '../../../../src/words/en.ts'
import { es } from '../../../../src/words/es.ts'

const START = Date.UTC(2026, 10, 12, 9)
const NOW = new Date(START + 3_600_000)

const judged = (id: number, code: ReasonCode, second: number, more: Partial<Reason> = {}) => ({
  ...{ stationId: id, code: `S${id}`, simulated: false },
  reasons: [
    { code, level: 'bad', band: null, value: 70, limit: 60, since: new Date(START + second * 1000), ...more },
  ] satisfies Reason[],
})
const twenty = (code: ReasonCode, everySeconds = 20) =>
  Array.from({ length: 20 }, (_, index) => judged(index + 10, code, index * everySeconds))

it.each(['clock_wrong', 'ranges_contradict', 'below_horizon', 'losses_of_lock', 'satellites_missing'] as const)(
  'is one alert that names all 20 stations: %s',
  (code) => {
    const alerts = qualityAttention(twenty(code), [])
    expect(alerts).toHaveLength(1)
    const [alert] = alerts
    const stations = Array.from({ length: 20 }, (_, index) => `S${index + 10}`)
    expect(alert).toMatchObject({ kind: 'quality_event', id: null, name: code, since: new Date(START) })
    expect(alert!.params).toEqual({ reason: { code, band: null, value: 70, limit: 60 }, stations })
    for (const words of [en, es]) for (const one of stations) expect(attentionText(words, alert!, NOW)).toContain(one)
  },
)

it('is one alert per band and cause, and one per station for what began at another time', () => {
  const of = (id: number, second: number, band: Reason['band']) => judged(id, 'cn0_fell', second, { band })
  const alerts = qualityAttention(
    [of(1, 0, 'L1'), of(2, 10, 'L1'), of(3, 20, 'L1'), of(4, 5, 'L2'), of(5, 900, 'L1'), judged(6, 'clock_wrong', 0)],
    [],
  )
  expect(alerts.map(({ kind, name }) => [kind, name])).toEqual([
    ['quality_event', 'cn0_fell L1'],
    ['quality_bad', 'S6'],
    ['quality_bad', 'S4'],
    ['quality_bad', 'S5'],
  ])
})

it('keeps the alerts of two stations, and of faults of a site that were found when measuring began', () => {
  expect(qualityAttention(twenty('clock_wrong').slice(0, 2), []).map(({ kind }) => kind)).toEqual(
    Array(2).fill('quality_bad'),
  )
  expect(qualityAttention(twenty('sky_obstructed', 0), []).map(({ kind }) => kind)).toEqual(
    Array(20).fill('quality_bad'),
  )
})
