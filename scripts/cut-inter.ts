// Subsets Inter to the characters that our pages use and writes the WOFF2 files that browsers load:
// web/public/assets/inter-*.woff2. Digits have one width by default (like `tnum`), so no feature table is needed; pairs
// are kerned by an old-style `kern` table. Run again only for other characters or weights: node scripts/cut-inter.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import * as fontkit from 'fontkit'
import { usage } from './usage.ts'

usage(`
usage: node scripts/cut-inter.ts

Cuts the letters that our pages use out of Inter. Writes web/public/assets/inter-*.woff2. Needed only for other letters or weights.
`)

const WEIGHTS = { 400: '400Regular', 500: '500Medium', 600: '600SemiBold' } as const
/** The characters of Western European languages and the symbols in our texts. Others use the system font. */
const LETTERS = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0xff),
  ...range(0x152, 0x153),
  0x2010,
  0x2011,
  ...range(0x2013, 0x2014),
  ...range(0x2018, 0x201a),
  ...range(0x201c, 0x201e),
  0x2022,
  0x2026,
  0x202f,
  0x2032,
  0x2033,
  ...range(0x2039, 0x203a),
  0x20ac,
  0x2122,
  ...range(0x2190, 0x2193),
  0x2196,
  0x2197,
  0x21b5,
  0x2212,
  0x2248,
  ...range(0x2264, 0x2265),
  0x2318,
  0x2713,
]
/** Kerned characters. Digits are not kerned, because they stand in columns. */
const KERNED = [...range(0x41, 0x5a), ...range(0x61, 0x7a), ...[..." .,:;-'’“”()áéíóúñ"].map(code)]

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function code(letter: string): number {
  return letter.codePointAt(0)!
}

type Tables = Map<string, Buffer>

/** OpenType, glyf: flags of a component of a composite glyph. */
const MORE_PARTS = 0x20
const HAS_INSTRUCTIONS = 0x100

for (const [weight, style] of Object.entries(WEIGHTS)) {
  const source = new URL(`../node_modules/@expo-google-fonts/inter/${style}/Inter_${style}.ttf`, import.meta.url)
  const file = woff2(cut(readFileSync(source)))
  writeFileSync(new URL(`../web/public/assets/inter-${weight}.woff2`, import.meta.url), file)
  console.log(`inter-${weight}.woff2: ${file.length} bytes`)
}

function cut(source: Buffer): Tables {
  const font = fontkit.create(source) as fontkit.Font
  const tables = tablesOf(source)
  const letters = LETTERS.filter((letter) => font.hasGlyphForCodePoint(letter))
  const glyphOf = (letter: number) => font.layout(String.fromCodePoint(letter), ['tnum']).glyphs[0]!.id
  const outlines = outlinesOf(tables)
  const kept = [0]
  const keep = (glyph: number) => {
    if (!kept.includes(glyph)) kept.push(glyph)
  }
  for (const letter of letters) keep(glyphOf(letter))
  // Accented letters are composed of other glyphs, which extend the list during the iteration.
  for (const glyph of kept) for (const { glyph: part } of partsOf(outlines(glyph))) keep(part)
  const numberOf = (glyph: number) => kept.indexOf(glyph)
  const pairs = kerning(font, letters, (letter) => numberOf(glyphOf(letter)))
  return assembled(tables, {
    outlines: kept.map((glyph) => renumbered(withoutInstructions(outlines(glyph)), numberOf)),
    widths: kept.map((glyph) => widthOf(tables, glyph)),
    letters: new Map(letters.map((letter) => [letter, numberOf(glyphOf(letter))])),
    pairs,
  })
}

function tablesOf(source: Buffer): Tables {
  const count = source.readUInt16BE(4)
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + index * 16
      const from = source.readUInt32BE(at + 8)
      return [source.toString('latin1', at, at + 4), source.subarray(from, from + source.readUInt32BE(at + 12))]
    }),
  )
}

function outlinesOf(tables: Tables): (glyph: number) => Buffer {
  const loca = tables.get('loca')!
  const isLong = tables.get('head')!.readInt16BE(50) === 1
  const at = (glyph: number) => (isLong ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2)
  return (glyph) => tables.get('glyf')!.subarray(at(glyph), at(glyph + 1))
}

