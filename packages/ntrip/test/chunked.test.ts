import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChunkedDecoder, chunk } from '../src/chunked.ts'
import { anyBytes, anySizes, cut } from './support/splits.ts'

/** Decodes the parts; returns the data and the final state. */
const decoded = (...parts: (string | Buffer)[]) => {
  const decoder = new ChunkedDecoder()
  const data = Buffer.concat(parts.flatMap((part) => decoder.push(Buffer.from(part as string))))
  return { data: data.toString('latin1'), state: decoder.state }
}

describe('ChunkedDecoder', () => {
  it.each([
    ['a chunk', '5\r\nhello\r\n', 'hello', 'open'],
    ['chunks', '5\r\nhello\r\n1\r\n!\r\n', 'hello!', 'open'],
    ['the end', '5\r\nhello\r\n0\r\n\r\n', 'hello', 'ended'],
    ['what follows the end', '1\r\na\r\n0\r\nX: y\r\n\r\nrest', 'a', 'ended'],
    ['several zeros', '1\r\na\r\n000\r\n\r\n', 'a', 'ended'],
    [
      'small and capital digits',
      `a\r\n${'x'.repeat(10)}\r\nB\r\n${'y'.repeat(11)}\r\n`,
      'xxxxxxxxxxyyyyyyyyyyy',
      'open',
    ],
    ['zeros before', '0005\r\nhello\r\n', 'hello', 'open'],
    ['an extension', '5;name=value\r\nhello\r\n', 'hello', 'open'],
    ['spaces after the size', '5  \r\nhello\r\n', 'hello', 'open'],
    ['bare line feeds', '5\nhello\n0\n\n', 'hello', 'ended'],
    ['line ends in the data', '4\r\n\r\n\r\n\r\n', '\r\n\r\n', 'open'],
    ['a part of a chunk', '5\r\nhel', 'hel', 'open'],
    ['no digits', '\r\n', '', 'bad'],
    ['no digits before an extension', ';x\r\n', '', 'bad'],
    ['no hex', 'xyz\r\n', '', 'bad'],
    ['a minus', '-5\r\n', '', 'bad'],
    ['data longer than its size', '4\r\nhello\r\n', 'hell', 'bad'],
    ['a size beyond all bounds', 'fffffffff\r\n', '', 'bad'],
    ['RTCM without chunks', '\xd3\x00\x13', '', 'bad'],
  ])('%s', (_, text, data, state) => {
    const bytes = Buffer.from(text, 'latin1')
    expect(decoded(bytes)).toEqual({ data, state })
    expect(decoded(...cut(bytes, [1]))).toEqual({ data, state })
  })

  it('rejects a line that does not end', () => {
    expect(decoded(`5;${'x'.repeat(254)}`).state).toBe('open')
    expect(decoded(`5;${'x'.repeat(255)}`).state).toBe('bad')
    expect(decoded('0'.repeat(300)).state).toBe('bad')
  })

  it('copies nothing', () => {
    const bytes = Buffer.from('5\r\nhello\r\n')
    const [data] = new ChunkedDecoder().push(bytes)
    expect(data!.buffer).toBe(bytes.buffer)
  })

  it('decodes what was encoded, however it arrives', () => {
    const anyData = fc.array(
      fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(anyData, fc.boolean(), anySizes, (data, ends, sizes) => {
        const sent = Buffer.concat([...data.map(chunk), ...(ends ? [chunk(Buffer.alloc(0))] : [])])
        expect(decoded(...cut(sent, sizes))).toEqual({
          data: Buffer.concat(data).toString('latin1'),
          state: ends ? 'ended' : 'open',
        })
      }),
    )
  })

  it('gives the same result for any bytes, however they arrive', () => {
    fc.assert(
      fc.property(fc.constantFrom('', '3\r\n', '5;a\r\nhello'), anyBytes, anySizes, (start, bytes, sizes) => {
        const all = Buffer.concat([Buffer.from(start), bytes])
        expect(decoded(...cut(all, sizes))).toEqual(decoded(all))
      }),
    )
  })
})

it('writes the chunk size in hexadecimal', () => {
  expect(chunk(Buffer.alloc(26, 'x')).toString()).toBe(`1a\r\n${'x'.repeat(26)}\r\n`)
  expect(chunk(Buffer.alloc(0)).toString()).toBe('0\r\n\r\n')
})
