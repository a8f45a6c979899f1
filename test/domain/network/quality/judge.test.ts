import { describe, expect, it } from 'vitest'
import { type BandSums, judge, type StationMeasures } from '../../../../src/domain/network/quality/judge.ts'

const NOW = new Date('2026-11-12T15:30:00Z')
const at = (time: string) => new Date(`2026-11-12T${time}:00Z`)

const L2: BandSums = {
  band: 'L2',
  tracked: 13_500,
  cn0Median: 42,
  losses: 1,
  halfCycles: 0,
  satelliteHours: 3.75,
  multipathM: 0.3,
  multipathSamples: 1_000,
  usualCn0: 42,
  usualSatellites: 15,
}
const FINE: StationMeasures = {
  minutes: 15,
  epochs: 900,
  missed: 0,
  tracked: 27_000,
  expected: 27_500,
  belowHorizon: 0,
  contradicting: 0,
  clockMs: 300,
  bands: [{ ...L2, band: 'L1' }, L2],
  point: { horizontalM: 1.4, points: 58 },
  sky: { share: 0.02, knownShare: 0.8 },
  drops: [],
  antennas: null,
  cn0Minutes: () => [],
}
const withL2 = (change: Partial<BandSums>): StationMeasures => ({
  ...FINE,
  bands: [FINE.bands[0]!, { ...L2, ...change }],
})
const codes = (measures: StationMeasures) =>
  judge(measures, [], NOW).reasons.map(({ code, level }) => `${code} ${level}`)

describe('the verdict', () => {
  it('is good only if everything was measured and is within the limits', () => {
    expect(judge(FINE, [], NOW)).toEqual({ verdict: 'good', reasons: [] })
  })

  it.each<[string, Partial<StationMeasures>, string]>([
    ['no minutes', { minutes: 4 }, 'not_measured unknown'],
    ['no ephemerides', { expected: null }, 'no_orbits unknown'],
    ['no C/N0', { bands: [{ ...L2, cn0Median: null }] }, 'strength_unknown unknown'],
  ])('is unknown with %s', (_, change, reason) => {
    const { verdict } = judge({ ...FINE, ...change }, [], NOW)
    expect([verdict, ...codes({ ...FINE, ...change })]).toEqual(['unknown', reason])
  })

  it.each<[string, StationMeasures]>([
    ['clock_wrong attention', { ...FINE, clockMs: 12_000 }],
    ['clock_wrong bad', { ...FINE, clockMs: -3_600_000 }],
    ['coordinates_wrong attention', { ...FINE, point: { horizontalM: 7, points: 58 } }],
    ['coordinates_wrong bad', { ...FINE, point: { horizontalM: 412, points: 58 } }],
    ['interference bad', { ...FINE, drops: [{ band: 'L1', since: at('15:20'), endedAt: null, dropDb: 9 }] }],
    ['below_horizon bad', { ...FINE, belowHorizon: 3 }],
    ['ranges_contradict attention', { ...FINE, contradicting: 3 }],
    ['band_lost bad', withL2({ tracked: 0, cn0Median: null })],
    ['cn0_fell attention', withL2({ cn0Median: 38 })],
    ['cn0_low attention', withL2({ cn0Median: 35, usualCn0: 36 })],
    ['satellites_missing attention', { ...FINE, tracked: 20_000 }],
    ['losses_of_lock attention', withL2({ losses: 20 })],
    ['losses_of_lock bad', withL2({ losses: 90 })],
    ['sky_obstructed attention', { ...FINE, sky: { share: 0.2, knownShare: 0.8 } }],
    ['multipath attention', withL2({ multipathM: 0.9 })],
    ['half_cycles attention', withL2({ halfCycles: 2_000 })],
    ['gaps attention', { ...FINE, missed: 30 }],
    ['antenna_differs attention', { ...FINE, antennas: { announced: 'A', recorded: 'B', since: at('09:00') } }],
  ])('finds %s', (reason, measures) => {
    expect(codes(measures)).toEqual([reason])
    expect(judge(measures, [], NOW).verdict).toBe(reason.split(' ')[1])
  })

  it('does not judge the signals of a band during interference and right after it, unless it did not end in time', () => {
    const weak = withL2({ cn0Median: 35, losses: 90 })
    const fallen = ['cn0_fell bad', 'losses_of_lock bad', 'cn0_low attention']
    const during = (since: string, endedAt: Date | null, band: BandSums['band'] = 'L2') =>
      codes({ ...weak, drops: [{ band, since: at(since), endedAt, dropDb: 9 }] })
    expect(codes(weak)).toEqual(fallen)
    expect(during('15:20', null)).toEqual(['interference bad'])
    expect(during('15:10', at('15:20'))).toEqual([])
    expect(during('14:50', at('15:20'))).toEqual(fallen)
    expect(during('15:20', null, 'L1')).toEqual(['interference bad', ...fallen])
  })

  it('judges nothing from too little data', () => {
    const little = withL2({ multipathM: 9, multipathSamples: 50, losses: 5, satelliteHours: 0.5, usualCn0: null })
    expect(codes({ ...FINE, epochs: 30, missed: 2 })).toEqual([])
    expect(codes({ ...little, point: { horizontalM: 99, points: 5 }, sky: { share: 1, knownShare: 0.1 } })).toEqual([])
  })

  it('puts the most important reason first, and what cannot be checked last', () => {
    const { verdict, reasons } = judge({ ...withL2({ cn0Median: 35 }), missed: 30, expected: null }, [], NOW)
    expect(verdict).toBe('bad')
    expect(reasons.map(({ code }) => code)).toEqual(['cn0_fell', 'cn0_low', 'gaps', 'no_orbits'])
  })

  it('states value, limit and the minute at which C/N0 fell', () => {
    const minutes = Array.from({ length: 1440 }, (_, minute) => {
      const time = new Date(NOW.getTime() - minute * 60_000)
      return { at: time, cn0Median: time >= at('09:14') && minute !== 100 ? 35.9 : 42.1 }
    })
    const { reasons } = judge({ ...withL2({ cn0Median: 35.9 }), cn0Minutes: () => minutes }, [], NOW)
    expect(reasons[0]).toMatchObject({ code: 'cn0_fell', band: 'L2', limit: 6, since: at('09:14') })
    expect(reasons[0]!.value).toBeCloseTo(6.1, 6)
  })

  it('keeps the start of a reason, and ends it only well within the limit', () => {
    const first = judge(withL2({ multipathM: 0.72 }), [], at('12:00'))
    const near = judge(withL2({ multipathM: 0.65 }), first.reasons, at('12:01'))
    expect(near.reasons[0]).toMatchObject({ code: 'multipath', since: at('11:45') })
    expect(judge(withL2({ multipathM: 0.65 }), [], at('12:01')).verdict).toBe('good')
    expect(judge(withL2({ multipathM: 0.5 }), near.reasons, at('12:02')).verdict).toBe('good')
  })
})
