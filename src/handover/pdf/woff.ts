// Unpacks a WOFF font (W3C WOFF 1.0) into the plain form. Done once a process: the PDF library would do it for every document, with an
// inflate in JavaScript, and that took nine tenths of the time of a sheet.
import { inflateSync } from 'node:zlib'

const HEADER = 44
const ENTRY = 20
const PLAIN_HEADER = 12
const PLAIN_ENTRY = 16
const SIGNATURE = 0x774f4646

export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== SIGNATURE) throw new Error('not a WOFF font')
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => tableAt(woff, HEADER + index * ENTRY))
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(PLAIN_HEADER + count * PLAIN_ENTRY)
  head.writeUInt32BE(woff.readUInt32BE(4), 0) // the flavour
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(power * 16, 6)
  head.writeUInt16BE(Math.log2(power), 8)
  head.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  tables.forEach(({ tag, checksum, data }, index) => {
    const entry = PLAIN_HEADER + index * PLAIN_ENTRY
    head.writeUInt32BE(tag, entry)
    head.writeUInt32BE(checksum, entry + 4)
    head.writeUInt32BE(offset, entry + 8)
    head.writeUInt32BE(data.length, entry + 12)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    offset += data.length + padding.length
  })
  return Buffer.concat(parts)
}

function tableAt(woff: Buffer, entry: number) {
  const [tag, offset, packed, length, checksum] = [0, 4, 8, 12, 16].map((at) => woff.readUInt32BE(entry + at)) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const stored = woff.subarray(offset, offset + packed)
  return { tag, checksum, data: packed < length ? inflateSync(stored) : stored }
}
