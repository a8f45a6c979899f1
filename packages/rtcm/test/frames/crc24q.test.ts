import fc from 'fast-check'
import { expect, it } from 'vitest'
import { crc24q } from '../../src/frames/crc24q.ts'

/** Bit by bit, straight from the polynomial. */
function slowCrc(bytes: Uint8Array): number {
  let register = 0
  for (const byte of bytes) {
    register ^= byte << 16
    for (let bit = 0; bit < 8; bit++) {
      register <<= 1
      if (register & 0x1000000) register ^= 0x1864cfb
    }
  }
  return register
}

it('has the check values of CRC-24Q', () => {
  expect(crc24q(Buffer.from('123456789'))).toBe(0xcde703) // listed in CRC catalogues as CRC-24/LTE-A
  expect(crc24q(Buffer.from('d300133ed7d30202980edeef34b4bd62ac0941986f33', 'hex'))).toBe(0x360b98)
  expect(crc24q(Buffer.from([0xd3, 0, 0]))).toBe(0x47ea4b)
  expect(crc24q(Buffer.alloc(0))).toBe(0)
})

it('matches a bitwise implementation on any part of any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.nat(100), fc.nat(100), (bytes, a, b) => {
      const [start, end] = [Math.min(a, b, bytes.length), Math.min(Math.max(a, b), bytes.length)]
      expect(crc24q(bytes, start, end)).toBe(slowCrc(bytes.subarray(start, end)))
    }),
  )
})

it('is zero over bytes followed by their own CRC', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
      const crc = crc24q(bytes)
      expect(crc24q(Buffer.from([...bytes, crc >> 16, (crc >> 8) & 255, crc & 255]))).toBe(0)
    }),
  )
})
