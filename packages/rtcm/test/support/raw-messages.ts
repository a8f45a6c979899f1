// MSM1 to 7, 1004 and 1012 as integers, field by field, written and read from the tables of the standard, independent
// of the converter.
import { BitReader, BitWriter } from '../../src/bits.ts'

export type Random = (most: number) => number

/** 0 to `most` - 1, reproducible by seed (mulberry32). */
export function seeded(seed: number): Random {
  let state = seed
  return (most) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}

export interface RawMsm {
  readonly type: number
  readonly stationId: number
  readonly epoch: number
  readonly more: number
  /** The 18 bits between the "more follow" bit and the masks. */
  readonly rest: number
  readonly satellites: readonly number[]
  readonly signals: readonly number[]
  readonly mask: readonly number[]
  readonly fields: Readonly<Record<FieldName, readonly number[]>>
}

type FieldName = 'whole' | 'info' | 'part' | 'roughRate' | 'range' | 'phase' | 'lock' | 'half' | 'cnr' | 'rate'
interface Field {
  readonly name: FieldName
  readonly width: number
  readonly signed: boolean
}
const field = (name: FieldName, width: number, signed = false): Field => ({ name, width, signed })

const PART = field('part', 10)
const WHOLE = field('whole', 8)
const EXTENDED = [WHOLE, field('info', 4), PART, field('roughRate', 14, true)]
const RANGE = field('range', 15, true)
const PHASE = [field('phase', 22, true), field('lock', 4), field('half', 1)]
const FINE = [field('range', 20, true), field('phase', 24, true), field('lock', 10), field('half', 1), field('cnr', 10)]
const RATE = field('rate', 15, true)
const CNR = field('cnr', 6)

/** Fields of a satellite and of a cell, by level. */
const LEVELS: Record<number, readonly [readonly Field[], readonly Field[]]> = {
  1: [[PART], [RANGE]],
  2: [[PART], PHASE],
  3: [[PART], [RANGE, ...PHASE]],
  4: [
    [WHOLE, PART],
    [RANGE, ...PHASE, CNR],
  ],
  5: [EXTENDED, [RANGE, ...PHASE, CNR, RATE]],
  6: [[WHOLE, PART], FINE],
  7: [EXTENDED, [...FINE, RATE]],
}

export function writeMsm(message: RawMsm): Buffer {
  const bits = new BitWriter()
    .unsigned(message.type, 12)
    .unsigned(message.stationId, 12)
    .unsigned(message.epoch, 30)
    .unsigned(message.more, 1)
    .unsigned(message.rest, 18)
  for (let id = 1; id <= 64; id++) bits.unsigned(message.satellites.includes(id) ? 1 : 0, 1)
  for (let id = 1; id <= 32; id++) bits.unsigned(message.signals.includes(id) ? 1 : 0, 1)
  for (const bit of message.mask) bits.unsigned(bit, 1)
  for (const part of LEVELS[message.type % 10]!)
    for (const { name, width, signed } of part)
      for (const value of message.fields[name]) signed ? bits.signed(value, width) : bits.unsigned(value, width)
  return bits.bytes()
}

/** `mayGoOn`: allows bytes after the end. */
export function readMsm(payload: Buffer, mayGoOn = false): RawMsm {
  const bits = new BitReader(payload)
  const [type, stationId, epoch, more, rest] = [12, 12, 30, 1, 18].map((width) => bits.unsigned(width)) as Five
  const numbers = (count: number) => Array.from({ length: count }, (_, i) => (bits.unsigned(1) ? [i + 1] : [])).flat()
  const satellites = numbers(64)
  const signals = numbers(32)
  const mask = Array.from({ length: satellites.length * signals.length }, () => bits.unsigned(1))
  const cells = mask.filter((bit) => bit === 1).length
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, [] as number[]])) as Record<FieldName, number[]>
  for (const [place, part] of LEVELS[type % 10]!.entries())
    for (const { name, width, signed } of part)
      for (let i = 0; i < (place === 0 ? satellites.length : cells); i++)
        fields[name].push(signed ? bits.signed(width) : bits.unsigned(width))
  if (bits.remaining < 0 || (bits.remaining > 7 && !mayGoOn)) throw new Error(`${bits.remaining} bits are left`)
  return { type, stationId, epoch, more, rest, satellites, signals, mask, fields }
}
type Five = [number, number, number, number, number]
const FIELD_NAMES: FieldName[] = ['whole', 'info', 'part', 'roughRate', 'range', 'phase', 'lock', 'half', 'cnr', 'rate']

