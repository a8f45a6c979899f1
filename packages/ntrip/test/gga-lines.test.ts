import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readGga, writeGga } from '../src/gga.ts'
import { GgaLines } from '../src/gga-lines.ts'
import { anyBytes, anySizes, cut } from './support/splits.ts'

const A = writeGga({ lat: 19.4, lng: -99.1 }, new Date('2026-11-14T12:00:00Z'))
const B = writeGga({ lat: 20.7, lng: -103.3 }, new Date('2026-11-14T12:00:10Z'))
const UNCHECKED = '$GNGGA,120000,1924.0,N,09906.0,W,1,12,1.0,0,M,0,M,,'

/** All sentences found in these parts, pushed one after the other. */
const found = (...parts: (string | Buffer)[]) => {
  const lines = new GgaLines()
  return parts.flatMap((part) => lines.push(Buffer.from(part as string)))
}

describe('GgaLines', () => {
  it.each([
    ['a line', `${A}\r\n`, [A]],
    ['lines', `${A}\r\n${B}\r\n`, [A, B]],
    ['bare line feeds', `${A}\n${B}\n`, [A, B]],
    ['bare carriage returns', `${A}\r${B}\r`, [A, B]],
    ['no line ends', `${A}${B}`, [A, B]],
    ['no line ends and no checksums', `${UNCHECKED}${UNCHECKED}\n`, [UNCHECKED, UNCHECKED]],
    ['other sentences', `$GPRMC,1,2,3*00\r\n${A}\r\n$GPGSV,1*00\r\n${B}\r\n$GPGSA`, [A, B]],
    ['noise', `\0\xd3\xff\r\n\r\nhello $ world $$ $G${A} and ${B} * *`, [A, B]],
    ['the wrong case', A.toLowerCase(), []],
    ['a sentence cut off by the next', `$GPGGA,1200${B}`, ['$GPGGA,1200', B]],
    ['a checksum cut off by the next', `${A.slice(0, -1)}${B}`, [A.slice(0, -1), B]],
    ['a checksum cut off by its line', `${A.slice(0, -2)}\r\n${B}`, [A.slice(0, -2), B]],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(found(text)).toEqual(expected)
    expect(found(...cut(Buffer.from(text), [1]))).toEqual(found(text))
  })

  it('returns a sentence with a checksum at its last character', () => {
    const lines = new GgaLines()
    expect(lines.push(Buffer.from(A.slice(0, 20)))).toEqual([])
    expect(lines.push(Buffer.from(A.slice(20, -1)))).toEqual([])
    expect(lines.push(Buffer.from(A.slice(-1)))).toEqual([A])
    expect(lines.push(Buffer.from('\r\n'))).toEqual([])
  })

  it('returns a sentence without a checksum at the end of its line', () => {
    expect(found(UNCHECKED)).toEqual([])
    expect(found(UNCHECKED, '\r')).toEqual([UNCHECKED])
  })

  it('drops a sentence that does not end, and reads the next one', () => {
    const endless = `$GPGGA,${'1'.repeat(200)}`
    expect(found(`${endless}\r\n${A}\r\n`)).toEqual([A])
    expect(found(...cut(Buffer.from(`${endless}\r\n${A}\r\n`), [7]))).toEqual([A])
    expect(found(`$GPGGA,${'1'.repeat(119)}\r\n`)).toHaveLength(1)
    expect(found(`$GPGGA,${'1'.repeat(121)}\r\n`)).toEqual([])
  })

  it('loses no sentence in a flood of sentence starts, and buffers nothing', () => {
    const lines = new GgaLines()
    const sentences = lines.push(Buffer.alloc(64 * 1024, '$GPGGA,'))
    expect(new Set(sentences)).toEqual(new Set(['$GPGGA,']))
    expect(lines.push(Buffer.alloc(1 << 20, 'x'))).toEqual([])
    expect(lines.push(Buffer.from(A))).toEqual([A])
  })

  it('finds the same sentences however the bytes arrive', () => {
    const part = fc.oneof(
      anyBytes,
      fc
        .constantFrom(A, `${A}\r\n`, `${UNCHECKED}\r\n`, UNCHECKED, A.slice(0, 30), '$GPGGA,', 'x'.repeat(130))
        .map(Buffer.from),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), anySizes, (parts, sizes) => {
        const bytes = Buffer.concat(parts)
        const whole = found(bytes)
        expect(found(...cut(bytes, sizes))).toEqual(whole)
        for (const sentence of whole) {
          expect(sentence).toMatch(/^\$..GGA,/s)
          expect(sentence.length).toBeLessThanOrEqual(128)
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('finds a sentence between any noise', () => {
    fc.assert(
      fc.property(anyBytes, anyBytes, (before, after) => {
        const sentences = found(Buffer.concat([before, Buffer.from(`${A}\r\n`), after]))
        expect(sentences.filter(readGga)).toContain(A)
      }),
    )
  })
})
