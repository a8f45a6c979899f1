// Checks an uploaded logo by its bytes, not its name, and rebuilds the file from the parts that draw it. Metadata
// (locations, names, software) is dropped. Logos go into pages, mails and PDFs, so the pixel data is unpacked and
// checked too.
import { crc32, inflateSync } from 'node:zlib'
import { type Fault, fault } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'

/** The logo is part of every PDF and mail. */
export const MOST_LOGO_BYTES = 512 * 1024
const MOST_SIDE = 2_000

export interface CleanLogo {
  readonly kind: 'png' | 'jpeg'
  readonly content: Buffer
}

/** Throws a refusal that explains what to do. */
export function readUploadedLogo(file: Buffer): CleanLogo {
  if (file.length > MOST_LOGO_BYTES) throw refused(fault('logo_too_large', { most: MOST_LOGO_BYTES / 1024 }))
  try {
    if (file.subarray(0, PNG.length).equals(PNG)) return { kind: 'png', content: cleanPng(file) }
    if (file.readUInt16BE(0) === SOI) return { kind: 'jpeg', content: cleanJpeg(file) }
  } catch (error) {
    // Truncated files read past the end; damaged data unpacks to the wrong size.
    throw error instanceof Broken ? refused(error.fault) : refused(fault('logo_damaged'))
  }
  const isSvg = /<svg[\s>]/i.test(file.subarray(0, 4096).toString('utf8'))
  throw refused(fault(isSvg ? 'logo_svg' : 'logo_kind'))
}

const refused = (why: Fault) => invalid({ path: ['logo'], ...why })

class Broken extends Error {
  readonly fault: Fault

  constructor(why: Fault) {
    super(why.code)
    this.fault = why
  }
}

function expect(holds: boolean, why: Fault = fault('logo_damaged')): asserts holds {
  if (!holds) throw new Broken(why)
}

function expectSize(width: number, height: number): void {
  expect(width > 0 && height > 0)
  expect(width <= MOST_SIDE && height <= MOST_SIDE, fault('logo_too_wide', { most: MOST_SIDE }))
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** PNG (third edition), 11: the chunks that draw, and the pixel density. */
const KEPT_CHUNKS = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs']
/** Samples per pixel and allowed bit depths, by colour type. Not all PDF writers can read 16 bits. */
const SAMPLES: Readonly<Record<number, readonly [samples: number, depths: readonly number[]]>> = {
  0: [1, [1, 2, 4, 8]],
  2: [3, [8]],
  3: [1, [1, 2, 4, 8]],
  4: [2, [8]],
  6: [4, [8]],
}

function cleanPng(file: Buffer): Buffer {
  const kept: Buffer[] = [PNG]
  const data: Buffer[] = []
  const seen: string[] = []
  let head: Buffer | null = null
  for (let at = PNG.length; seen.at(-1) !== 'IEND'; ) {
    const length = file.readUInt32BE(at)
    const end = at + 12 + length
    expect(end <= file.length)
    const name = file.toString('latin1', at + 4, at + 8)
    const content = file.subarray(at + 8, at + 8 + length)
    expect(crc32(file.subarray(at + 4, at + 8 + length)) === file.readUInt32BE(end - 4))
    expect((name === 'IHDR') === (seen.length === 0))
    if (name === 'IHDR') head = content
    if (name === 'IDAT') data.push(content)
    if (name === 'PLTE') expect(length > 0 && length <= 768 && length % 3 === 0)
    // An unknown critical chunk changes the picture, so it cannot be dropped.
    expect(KEPT_CHUNKS.includes(name) || /^[a-z]/.test(name))
    if (KEPT_CHUNKS.includes(name)) kept.push(file.subarray(at, end))
    seen.push(name)
    at = end
  }
  expectDrawn(head!, Buffer.concat(data), seen)
  return Buffer.concat(kept)
}

/** PNG (third edition), 9.2. */
const LAST_FILTER = 4

function expectDrawn(head: Buffer, data: Buffer, seen: readonly string[]): void {
  expect(head.length === 13)
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)]
  const [depth, colour, packing, filter, interlaced] = head.subarray(8) as unknown as number[]
  expectSize(width, height)
  const kind = SAMPLES[colour!]
  expect(kind !== undefined && packing === 0 && filter === 0)
  expect(kind[1].includes(depth!) && interlaced === 0, fault('logo_png_form'))
  expect(colour !== 3 || seen.includes('PLTE'))
  // The palette must precede the data that uses it.
  expect(!seen.includes('PLTE') || seen.indexOf('PLTE') < seen.indexOf('IDAT'))
  const rowBytes = 1 + Math.ceil((width * kind[0] * depth!) / 8)
  const rows = inflateSync(data, { maxOutputLength: height * rowBytes })
  expect(rows.length === height * rowBytes)
  // The PDF writer fails on unknown filters.
  for (let at = 0; at < rows.length; at += rowBytes) expect(rows[at]! <= LAST_FILTER)
}

const SOI = 0xffd8
const EOI = 0xd9
const SOS = 0xda
/** ITU-T T.81, B.1.1.3: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2]
/** JFIF header, Adobe colour transform, tables and frame. No Exif, comments or profiles. */
const KEPT_SEGMENTS = [0xe0, 0xee, 0xdb, 0xc4, 0xdd, ...FRAMES]

function cleanJpeg(file: Buffer): Buffer {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let framed = false
  for (let at = 2; ; ) {
    expect(file[at] === 0xff)
    const marker = file[at + 1]!
    const end = at + 2 + file.readUInt16BE(at + 2)
    expect(end > at + 3 && end <= file.length)
    if (FRAMES.includes(marker)) {
      framed = true
      expect(file[at + 4] === 8)
      expectSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5))
      expect([1, 3].includes(file[at + 9]!), fault('logo_jpeg_colours'))
    }
    if (marker === SOS) {
      expect(framed)
      const last = file.lastIndexOf(Buffer.from([0xff, EOI]))
      expect(last > end)
      // Drops anything hidden after the end of the image.
      return Buffer.concat([...kept, file.subarray(at, last + 2)])
    }
    // Other kinds of frames are not supported by viewers.
    expect(KEPT_SEGMENTS.includes(marker) || (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe)
    if (KEPT_SEGMENTS.includes(marker)) kept.push(file.subarray(at, end))
    at = end
  }
}
