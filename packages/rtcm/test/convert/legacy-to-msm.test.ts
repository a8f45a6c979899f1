// MSM4 converted from 1002, 1004, 1010 and 1012, decoded field by field.
import { describe, expect, it } from 'vitest'
import { epochField } from '../../src/epoch.ts'
import { legacyLock, legacyLockMs, lockSteps } from '../../src/observations/lock-time.ts'
import { lockIndicator } from '../../src/observations/msm-fields.ts'
import { convertAll, payloadsIn, typeOf } from '../support/conversion.ts'
import { decodeMsm } from '../support/msm-decoder.ts'
import { INSTANT } from '../support/orbits.ts'
import { type RawSatellite, readLegacy, readMsm, seeded, writeLegacy } from '../support/raw-messages.ts'
import { epochMessages } from '../support/sky.ts'

const LIGHT_MS = 299_792.458
const NO_PHASE = -(2 ** 19)
const NO_RANGE = -(2 ** 13)
const RANGE_TOLERANCE_M = 0.009
const PHASE_TOLERANCE_M = 0.0003

const ONE: RawSatellite = {
  ...{ id: 7, code: 0, channel: null, range: 1_234_567, phase: 1_234, lock: 100, cuts: 70, cnr: 181 },
  ...{ code2: 3, range2: -321, phase2: -4_321, lock2: 24, cnr2: 155 },
}

function gps(satellites: readonly Partial<RawSatellite>[], { second = 0, type = 1004, more = 0 } = {}): Buffer {
  const time = epochField('GPS', INSTANT + second * 1000)
  return writeLegacy({
    ...{ type, stationId: 77, time, more, smoothing: 0b1010 },
    satellites: satellites.map((one) => ({ ...ONE, ...one })),
  })
}
const glonass = (satellites: readonly Partial<RawSatellite>[], type = 1012) =>
  writeLegacy({
    ...{ type, stationId: 77, time: epochField('GLO', INSTANT) % 2 ** 27, more: 0, smoothing: 0 },
    satellites: satellites.map((one) => ({ ...ONE, channel: -3, cuts: 35, code2: 1, ...one })),
  })
const made = (payloads: readonly Buffer[]) => convertAll(payloads, { form: 'msm4' })
const cellsOf = (payload: Buffer) => made([payload]).payloads.flatMap((one) => decodeMsm(one))

