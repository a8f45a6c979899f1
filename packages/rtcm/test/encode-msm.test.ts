import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeMsm, type SatelliteObservations } from '../src/encode/msm.ts'
import { epochField } from '../src/epoch.ts'
import { CONSTELLATIONS, decodeObservationHead } from '../src/observations/head.ts'
import { fineLockIndicator, lockIndicator } from '../src/observations/msm-fields.ts'
import { signalId } from '../src/observations/msm-signals.ts'
import { decodeMsm } from './support/msm-decoder.ts'
import { INSTANT } from './support/orbits.ts'
import { msmPayload, satellitesOf } from './support/sky.ts'

const message = (satellites: readonly SatelliteObservations[], constellation: 'GPS' | 'GLO' = 'GPS') => {
  return { constellation, stationId: 5, instantMs: INSTANT, moreFollow: true, satellites }
}
const [satellite] = satellitesOf('GPS', [9])
const signal = satellite!.signals[0]!
const cellOf = (level: 4 | 7, change: Partial<typeof signal>) =>
  decodeMsm(encodeMsm(level, message([{ satellite: 9, signals: [{ ...signal, ...change }] }])))[0]!

describe('encodeMsm', () => {
  it('writes a header that is read back, for every constellation', () => {
    for (const [index, constellation] of CONSTELLATIONS.entries()) {
      const type = 1074 + 10 * index
      expect(decodeObservationHead(msmPayload(constellation, INSTANT, true, [1, 33, 64]), type)).toMatchObject({
        constellation,
        stationId: 1,
        epoch: epochField(constellation, INSTANT),
        moreFollow: true,
        satellites: 3,
        satellitesTo32: 2 ** 31,
        satellitesFrom33: 2 ** 31 + 1,
      })
    }
  })

  it.each([
    { level: 4 as const, range: 0.0091, phase: 0.00028, cnr: 0.5 },
    { level: 7 as const, range: 0.00028, phase: 0.00007, cnr: 0.032 },
  ])('keeps observations to half a unit (MSM$level)', ({ level, range, phase, cnr }) => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 64 }), { minLength: 1, maxLength: 32 })
    fc.assert(
      fc.property(ids, fc.nat(3_600_000), fc.boolean(), (ids, ms, leaveOut) => {
        // Not every satellite has every signal.
        const sent = satellitesOf('GPS', ids, ms).map((one, index) => {
          return leaveOut && index % 3 === 1 ? { ...one, signals: one.signals.slice(1) } : one
        })
        const cells = decodeMsm(encodeMsm(level, message(sent)))
        const expected = sent.flatMap(({ satellite, signals }) => signals.map((signal) => ({ satellite, ...signal })))
        expect(cells).toHaveLength(expected.length)
        for (const one of expected) {
          const id = signalId('GPS', one.signal)
          const cell = cells.find(({ satellite, signal }) => satellite === one.satellite && signal === id)!
          expect(Math.abs(cell.pseudorange! - one.pseudorange!)).toBeLessThan(range)
          expect(Math.abs(cell.phaseRange! - one.phaseRange!)).toBeLessThan(phase)
          expect(Math.abs(cell.cnr - one.cnr!)).toBeLessThanOrEqual(cnr)
          if (level === 7) expect(Math.abs(cell.rate! - one.phaseRangeRate!)).toBeLessThan(0.000051)
        }
      }),
      { numRuns: 50 },
    )
  })

  it('writes "not available" for values that are missing or do not fit', () => {
    expect(cellOf(7, { pseudorange: null })).toMatchObject({ pseudorange: null, phaseRange: null })
    expect(cellOf(7, { phaseRange: null }).phaseRange).toBeNull()
    expect(cellOf(7, { phaseRange: signal.pseudorange! + 1200 }).phaseRange).toBeNull()
    expect(cellOf(7, { phaseRange: signal.pseudorange! - 1100 }).phaseRange).toBeCloseTo(signal.pseudorange! - 1100, 3)
    expect(cellOf(7, { phaseRangeRate: null }).rate).toBeNull()
    expect(cellOf(7, { phaseRangeRate: 9000 }).rate).toBeNull()
    expect(cellOf(7, { pseudorange: 80_000_000 }).pseudorange).toBeNull()
    expect(cellOf(7, { pseudorange: -5 }).pseudorange).toBeNull()
    expect([cellOf(7, { cnr: null }).cnr, cellOf(7, { cnr: 99 }).cnr, cellOf(4, { cnr: -3 }).cnr]).toEqual([
      0, 63.9375, 0,
    ])
  })

  it('writes the frequency channel of GLONASS in MSM7', () => {
    const infos = [-7, 6, undefined].map((frequencyChannel) => {
      const [row] = satellitesOf('GLO', [3])
      const { frequencyChannel: _, ...unknown } = row!
      const sent = frequencyChannel === undefined ? unknown : { ...unknown, frequencyChannel }
      return decodeMsm(encodeMsm(7, message([sent], 'GLO')))[0]!.info
    })
    expect(infos).toEqual([0, 13, 15])
  })

  it('rejects more than 64 cells and unknown signals', () => {
    const ids = Array.from({ length: 33 }, (_, index) => index + 1)
    expect(encodeMsm(7, message(satellitesOf('GPS', ids.slice(1))))).toHaveLength(
      Math.ceil((169 + 64 + 32 * 36 + 64 * 80) / 8),
    )
    expect(() => encodeMsm(7, message(satellitesOf('GPS', ids)))).toThrow('at most 64 cells')
    expect(() => cellOf(7, { signal: '9Z' })).toThrow('GPS has no signal 9Z')
  })
})

describe('lock time indicators', () => {
  it('follow the tables of the standard', () => {
    const coarse = [-5, 0, 31, 32, 63, 64, 127, 128, 1024, 524_287, 524_288, 1e12].map(lockIndicator)
    expect(coarse).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 6, 14, 15, 15])
    const fine = [-5, 0, 63.9, 64, 65, 66, 127, 128, 131, 132, 255, 256, 67_108_863, 67_108_864, 1e15].map(
      fineLockIndicator,
    )
    expect(fine).toEqual([0, 0, 63, 64, 64, 65, 95, 96, 96, 97, 127, 128, 703, 704, 704])
  })

  it('never decrease while the lock lasts', () => {
    fc.assert(
      fc.property(fc.nat(2 ** 28), fc.nat(1000), (ms, more) => {
        expect(lockIndicator(ms + more)).toBeGreaterThanOrEqual(lockIndicator(ms))
        expect(fineLockIndicator(ms + more)).toBeGreaterThanOrEqual(fineLockIndicator(ms))
      }),
    )
  })
})
