// Observations of 1002, 1004, 1010 and 1012. Phases are sent as a difference from the pseudorange, which some receivers
// reset by 1500 cycles when it grows too large: the reset is undone. 1001, 1003, 1009 and 1011 have no whole
// milliseconds of range, so only the presence of their signals is returned.
import { signedAt, unsignedAt } from '../bits.ts'
import { carrierHz } from '../observations/carriers.ts'
import type { GlonassChannels } from '../observations/glonass-channels.ts'
import { legacyLockBelowMs, legacyLockMs } from '../observations/lock-time.ts'
import type { EpochRows } from './epoch-rows.ts'
import { SATELLITE_KEYS, satelliteKey } from './observation-epoch.ts'

const LIGHT_M_S = 299_792_458
const GPS = 0
const GLONASS = 1
const SBAS = 3
const NO_PHASE = -(2 ** 19)
const NO_RANGE = -(2 ** 13)
const RANGE_UNIT_M = 0.02
const PHASE_UNIT_M = 0.0005
const CNR_UNIT = 0.25
const RESET_CYCLES = 1500

interface Form {
  readonly headBits: number
  readonly countBit: number
  readonly cellBits: number
  readonly hasAmbiguity: boolean
  readonly hasL2: boolean
  readonly isGlonass: boolean
}

const form = (isGlonass: boolean, cellBits: number, hasAmbiguity: boolean, hasL2: boolean): Form => ({
  ...{ isGlonass, cellBits, hasAmbiguity, hasL2 },
  headBits: isGlonass ? 61 : 64,
  countBit: isGlonass ? 52 : 55,
})

/** RTCM 10403.3, tables 3.5-1 to 3.5-13. */
const FORMS: Readonly<Record<number, Form>> = {
  1001: form(false, 58, false, false),
  1002: form(false, 74, true, false),
  1003: form(false, 101, false, true),
  1004: form(false, 125, true, true),
  1009: form(true, 64, false, false),
  1010: form(true, 79, true, false),
  1011: form(true, 107, false, true),
  1012: form(true, 130, true, true),
}

/** Positions in the signal mask by code indicator: DF010 and DF039 on L1, DF016 and DF046 on L2. */
const GPS_L1 = [2, 3]
const GPS_L2 = [17, 9, 9, 10] // C/A or L2C, P by direct tracking, by cross correlation, by correlated P/Y
const GLONASS_L1 = [2, 3]
const GLONASS_L2 = [8, 9]
/** Light milliseconds per step of DF014 and DF044. */
const GPS_CUT_M = 299_792.458
const GLONASS_CUT_M = 599_584.916

/** Range as the receiver sent it, and what phase and signals need of the satellite. */
interface Satellite {
  constellation: number
  number: number
  rangeM: number
  channel: number
}