describe('MSM4 from 1004', () => {
  it('contains the content of the message', () => {
    const { payloads, counts } = made([gps([ONE])])
    expect(payloads.map(typeOf)).toEqual([1074])
    const { stationId, epoch, more, satellites, signals } = readMsm(payloads[0]!)
    expect({ stationId, epoch, more, satellites, signals }).toEqual({
      ...{ stationId: 77, epoch: epochField('GPS', INSTANT), more: 0, satellites: [7], signals: [2, 10] },
    })
    expect(readMsm(payloads[0]!).rest & 0b1111).toBe(0b1010)
    const [first, second] = decodeMsm(payloads[0]!)
    const range = 70 * LIGHT_MS + 1_234_567 * 0.02
    expect(Math.abs(first!.pseudorange! - range)).toBeLessThan(RANGE_TOLERANCE_M)
    expect(Math.abs(first!.phaseRange! - range - 1_234 * 0.0005)).toBeLessThan(PHASE_TOLERANCE_M)
    expect(Math.abs(second!.pseudorange! - range + 321 * 0.02)).toBeLessThan(RANGE_TOLERANCE_M)
    expect(Math.abs(second!.phaseRange! - range + 4_321 * 0.0005)).toBeLessThan(PHASE_TOLERANCE_M)
    expect([first!.cnr, second!.cnr]).toEqual([45, 39])
    expect([first!.lock, second!.lock]).toEqual([legacyLockMs(100), legacyLockMs(24)].map((ms) => lockIndicator(ms)))
    expect(Object.values(counts.leftOut).every((count) => count === 0)).toBe(true)
  })

  it('represents every possible value', () => {
    const random = seeded(3)
    for (let round = 0; round < 500; round++) {
      const edge = (least: number, most: number) =>
        random(4) === 0 ? [least, most][random(2)]! : least + random(most - least + 1)
      const one = {
        ...{ range: edge(0, 14_989_622), cuts: edge(1, 253), phase: edge(-524_287, 524_287), cnr: edge(0, 255) },
        ...{ range2: edge(-8_191, 8_191), phase2: edge(-524_287, 524_287) },
      }
      const [first, second] = cellsOf(gps([one]))
      const range = one.cuts * LIGHT_MS + one.range * 0.02
      expect(Math.abs(first!.pseudorange! - range)).toBeLessThan(RANGE_TOLERANCE_M)
      expect(Math.abs(first!.phaseRange! - range - one.phase * 0.0005)).toBeLessThan(PHASE_TOLERANCE_M)
      expect(Math.abs(second!.pseudorange! - range - one.range2 * 0.02)).toBeLessThan(RANGE_TOLERANCE_M)
      expect(Math.abs(second!.phaseRange! - range - one.phase2 * 0.0005)).toBeLessThan(PHASE_TOLERANCE_M)
    }
  })

  it('marks missing values', () => {
    const [first, second] = cellsOf(gps([{ phase: NO_PHASE, cnr: 0, range2: NO_RANGE, cnr2: 1 }]))
    expect(first).toMatchObject({ phaseRange: null, cnr: 0, lock: 0 })
    expect(second).toMatchObject({ pseudorange: null, cnr: 1 })
    expect(second!.phaseRange).not.toBeNull()
    expect(cellsOf(gps([{ range2: NO_RANGE, phase2: NO_PHASE }])).map(({ signal }) => signal)).toEqual([2])
    const { payloads, counts } = made([gps([{ range: 0, cuts: 0 }])])
    expect(payloads).toEqual([])
    expect(counts.leftOut.no_first_frequency).toBe(1)
  })

  it.each([
    [{ code: 0, code2: 0 }, [2, 17]],
    [{ code: 1, code2: 1 }, [3, 9]],
    [{ code: 0, code2: 2 }, [2, 10]],
  ])('has the signals of %j', (codes, signals) => {
    expect(cellsOf(gps([codes])).map(({ signal }) => signal)).toEqual(signals)
  })

  it('has satellites in order, SBAS in a separate message, and the end mark in the last', () => {
    const all = gps([{ id: 30 }, { id: 45, code2: 0 }, { id: 3 }, { id: 35 }])
    const { payloads, counts } = made([all])
    expect(payloads.map((one) => [typeOf(one), readMsm(one).satellites, readMsm(one).more])).toEqual([
      [1074, [3, 30], 1],
      [1104, [6], 0],
    ])
    expect(counts.leftOut.no_number).toBe(1)
    const only = (...constellations: ('GPS' | 'SBS' | 'GLO')[]) =>
      convertAll([all], { form: 'msm4', constellations }).payloads.map(typeOf)
    expect([only('GPS'), only('SBS'), only('GLO')]).toEqual([[1074], [1104], []])
  })

  it('is also made from 1002 and 1010, but not from messages without whole milliseconds', () => {
    expect(cellsOf(gps([ONE], { type: 1002 })).map(({ signal }) => signal)).toEqual([2])
    expect(cellsOf(glonass([{ id: 9 }], 1010)).map(({ satellite, signal }) => [satellite, signal])).toEqual([[9, 2]])
    const short = Buffer.from(gps([]))
    short.writeUInt16BE((1003 << 4) | (short.readUInt16BE(0) & 0xf), 0)
    const { payloads, counts } = made([short])
    expect(payloads).toEqual([])
    expect(counts.leftOut.older_form).toBe(1)
  })

  it('contains as many satellites as fit with their signals', () => {
    const many = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, code2: i === 0 ? 0 : 3 }))
    const { payloads, counts } = made([gps(many)])
    expect(readMsm(payloads[0]!).satellites).toHaveLength(21)
    expect(counts.leftOut.too_many).toBe(9)
  })

  it('restores the multiples of 1500 cycles that the station subtracts, and keeps the lock time', () => {
    const turn = Math.round((1500 * 299_792_458) / 1575.42e6 / 0.0005)
    const phases = [520_000, 523_000, 526_000 - turn, 529_000 - turn, 523_000]
    const messages = phases.map((phase, second) => gps([{ phase }], { second }))
    const cells = made(messages).payloads.map((one) => decodeMsm(one)[0]!)
    const range = 70 * LIGHT_MS + 1_234_567 * 0.02
    const units = cells.map(({ phaseRange }) => (phaseRange! - range) / 0.0005)
    for (const [i, expected] of [520_000, 523_000, 526_000, 529_000, 523_000].entries())
      expect(Math.abs(units[i]! - expected)).toBeLessThan(2)
    expect(new Set(cells.map(({ lock }) => lock)).size).toBe(1)
  })

  it('restarts the lock time when the restored phase no longer fits', () => {
    const turn = Math.round((1500 * 299_792_458) / 1575.42e6 / 0.0005)
    // Grows by 100 m a second, and is reduced by a turn each time it would exceed the field.
    const phases = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((second) => {
      const metres = second * 200_000
      return metres - Math.round(metres / turn) * turn
    })
    const messages = phases.map((phase, second) => gps([{ phase, lock: 127 }], { second }))
    const locks = made(messages).payloads.map((one) => decodeMsm(one)[0]!.lock)
    expect(locks.slice(0, 9)).toEqual(Array(9).fill(lockSteps(937_000)))
    expect(locks[9]).toBe(0)
    expect(locks[11]).toBe(lockSteps(2_000))
  })

  it('restarts the lock time after a gap in the phase', () => {
    const messages = [1, NO_PHASE, 2, 3].map((phase, second) => gps([{ phase, lock: 127 }], { second }))
    const locks = made(messages).payloads.map((one) => decodeMsm(one)[0]!.lock)
    expect(locks).toEqual([lockSteps(937_000), 0, lockSteps(1_000), lockSteps(2_000)])
  })

  it('is omitted after the first epoch if the station sends MSM too', () => {
    const at = (second: number) => [
      gps([ONE], { second, more: 1 }),
      payloadsIn(epochMessages(INSTANT + second * 1000, { GPS: [1, 2] })[0]!)[0]!,
    ]
    const { payloads, counts } = convertAll([...at(0), ...at(1), ...at(2)], { form: 'msm5' })
    expect(payloads.map(typeOf)).toEqual([1074, 1075, 1075])
    expect(counts.leftOut.sent_twice).toBe(3)
    // The station stopped sending MSM.
    const later = convertAll([...at(0), ...at(1), gps([ONE], { second: 62 })], { form: 'msm5' })
    expect(later.payloads.map(typeOf)).toEqual([1074, 1075, 1074])
  })
})

