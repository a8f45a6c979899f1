import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitReader, BitWriter, signedAt, unsignedAt } from '../src/bits.ts'

const unsignedField = fc.integer({ min: 1, max: 53 }).chain((width) => {
  return fc.record({ width: fc.constant(width), value: fc.maxSafeNat().map((value) => value % 2 ** width) })
})

describe('bits', () => {
  it('match a string of binary digits', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 12, maxLength: 20 }),
        fc.nat(40),
        fc.integer({ min: 1, max: 53 }),
        (bytes, bit, width) => {
          const digits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
          const field = digits.slice(bit, bit + width)
          expect(unsignedAt(bytes, bit, width)).toBe(Number(BigInt(`0b${field}`)))
          expect(signedAt(bytes, bit, width)).toBe(Number(BigInt.asIntN(width, BigInt(`0b${field}`))))
        },
      ),
    )
  })

  it('are read back as written', () => {
    fc.assert(
      fc.property(fc.array(unsignedField, { maxLength: 40 }), (fields) => {
        const writer = new BitWriter()
        for (const { value, width } of fields) writer.unsigned(value, width)
        const reader = new BitReader(writer.bytes())
        expect(fields.map(({ width }) => reader.unsigned(width))).toEqual(fields.map(({ value }) => value))
        expect(reader.remaining).toBeLessThan(8)
      }),
    )
  })

  it('keep signs, also with 38 bits', () => {
    const widest = 2 ** 37
    for (const value of [0, -1, 1, widest - 1, -widest, -59_674_405_678]) {
      expect(new BitReader(new BitWriter().unsigned(5, 3).signed(value, 38).bytes()).skip(3).signed(38)).toBe(value)
    }
    const magnitude = (value: number) => new BitReader(new BitWriter().signMagnitude(value, 5).bytes()).unsigned(5)
    expect([magnitude(-1), magnitude(1), magnitude(-15), magnitude(-0)]).toEqual([0b10001, 1, 0b11111, 0])
  })

  it('reject values that do not fit', () => {
    const fits = (write: (writer: BitWriter) => unknown) => () => write(new BitWriter())
    expect(fits((writer) => writer.unsigned(8, 3))).toThrow(RangeError)
    expect(fits((writer) => writer.unsigned(-1, 3))).toThrow(RangeError)
    expect(fits((writer) => writer.unsigned(1.5, 3))).toThrow(RangeError)
    expect(fits((writer) => writer.unsigned(Number.NaN, 3))).toThrow(RangeError)
    expect(fits((writer) => writer.signed(4, 3))).toThrow(RangeError)
    expect(fits((writer) => writer.signed(-5, 3))).toThrow(RangeError)
    expect(fits((writer) => writer.signMagnitude(16, 5))).toThrow(RangeError)
    const full = new BitWriter()
    for (let byte = 0; byte < 1023; byte++) full.unsigned(255, 8)
    expect(full.bytes()).toHaveLength(1023)
    expect(() => full.unsigned(0, 1)).toThrow('at most 1023 bytes')
  })

  it('read as zeros beyond the end', () => {
    const reader = new BitReader(Buffer.from([0xff]))
    expect(reader.unsigned(12)).toBe(0xff0)
    expect(reader.unsigned(38)).toBe(0)
    expect(reader.remaining).toBe(8 - 50)
  })
})