function widthOf(tables: Tables, glyph: number): Buffer {
  const full = tables.get('hhea')!.readUInt16BE(34)
  const metrics = tables.get('hmtx')!
  if (glyph < full) return metrics.subarray(glyph * 4, glyph * 4 + 4)
  const bearing = full * 4 + (glyph - full) * 2
  return Buffer.concat([metrics.subarray((full - 1) * 4, (full - 1) * 4 + 2), metrics.subarray(bearing, bearing + 2)])
}

function isComposed(outline: Buffer): boolean {
  return outline.length > 0 && outline.readInt16BE(0) < 0
}

/** The components of a composite glyph: offset, glyph and end of each. */
function partsOf(outline: Buffer): { at: number; glyph: number; end: number }[] {
  if (!isComposed(outline)) return []
  const parts = []
  let at = 10
  for (let flags = MORE_PARTS; flags & MORE_PARTS; ) {
    flags = outline.readUInt16BE(at)
    const scale = flags & 0x8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    const end = at + 4 + (flags & 0x1 ? 4 : 2) + scale
    parts.push({ at, glyph: outline.readUInt16BE(at + 2), end })
    at = end
  }
  return parts
}

/** Removes hinting, which modern screens do not need and which is half of the file. */
function withoutInstructions(outline: Buffer): Buffer {
  if (outline.length === 0) return outline
  if (isComposed(outline)) {
    const parts = partsOf(outline)
    const bare = Buffer.from(outline.subarray(0, parts.at(-1)!.end))
    for (const { at } of parts) bare.writeUInt16BE(bare.readUInt16BE(at) & ~HAS_INSTRUCTIONS, at)
    return bare
  }
  const at = 10 + outline.readInt16BE(0) * 2
  return Buffer.concat([outline.subarray(0, at), Buffer.alloc(2), outline.subarray(at + 2 + outline.readUInt16BE(at))])
}

function renumbered(outline: Buffer, numberOf: (glyph: number) => number): Buffer {
  const copy = Buffer.from(outline)
  for (const { at, glyph } of partsOf(copy)) copy.writeUInt16BE(numberOf(glyph), at + 2)
  return copy
}

type Pair = readonly [left: number, right: number, by: number]

function kerning(font: fontkit.Font, letters: readonly number[], numberOf: (letter: number) => number): Pair[] {
  const kerned = KERNED.filter((letter) => letters.includes(letter))
  const pairs = kerned.flatMap((left) =>
    kerned.flatMap((right): Pair[] => {
      // Without `calt`: its substitutes are not in the file.
      const { glyphs, positions } = font.layout(String.fromCodePoint(left, right), { calt: false, liga: false })
      if (glyphs.length !== 2) return []
      const by = positions[0]!.xAdvance - glyphs[0]!.advanceWidth
      return by === 0 ? [] : [[numberOf(left), numberOf(right), by]]
    }),
  )
  return pairs.sort(([a, b], [c, d]) => a - c || b - d)
}

interface Parts {
  readonly outlines: readonly Buffer[]
  readonly widths: readonly Buffer[]
  readonly letters: ReadonlyMap<number, number>
  readonly pairs: readonly Pair[]
}

function assembled(tables: Tables, { outlines, widths, letters, pairs }: Parts): Tables {
  const padded = outlines.map((outline) => Buffer.concat([outline, Buffer.alloc(-outline.length & 3)]))
  const loca = Buffer.alloc((outlines.length + 1) * 4)
  padded.reduce((at, { length }, index) => loca.writeUInt32BE(at + length, (index + 1) * 4) && at + length, 0)
  const copy = (name: string) => Buffer.from(tables.get(name)!)
  const head = copy('head')
  head.writeInt16BE(1, 50) // long offsets
  const hhea = copy('hhea')
  hhea.writeUInt16BE(outlines.length, 34)
  const maxp = copy('maxp')
  maxp.writeUInt16BE(outlines.length, 4)
  maxp.fill(0, 14, 28) // no instructions
  maxp.writeUInt16BE(1, 14)
  const post = Buffer.alloc(32)
  tables.get('post')!.copy(post, 0, 0, 32)
  post.writeUInt32BE(0x00030000, 0) // no glyph names
  return new Map([
    ['OS/2', copy('OS/2')],
    ['cmap', cmap(letters)],
    ['glyf', Buffer.concat(padded)],
    ['loca', loca],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', Buffer.concat(widths)],
    ['kern', kern(pairs)],
    ['maxp', maxp],
    ['name', names(tables.get('name')!)],
    ['post', post],
  ])
}