describe('MSM4 from 1012', () => {
  it('has its time, slots and signals', () => {
    const { payloads } = made([glonass([{ id: 24 }, { id: 3, code: 1, code2: 0 }])])
    expect(payloads.map(typeOf)).toEqual([1084])
    const { epoch, satellites, signals } = readMsm(payloads[0]!)
    expect([epoch >>> 27, epoch % 2 ** 27]).toEqual([7, epochField('GLO', INSTANT) % 2 ** 27])
    expect([satellites, signals]).toEqual([
      [3, 24],
      [2, 3, 8, 9],
    ])
    const range = 35 * 2 * LIGHT_MS + 1_234_567 * 0.02
    for (const { pseudorange } of decodeMsm(payloads[0]!).filter(({ signal }) => signal < 8))
      expect(Math.abs(pseudorange! - range)).toBeLessThan(RANGE_TOLERANCE_M)
  })

  it('leaves out satellites without a slot and reserved codes', () => {
    const { payloads, counts } = made([glonass([{ id: 0 }, { id: 5, code2: 2 }])])
    expect(decodeMsm(payloads[0]!).map(({ satellite, signal }) => [satellite, signal])).toEqual([[5, 2]])
    expect(counts.leftOut).toMatchObject({ no_number: 1, no_place: 1 })
  })
})

it('converts back to the same 1004', () => {
  const sent = gps([ONE, { id: 9, lock: 20 }])
  const msm = made([sent]).payloads[0]!
  const back = readLegacy(convertAll([msm], { form: 'legacy' }).payloads[0]!)
  const before = readLegacy(sent)
  for (const [i, satellite] of back.satellites.entries()) {
    const was = before.satellites[i]!
    expect(satellite).toMatchObject({ id: was.id, code: was.code, code2: was.code2, cuts: was.cuts })
    // Half a unit of MSM4 and half a unit of 1004.
    expect(Math.abs(satellite.range - was.range)).toBeLessThanOrEqual(1)
    expect(satellite.lock).toBeLessThanOrEqual(was.lock)
  }
})

it('never overstates lock times in MSM4', () => {
  for (let indicator = 0; indicator < 128; indicator++) {
    expect(legacyLock(legacyLockMs(indicator))).toBe(indicator)
    expect(lockSteps(legacyLockMs(indicator))).toBe(lockIndicator(legacyLockMs(indicator)))
  }
})
