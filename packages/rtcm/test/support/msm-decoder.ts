// Decodes MSM4 and MSM7 completely, for the tests: the inverse of the encoders, written independently from the field
// tables.
import { BitReader } from '../../src/bits.ts'
import { messageType } from '../../src/messages.ts'

const LIGHT_MILLISECOND = 299_792.458

export interface DecodedCell {
  readonly satellite: number
  readonly signal: number
  readonly pseudorange: number | null
  readonly phaseRange: number | null
  readonly rate: number | null
  readonly cnr: number
  readonly lock: number
  readonly info: number | null
}

export function decodeMsm(payload: Buffer): DecodedCell[] {
  const high = messageType(payload) % 10 === 7
  const fields = new BitReader(payload).skip(73)
  const flags = (count: number) => Array.from({ length: count }, () => fields.unsigned(1))
  const set = (bits: number[]) => bits.flatMap((bit, index) => (bit ? [index + 1] : []))
  const satellites = set(flags(64))
  const signals = set(flags(32))
  const mask = flags(satellites.length * signals.length)
  const all = <Value>(count: number, read: () => Value) => Array.from({ length: count }, read)
  const signedOrNull = (width: number, unit: number) => () => {
    const value = fields.signed(width)
    return value === -(2 ** (width - 1)) ? null : value * unit
  }

  const whole = all(satellites.length, () => fields.unsigned(8))
  const info = high ? all(satellites.length, () => fields.unsigned(4)) : []
  const part = all(satellites.length, () => fields.unsigned(10))
  const roughRate = high ? all(satellites.length, signedOrNull(14, 1)) : []

  const cells = mask.flatMap((bit, index) => (bit ? [index] : []))
  const count = cells.length
  const ranges = all(count, high ? signedOrNull(20, 2 ** -29) : signedOrNull(15, 2 ** -24))
  const phases = all(count, high ? signedOrNull(24, 2 ** -31) : signedOrNull(22, 2 ** -29))
  const locks = all(count, () => fields.unsigned(high ? 10 : 4))
  all(count, () => fields.unsigned(1))
  const strengths = all(count, () => fields.unsigned(high ? 10 : 6) / (high ? 16 : 1))
  const rates = high ? all(count, signedOrNull(15, 0.0001)) : []
  if (fields.remaining < 0 || fields.remaining > 7) throw new Error(`${fields.remaining} bits left`)

  return cells.map((cell, index) => {
    const row = Math.floor(cell / signals.length)
    const metres = (fine: number | null) =>
      fine === null || whole[row] === 255 ? null : (whole[row]! + part[row]! / 1024 + fine) * LIGHT_MILLISECOND
    const [rough, fine] = [roughRate[row] ?? null, rates[index] ?? null]
    return {
      satellite: satellites[row]!,
      signal: signals[cell % signals.length]!,
      pseudorange: metres(ranges[index]!),
      phaseRange: metres(phases[index]!),
      rate: rough === null || fine === null ? null : rough + fine,
      cnr: strengths[index]!,
      lock: locks[index]!,
      info: info[row] ?? null,
    }
  })
}