/** Format 4, with a segment for each run of consecutive characters with consecutive glyphs. */
function cmap(letters: ReadonlyMap<number, number>): Buffer {
  const runs: { from: number; to: number; glyph: number }[] = []
  for (const [letter, glyph] of [...letters].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1)
    if (last && last.to + 1 === letter && last.glyph + (letter - last.from) === glyph) last.to = letter
    else runs.push({ from: letter, to: letter, glyph })
  }
  runs.push({ from: 0xffff, to: 0xffff, glyph: 0 })
  const count = runs.length
  const power = 2 ** Math.floor(Math.log2(count))
  const words = [
    ...[4, 16 + count * 8, 0, count * 2, power * 2, Math.log2(power), (count - power) * 2],
    ...runs.map(({ to }) => to),
    0,
    ...runs.map(({ from }) => from),
    ...runs.map(({ from, glyph }) => (from === 0xffff ? 1 : (glyph - from) & 0xffff)),
    ...runs.map(() => 0),
  ]
  const top = Buffer.from([0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 12]) // Unicode, for Windows
  return Buffer.concat([top, inWords(words)])
}

function kern(pairs: readonly Pair[]): Buffer {
  const power = 2 ** Math.floor(Math.log2(pairs.length))
  return inWords([
    ...[0, 1, 0, 14 + pairs.length * 6, 1],
    ...[pairs.length, power * 6, Math.log2(power), (pairs.length - power) * 6],
    ...pairs.flatMap(([left, right, by]) => [left, right, by & 0xffff]),
  ])
}

/** Copyright, licence (OFL 1.1 requires both to be kept) and font names. */
function names(table: Buffer): Buffer {
  const texts = table.readUInt16BE(4)
  const records = Array.from({ length: table.readUInt16BE(2) }, (_, index) => {
    const at = 6 + index * 12
    const [platform, encoding, language, id, length, from] = [0, 2, 4, 6, 8, 10].map((by) =>
      table.readUInt16BE(at + by),
    )
    return { ids: [platform!, encoding!, language!, id!], text: table.subarray(texts + from!, texts + from! + length!) }
  }).filter(({ ids: [platform, , , id] }) => platform === 3 && [0, 1, 2, 4, 5, 6, 13, 14].includes(id!))
  let at = 0
  const words = records.flatMap(({ ids, text }) => {
    at += text.length
    return [...ids, text.length, at - text.length]
  })
  return Buffer.concat([
    inWords([0, records.length, 6 + records.length * 12, ...words]),
    ...records.map(({ text }) => text),
  ])
}

function inWords(words: readonly number[]): Buffer {
  const bytes = Buffer.alloc(words.length * 2)
  words.forEach((word, index) => {
    bytes.writeUInt16BE(word & 0xffff, index * 2)
  })
  return bytes
}

/** WOFF2, 5: the tables untransformed, one after the other, in one Brotli stream. */
function woff2(tables: Tables): Buffer {
  const KNOWN = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca']
  const flagOf = (name: string) => {
    const known = name === 'kern' ? 19 : KNOWN.indexOf(name)
    return known | (name === 'glyf' || name === 'loca' ? 0xc0 : 0) // version 3: not transformed
  }
  const directory = Buffer.concat(
    Array.from(tables, ([name, { length }]) => Buffer.from([flagOf(name), ...base128(length)])),
  )
  const size = [...tables.values()].reduce((sum, { length }) => sum + ((length + 3) & ~3), 12 + tables.size * 16)
  const content = brotliCompressSync(Buffer.concat([...tables.values()]), {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT, [constants.BROTLI_PARAM_QUALITY]: 11 },
  })
  const header = Buffer.alloc(48)
  header.write('wOF2', 'latin1')
  header.writeUInt32BE(0x00010000, 4) // TrueType
  const length = 48 + directory.length + content.length
  const padding = Buffer.alloc(-length & 3) // browsers reject a file without this padding
  header.writeUInt32BE(length + padding.length, 8)
  header.writeUInt16BE(tables.size, 12)
  header.writeUInt32BE(size, 16)
  header.writeUInt32BE(content.length, 20)
  header.writeUInt16BE(4, 24) // version of the font
  return Buffer.concat([header, directory, content, padding])
}

/** WOFF2, 4.1: seven bits per byte, the highest first. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}
