// Bit positions of the fields of an MSM: everything after the head depends on its masks. One instance is reused for all
// messages.
import { unsignedAt } from '../bits.ts'
import { bitsSet } from './head.ts'

const HEAD_BITS = 169
export const MOST_CELLS = 64

/** Bits by level, from MSM1 to MSM7 (RTCM 10403.3, tables 3.5-81 to 3.5-90). */
const SATELLITE_BITS = [0, 10, 10, 10, 18, 36, 18, 36]
const CELL_BITS = [0, 15, 27, 42, 48, 63, 65, 80]

/** Widths of the fields of a cell, from MSM4 on. */
const FINE_RANGE = [0, 0, 0, 0, 15, 15, 20, 20]
const FINE_PHASE = [0, 0, 0, 0, 22, 22, 24, 24]
const LOCK = [0, 0, 0, 0, 4, 4, 10, 10]
const CNR = [0, 0, 0, 0, 6, 6, 10, 10]

/** Whether the level has DF405, DF406, DF407 and DF408. */
export const isHighResolution = (level: number): boolean => level >= 6
/** Whether the level has DF399, DF404 and the extended satellite information. */
export const hasRates = (level: number): boolean => level === 5 || level === 7

export class MsmLayout {
  level = 0
  satellites = 0
  cells = 0
  /** Length of the head including the cell mask. */
  headBits = 0
  /** Positions of DF397, DF398 and, in MSM5 and MSM7, of the extended satellite information (DF419) and DF399. */
  wholeMsAt = 0
  infoAt = 0
  partMsAt = 0
  roughRateAt = 0
  /** Positions of DF400 or DF405 and the following fields. */
  rangeAt = 0
  phaseAt = 0
  lockAt = 0
  halfCycleAt = 0
  cnrAt = 0
  rateAt = 0
  rangeWidth = 0
  phaseWidth = 0
  lockWidth = 0
  cnrWidth = 0
  /** Numbers of the bits set in the masks, starting at 1. */
  readonly satelliteIds = new Uint8Array(64)
  readonly signalIds = new Uint8Array(32)
  /** For each cell: index of its satellite, and number of its signal. Filled by `readCells`. */
  readonly cellRow = new Uint8Array(MOST_CELLS)
  readonly cellSignal = new Uint8Array(MOST_CELLS)
  #signals = 0

  /** Returns false if the message is invalid; the fields here are then undefined. */
  read(payload: Uint8Array, level: number): boolean {
    const bits = payload.length * 8
    if (bits < HEAD_BITS) return false
    const satellites = bitsSet(unsignedAt(payload, 73, 32)) + bitsSet(unsignedAt(payload, 105, 32))
    const signals = bitsSet(unsignedAt(payload, 137, 32))
    const grid = satellites * signals
    if (grid > MOST_CELLS || bits < HEAD_BITS + grid) return false
    const cells = bitsIn(payload, HEAD_BITS, grid)
    this.level = level
    this.satellites = satellites
    this.#signals = signals
    this.cells = cells
    this.headBits = HEAD_BITS + grid
    const end = this.headBits + satellites * SATELLITE_BITS[level]! + cells * CELL_BITS[level]!
    if (bits < end) return false
    if (level >= 4) this.#findFields()
    return true
  }

  #findFields(): void {
    const { level, satellites, cells } = this
    this.wholeMsAt = this.headBits
    this.infoAt = this.wholeMsAt + 8 * satellites
    this.partMsAt = this.infoAt + (hasRates(level) ? 4 * satellites : 0)
    this.roughRateAt = this.partMsAt + 10 * satellites
    this.rangeWidth = FINE_RANGE[level]!
    this.phaseWidth = FINE_PHASE[level]!
    this.lockWidth = LOCK[level]!
    this.cnrWidth = CNR[level]!
    this.rangeAt = this.headBits + satellites * SATELLITE_BITS[level]!
    this.phaseAt = this.rangeAt + this.rangeWidth * cells
    this.lockAt = this.phaseAt + this.phaseWidth * cells
    this.halfCycleAt = this.lockAt + this.lockWidth * cells
    this.cnrAt = this.halfCycleAt + cells
    this.rateAt = this.cnrAt + this.cnrWidth * cells
  }

  readCells(payload: Uint8Array): void {
    const upTo32 = numbersIn(unsignedAt(payload, 73, 32), 0, this.satelliteIds, 0)
    numbersIn(unsignedAt(payload, 105, 32), 32, this.satelliteIds, upTo32)
    numbersIn(unsignedAt(payload, 137, 32), 0, this.signalIds, 0)
    let cell = 0
    let bit = HEAD_BITS
    for (let row = 0; row < this.satellites; row++) {
      for (let signal = 0; signal < this.#signals; signal++, bit++) {
        if (!isSet(payload, bit)) continue
        this.cellRow[cell] = row
        this.cellSignal[cell++] = this.signalIds[signal]!
      }
    }
  }
}

const isSet = (bytes: Uint8Array, bit: number) => ((bytes[bit >>> 3]! >>> (7 - (bit & 7))) & 1) === 1

function bitsIn(bytes: Uint8Array, from: number, count: number): number {
  let set = 0
  for (let left = count, bit = from; left > 0; ) {
    const width = left < 24 ? left : 24
    set += bitsSet(unsignedAt(bytes, bit, width))
    bit += width
    left -= width
  }
  return set
}

/** Numbers of the bits set in a mask of 32, counted from `before` + 1, into `numbers` from `at`. Returns the next index. */
function numbersIn(mask: number, before: number, numbers: Uint8Array, at: number): number {
  let next = at
  for (let left = mask >>> 0; left !== 0; ) {
    const zeros = Math.clz32(left)
    numbers[next++] = before + zeros + 1
    left = (left & ~(0x80000000 >>> zeros)) >>> 0
  }
  return next
}