export class LegacyObservations {
  readonly #channels: GlonassChannels
  /** Last difference of phase and pseudorange in cycles, by satellite and frequency; NaN before the first. */
  readonly #differences = [
    new Float64Array(SATELLITE_KEYS).fill(Number.NaN),
    new Float64Array(SATELLITE_KEYS).fill(Number.NaN),
  ] as const

  constructor(channels: GlonassChannels) {
    this.#channels = channels
  }

  /** Appends the message's rows. Returns false if the message is invalid. */
  decode(payload: Uint8Array, type: number, rows: EpochRows): boolean {
    const form = FORMS[type]!
    const { headBits, countBit, cellBits, isGlonass } = form
    const count = unsignedAt(payload, countBit, 5)
    if (payload.length * 8 < headBits + count * cellBits) return false
    if (isGlonass) this.#channels.hearLegacy(payload, type)
    for (let i = 0, bit = headBits; i < count; i++, bit += cellBits)
      if (isGlonass) this.#glonass(payload, bit, form, rows)
      else this.#gps(payload, bit, form, rows)
    return true
  }

  #gps(payload: Uint8Array, bit: number, form: Form, rows: EpochRows): void {
    const id = unsignedAt(payload, bit, 6)
    // DF009: 1 to 32 are GPS, 40 to 58 are SBAS.
    const isSbas = id >= 40 && id <= 58
    if (!isSbas && (id < 1 || id > 32)) return
    const satellite = { constellation: isSbas ? SBAS : GPS, number: isSbas ? id - 39 : id, rangeM: 0, channel: 0 }
    const l1 = GPS_L1[unsignedAt(payload, bit + 6, 1)]!
    this.#cell(payload, bit + 7, form, { satellite, l1, rows, widths: [24, 8], cutM: GPS_CUT_M, l2Codes: GPS_L2 })
  }

  #glonass(payload: Uint8Array, bit: number, form: Form, rows: EpochRows): void {
    const number = unsignedAt(payload, bit, 6)
    if (number < 1 || number > 24) return
    const satellite = { constellation: GLONASS, number, rangeM: 0, channel: this.#channels.heard(number) }
    const l1 = GLONASS_L1[unsignedAt(payload, bit + 6, 1)]!
    // After DF038 and DF039 comes DF040, the channel.
    const after = bit + 12
    this.#cell(payload, after, form, { satellite, l1, rows, widths: [25, 7], cutM: GLONASS_CUT_M, l2Codes: GLONASS_L2 })
  }

  #cell(
    payload: Uint8Array,
    from: number,
    { hasAmbiguity, hasL2 }: Form,
    is: {
      readonly satellite: Satellite
      readonly l1: number
      readonly rows: EpochRows
      /** Bits of the pseudorange and of its number of whole moduli. */
      readonly widths: readonly [number, number]
      readonly cutM: number
      readonly l2Codes: readonly number[]
    },
  ): void {
    const { satellite, rows, widths, cutM } = is
    const [rangeWidth, cutsWidth] = widths
    let bit = from
    const range = unsignedAt(payload, bit, rangeWidth)
    bit += rangeWidth
    const phase = signedAt(payload, bit, 20)
    const lock = unsignedAt(payload, bit + 20, 7)
    bit += 27
    let cnr = 0
    if (hasAmbiguity) {
      satellite.rangeM = range * RANGE_UNIT_M + unsignedAt(payload, bit, cutsWidth) * cutM
      cnr = unsignedAt(payload, bit + cutsWidth, 8) * CNR_UNIT
      bit += cutsWidth + 8
    } else satellite.rangeM = Number.NaN
    this.#add(rows, satellite, 0, is.l1, satellite.rangeM, phase, lock, cnr)
    if (!hasL2) return
    const l2 = is.l2Codes[unsignedAt(payload, bit, 2)]
    const difference = signedAt(payload, bit + 2, 14)
    const phase2 = signedAt(payload, bit + 16, 20)
    const lock2 = unsignedAt(payload, bit + 36, 7)
    const cnr2 = hasAmbiguity ? unsignedAt(payload, bit + 43, 8) * CNR_UNIT : 0
    const range2 = difference === NO_RANGE ? Number.NaN : satellite.rangeM + difference * RANGE_UNIT_M
    if (l2 === undefined || (difference === NO_RANGE && phase2 === NO_PHASE)) return
    this.#add(rows, satellite, 1, l2, range2, phase2, lock2, cnr2)
  }

  #add(
    rows: EpochRows,
    { constellation, number, rangeM, channel }: Satellite,
    frequency: 0 | 1,
    signal: number,
    pseudorange: number,
    phase: number,
    lock: number,
    cnr: number,
  ): void {
    const row = rows.add(constellation, number, signal)
    if (row < 0) return
    const { epoch } = rows
    epoch.pseudorange[row] = pseudorange
    epoch.cnr[row] = cnr
    if (phase !== NO_PHASE) {
      const hz = carrierHz(constellation, signal, channel)
      const wavelength = LIGHT_M_S / hz
      const key = satelliteKey(constellation, number)
      // Both phases are sent as a difference from the pseudorange on L1.
      epoch.phase[row] = rangeM / wavelength + this.#continued(frequency, key, (phase * PHASE_UNIT_M) / wavelength)
    }
    rows.setLock(row, legacyLockMs(lock), legacyLockBelowMs(lock), false)
  }

  #continued(frequency: 0 | 1, key: number, cycles: number): number {
    const before = this.#differences[frequency][key]!
    let continued = cycles
    if (cycles < before - RESET_CYCLES / 2) continued += RESET_CYCLES
    else if (cycles > before + RESET_CYCLES / 2) continued -= RESET_CYCLES
    this.#differences[frequency][key] = continued
    return continued
  }
}
