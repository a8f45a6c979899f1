// A zip file of a few small files. The times are fixed, so that the same files give the same bytes.
import { crc32, deflateRawSync } from 'node:zlib'

const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50
const VERSION = 20
const UTF8 = 0x0800
const DEFLATED = 8
/** 1980-01-01, the earliest date of the format. */
const DATE = 0x21
/** A regular file that everyone can read, created on Unix. */
const MADE_ON_UNIX = (3 << 8) | VERSION
const MODE = (0o100644 << 16) >>> 0

export function zip(files: ReadonlyMap<string, Buffer>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of files) {
    const path = Buffer.from(name)
    const packed = deflateRawSync(content, { level: 9 })
    const shared = Buffer.concat([
      words(VERSION, UTF8, DEFLATED, 0, DATE),
      longs(crc32(content), packed.length, content.length),
      words(path.length, 0),
    ])
    local.push(longs(LOCAL), shared, path, packed)
    central.push(longs(CENTRAL), words(MADE_ON_UNIX), shared, words(0, 0, 0), longs(MODE, offset), path)
    offset += 4 + shared.length + path.length + packed.length
  }
  const directory = Buffer.concat(central)
  const counts = words(0, 0, files.size, files.size)
  return Buffer.concat([...local, directory, longs(END), counts, longs(directory.length, offset), words(0)])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) bytes.writeUInt16LE(value, index * 2)
  return bytes
}

function longs(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32LE(value, index * 4)
  return bytes
}
