// Small handmade images, valid and invalid.
import { crc32, deflateSync } from 'node:zlib'

export const PNG_HEAD = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export function ihdr(width: number, height: number, depth = 8, colour = 2, interlaced = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([depth, colour, 0, 0, interlaced], 8)
  return chunk('IHDR', head)
}

export function png(
  side = 24,
  [red, green, blue]: readonly number[] = [200, 30, 60],
  more: readonly Buffer[] = [],
): Buffer {
  const row = Buffer.concat([Buffer.from([0]), Buffer.concat(Array(side).fill(Buffer.from([red!, green!, blue!])))])
  const data = deflateSync(Buffer.concat(Array(side).fill(row)))
  return Buffer.concat([PNG_HEAD, ihdr(side, side), ...more, chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([head, content])
}

/** Has the segments of a JPEG; the image data is meaningless. */
export function jpeg(more: readonly Buffer[] = [], components = 3): Buffer {
  const frame = Buffer.from([8, 0, 16, 0, 16, components, ...Array(components).fill([1, 0x11, 0]).flat()])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')),
    ...more,
    segment(0xdb, Buffer.alloc(65)),
    segment(0xc0, frame),
    segment(0xc4, Buffer.alloc(20)),
    segment(0xda, Buffer.from([components, ...Array(components).fill([1, 0]).flat(), 0, 63, 0])),
    Buffer.from([0x12, 0x34, 0x56, 0xff, 0xd9]),
  ])
}
