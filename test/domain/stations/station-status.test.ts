import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATION_STATUSES, type Station, type StationHealth } from '../../../src/domain/stations/station.ts'
import {
  figuresAt,
  figuresHoldUntil,
  type Hysteresis,
  isBad,
  isStatusFounded,
  nextHysteresis,
  statusAt,
  statusHoldsUntil,
} from '../../../src/domain/stations/status.ts'

const NOW = new Date('2026-11-14T12:00:00.000Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

const health = (change: Partial<StationHealth> = {}): StationHealth => ({
  measuredAt: ago(1000),
  healthPct: 99.9,
  latencyMs: 300,
  satellites: 30,
  satellitesByConstellation: {},
  positionOffsetM: null,
  ...change,
})

it.each([
  ['it was measured', { health: health() }, true],
  ['it was measured, and is silent', { health: health({ measuredAt: ago(60_001) }) }, true],
  ['nobody has measured it', {}, false],
  ['nobody wants it of another caster', { upstream: { state: 'offered' } }, false],
  ['it flows from another caster', { upstream: { state: 'offered' }, health: health() }, true],
  [
    'it flowed from another caster, and was let go',
    { upstream: { state: 'offered' }, health: health({ measuredAt: ago(60_001) }) },
    false,
  ],
  ['somebody wants it of another caster, and nothing comes', { upstream: { state: 'offered' }, failedAt: NOW }, true],
  ['its caster does not answer', { upstream: { state: 'away' } }, true],
])('reports whether a status is measured: %s', (_, change, expected) => {
  expect(isStatusFounded({ health: null, ...change } as unknown as Station, NOW)).toBe(expected)
})

describe('a measured station', () => {
  it.each([
    ['online', 'all well', {}],
    ['online', '60 s old', { measuredAt: ago(60_000) }],
    ['offline', 'older than 60 s', { measuredAt: ago(60_001) }],
    ['offline', 'old and bad', { measuredAt: ago(3_600_000), healthPct: 1 }],
    ['online', 'completeness 95', { healthPct: 95 }],
    ['degraded', 'completeness below 95', { healthPct: 94.999 }],
    ['degraded', 'completeness 0', { healthPct: 0 }],
    ['online', 'latency 2,000 ms', { latencyMs: 2000 }],
    ['degraded', 'latency above 2,000 ms', { latencyMs: 2001 }],
    ['online', 'latency unknown', { latencyMs: null }],
    ['online', '10 satellites', { satellites: 10 }],
    ['degraded', '9 satellites', { satellites: 9 }],
    ['degraded', 'no satellites', { satellites: 0 }],
    ['online', 'measured by a clock a little ahead', { measuredAt: ago(-500) }],
  ] as const)('is %s: %s', (expected, _, change) => {
    expect(statusAt({ declaredStatus: 'online', health: health(change) }, NOW)).toBe(expected)
  })

  it.each(['online', 'degraded', 'offline'] as const)('overrides the declared status (%s)', (declared) => {
    expect(statusAt({ declaredStatus: declared, health: health() }, NOW)).toBe('online')
    expect(statusAt({ declaredStatus: declared, health: health({ satellites: 1 }) }, NOW)).toBe('degraded')
  })

  it('is in maintenance if declared so', () => {
    expect(statusAt({ declaredStatus: 'maintenance', health: health() }, NOW)).toBe('maintenance')
    expect(statusAt({ declaredStatus: 'maintenance', health: health({ measuredAt: ago(1e9) }) }, NOW)).toBe(
      'maintenance',
    )
  })
})

it.each(STATION_STATUSES)('keeps the declared status without telemetry: %s', (declaredStatus) => {
  expect(statusAt({ declaredStatus, health: null }, NOW)).toBe(declaredStatus)
  expect(statusHoldsUntil({ declaredStatus, health: null }, NOW)).toBeNull()
})

it('statusHoldsUntil: has the same status before that time and another at it', () => {
  const anyStation = fc.record({
    declaredStatus: fc.constantFrom(...STATION_STATUSES),
    health: fc.option(
      fc.record({
        measuredAt: fc.integer({ min: -10_000, max: 200_000 }).map(ago),
        healthPct: fc.constantFrom(50, 99),
        latencyMs: fc.constantFrom(null, 100, 5000),
        satellites: fc.constantFrom(5, 25),
        satellitesByConstellation: fc.constant({}),
        positionOffsetM: fc.constant(null),
      }),
    ),
  })
  fc.assert(
    fc.property(anyStation, fc.double({ min: 0, max: 1, noNaN: true }), (station, part) => {
      const status = statusAt(station, NOW)
      const until = statusHoldsUntil(station, NOW)
      const end = until?.getTime() ?? NOW.getTime() + 1e9
      const between = new Date(NOW.getTime() + Math.floor((end - 1 - NOW.getTime()) * part))
      expect(statusAt(station, between)).toBe(status)
      if (until) expect(statusAt(station, until)).not.toBe(status)
    }),
    { numRuns: 500 },
  )
})

describe('the degraded status with hysteresis', () => {
  const GOOD = { healthPct: 100, latencyMs: 300, satellites: 30 }
  const BAD = [
    { ...GOOD, healthPct: 94.9 },
    { ...GOOD, latencyMs: 2_001 },
    { ...GOOD, satellites: 9 },
  ]
  const ticks = fc.array(
    fc.record({
      afterMs: fc.oneof(fc.constant(2_500), fc.integer({ min: 1, max: 40_000 })),
      figures: fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(GOOD, { ...GOOD, latencyMs: null }) },
        fc.constantFrom(...BAD),
      ),
    }),
    { minLength: 1, maxLength: 60 },
  )
  /** The previous state: of this caster, or of another one as stored in the database. */
  const beginnings = fc.constantFrom<Hysteresis | null>(
    null,
    { degraded: false, goodSince: null },
    { degraded: true, goodSince: null },
  )

  const run = (
    before: Hysteresis | null,
    list: readonly { afterMs: number; figures: Parameters<typeof isBad>[0] }[],
  ) => {
    let now = NOW.getTime()
    let hysteresis = before
    return list.map(({ afterMs, figures }) => {
      now += afterMs
      hysteresis = nextHysteresis(hysteresis, figures, now)
      return { now, bad: isBad(figures), degraded: hysteresis.degraded }
    })
  }

  it('begins at once and ends after 30 s of good values, like a simple model', () => {
    fc.assert(
      fc.property(beginnings, ticks, (before, list) => {
        const told = run(before, list)
        for (const [index, { now, degraded }] of told.entries()) {
          const lastBad = told.slice(0, index + 1).findLastIndex(({ bad }) => bad)
          const wasEverBad = lastBad >= 0 || before?.degraded === true
          const firstGood = told[lastBad + 1]?.now ?? now
          expect(degraded).toBe(lastBad === index || (wasEverBad && now - firstGood < 30_000))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('never turns online within 30 s of a bad value', () => {
    fc.assert(
      fc.property(beginnings, ticks, (before, list) => {
        const told = run(before, list)
        for (const [index, { now, degraded }] of told.entries()) {
          const badBefore = told.slice(0, index).some((one) => one.bad && now - one.now < 30_000)
          if (badBefore) expect(degraded).toBe(true)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('does not delay offline, and maintenance has precedence over both', () => {
    const degraded = health({ degraded: true })
    expect(statusAt({ declaredStatus: 'online', health: degraded }, NOW)).toBe('degraded')
    const silent = { ...degraded, measuredAt: ago(60_001) }
    expect(statusAt({ declaredStatus: 'online', health: silent }, NOW)).toBe('offline')
    expect(statusAt({ declaredStatus: 'maintenance', health: silent }, NOW)).toBe('maintenance')
    expect(statusAt({ declaredStatus: 'maintenance', health: degraded }, NOW)).toBe('maintenance')
  })

  it('is reported by the measuring node, or else derived from the values', () => {
    expect(statusAt({ declaredStatus: 'online', health: health({ degraded: false }) }, NOW)).toBe('online')
    expect(statusAt({ declaredStatus: 'online', health: health({ degraded: null }) }, NOW)).toBe('online')
    expect(statusAt({ declaredStatus: 'online', health: health({ degraded: null, satellites: 4 }) }, NOW)).toBe(
      'degraded',
    )
  })
})

it('figuresHoldUntil: has the same status and values before that time and others at it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1_000, max: 700_000 }),
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      fc.constantFrom('online', 'maintenance'),
      (age, healthPct, part, declaredStatus) => {
        const station = { declaredStatus, health: health({ measuredAt: ago(age), healthPct }) } as const
        const seen = (at: Date) => {
          const { satellites, latencyMs, healthPct } = figuresAt(station, at)!
          return { status: statusAt(station, at), satellites, latencyMs, healthPct }
        }
        const until = figuresHoldUntil(station, NOW)
        const later = until ?? new Date(NOW.getTime() + 3_600_000)
        expect(later.getTime()).toBeGreaterThan(NOW.getTime())
        const between = new Date(NOW.getTime() + Math.floor((later.getTime() - NOW.getTime()) * part))
        expect(seen(between)).toEqual(seen(NOW))
        expect(seen(later).healthPct).toBeLessThanOrEqual(seen(NOW).healthPct)
      },
    ),
  )
  expect(figuresAt({ health: null }, NOW)).toBeNull()
})

it('shows no values of an upstream station after its pull was released', () => {
  const upstream = { state: 'offered' } as Station['upstream']
  const flowing = { declaredStatus: 'online', upstream, health: health({ measuredAt: ago(60_000) }) } as const
  const released = { ...flowing, health: health({ measuredAt: ago(60_001) }) }
  expect(figuresAt(flowing, NOW)).toMatchObject({ satellites: 30 })
  expect(figuresHoldUntil(flowing, NOW)).toEqual(new Date(NOW.getTime() + 1))
  expect([figuresAt(released, NOW), figuresHoldUntil(released, NOW)]).toEqual([null, null])
})