/** Random fields, with the ends of each range more often than by chance. */
export function randomMsm(random: Random, type: number, about: Partial<RawMsm> = {}): RawMsm {
  const some = (count: number, most: number) => {
    const found = new Set<number>()
    while (found.size < count) found.add(1 + random(most))
    return [...found].sort((a, b) => a - b)
  }
  const signals = about.signals ?? some(1 + random(4), 32)
  const satellites = about.satellites ?? some(1 + random(Math.min(24, Math.floor(64 / signals.length))), 64)
  const mask = about.mask ?? Array.from({ length: satellites.length * signals.length }, () => (random(5) === 0 ? 0 : 1))
  const cells = mask.filter((bit) => bit === 1).length
  const fields = Object.fromEntries(FIELD_NAMES.map((name) => [name, [] as number[]])) as Record<FieldName, number[]>
  for (const [place, part] of LEVELS[type % 10]!.entries())
    for (const one of part)
      fields[one.name] = Array.from({ length: place === 0 ? satellites.length : cells }, () => anyValue(random, one))
  const isGlonass = Math.floor(type / 10) === 108
  const epoch = isGlonass ? random(7) * 2 ** 27 + random(86_400_000) : random(604_800_000)
  return {
    ...{ type, stationId: random(4096), epoch, more: random(2), rest: random(2 ** 18) },
    ...{ satellites, signals, mask, fields },
    ...about,
  }
}

function anyValue(random: Random, { width, signed }: Field): number {
  const all = 2 ** width
  const chance = random(8)
  const value =
    chance === 0 ? random(3) : chance === 1 ? all - 1 - random(3) : chance === 2 ? all / 2 + random(5) - 2 : random(all)
  const within = ((value % all) + all) % all
  return signed && within >= all / 2 ? within - all : within
}

export interface RawLegacy {
  readonly type: number
  readonly stationId: number
  readonly time: number
  readonly more: number
  readonly smoothing: number
  readonly satellites: readonly RawSatellite[]
}
export interface RawSatellite {
  readonly id: number
  readonly code: number
  readonly channel: number | null
  readonly range: number
  readonly phase: number
  readonly lock: number
  readonly cuts: number
  readonly cnr: number
  readonly code2: number
  readonly range2: number
  readonly phase2: number
  readonly lock2: number
  readonly cnr2: number
}

/** A 1002, 1004, 1010 or 1012. */
export function writeLegacy({ type, stationId, time, more, smoothing, satellites }: RawLegacy): Buffer {
  const isGlonass = type > 1004
  const bits = new BitWriter()
    .unsigned(type, 12)
    .unsigned(stationId, 12)
    .unsigned(time, isGlonass ? 27 : 30)
  bits.unsigned(more, 1).unsigned(satellites.length, 5).unsigned(smoothing, 4)
  for (const one of satellites) {
    bits.unsigned(one.id, 6).unsigned(one.code, 1)
    if (isGlonass) bits.unsigned(one.channel! + 7, 5)
    bits
      .unsigned(one.range, isGlonass ? 25 : 24)
      .signed(one.phase, 20)
      .unsigned(one.lock, 7)
    bits.unsigned(one.cuts, isGlonass ? 7 : 8).unsigned(one.cnr, 8)
    if (type % 4 === 2) continue
    bits
      .unsigned(one.code2, 2)
      .signed(one.range2, 14)
      .signed(one.phase2, 20)
      .unsigned(one.lock2, 7)
      .unsigned(one.cnr2, 8)
  }
  return bits.bytes()
}

export function readLegacy(payload: Buffer, mayGoOn = false): RawLegacy {
  const bits = new BitReader(payload)
  const type = bits.unsigned(12)
  const isGlonass = type === 1012
  const head = { type, stationId: bits.unsigned(12), time: bits.unsigned(isGlonass ? 27 : 30), more: bits.unsigned(1) }
  const count = bits.unsigned(5)
  const smoothing = bits.unsigned(4)
  const satellites = Array.from({ length: count }, () => ({
    id: bits.unsigned(6),
    code: bits.unsigned(1),
    channel: isGlonass ? bits.unsigned(5) - 7 : null,
    range: bits.unsigned(isGlonass ? 25 : 24),
    phase: bits.signed(20),
    lock: bits.unsigned(7),
    cuts: bits.unsigned(isGlonass ? 7 : 8),
    cnr: bits.unsigned(8),
    code2: bits.unsigned(2),
    range2: bits.signed(14),
    phase2: bits.signed(20),
    lock2: bits.unsigned(7),
    cnr2: bits.unsigned(8),
  }))
  if (bits.remaining < 0 || (bits.remaining > 7 && !mayGoOn)) throw new Error(`${bits.remaining} bits are left`)
  return { ...head, smoothing, satellites }
}
