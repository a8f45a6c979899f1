// Converts 1002, 1004, 1010 and 1012 to MSM4. Pseudoranges and phases are rounded to the nearest unit of MSM4. The
// multiples of 1500 cycles that the station subtracted from its phases are added again.
import { signedAt, unsignedAt } from '../../bits.ts'
import { legacyLockMs, lockSteps } from '../../observations/lock-time.ts'
import { MOST_CELLS } from '../../observations/msm-layout.ts'
import type { ConversionCounts } from '../counts.ts'
import type { FrameSink } from '../frame-sink.ts'
import { legacyCloseBit } from './legacy-filter.ts'
import { GLONASS_FORM, GPS_FORM, type LegacyForm } from './legacy-forms.ts'
import { NO_PHASE, PhaseTracks } from './phase-tracks.ts'

const LIGHT_M_S = 299_792_458
const LIGHT_MS_M = 299_792.458
const RANGE_UNIT_M = 0.02
const PHASE_UNIT_M = 0.0005
const NO_RANGE_DIFFERENCE = -(2 ** 13)
const DAY_UNKNOWN = 7
/** DF411: unknown; DF412: unknown. */
const CLOCK = 0b10_11
/** DF397: 255 means "not available". */
const MOST_WHOLE_MS = 254
const SATELLITES = 64
const NO_SIGNAL = 0
/** DF009 of SBAS: 40 is PRN 120, the first satellite of the SBAS mask. */
const FIRST_SBAS = 40
const LAST_SBAS = 58
const HIGHEST_NUMBER = 32

/** Signal in the MSM mask by DF010 and DF016, or DF039 and DF046. P(Y) by cross-correlation becomes 2W. */
const GPS_SIGNALS = [
  [2, 3],
  [17, 9, 10, 10],
] as const
const GLONASS_SIGNALS = [
  [2, 3],
  [8, 9, NO_SIGNAL, NO_SIGNAL],
] as const

export type MsmSystem = 'GPS' | 'GLO' | 'SBS'
const OUTGOING: Readonly<Record<MsmSystem, number>> = { GPS: 1074, GLO: 1084, SBS: 1104 }

/** Converts the messages of one constellation. */
export class MsmWriter {
  readonly type: number
  readonly #system: MsmSystem
  readonly #form: LegacyForm
  readonly #counts: ConversionCounts
  readonly #tracks = new PhaseTracks()
  // State of the message that is being read, by satellite, or by satellite and frequency
  readonly #signal = new Uint8Array(2 * (SATELLITES + 1))
  readonly #rangeMs = new Float64Array(2 * (SATELLITES + 1))
  readonly #phaseMs = new Float64Array(2 * (SATELLITES + 1))
  readonly #lock = new Uint8Array(2 * (SATELLITES + 1))
  readonly #cnr = new Uint8Array(2 * (SATELLITES + 1))
  readonly #rough = new Uint32Array(SATELLITES + 1)

  constructor(system: MsmSystem, counts: ConversionCounts) {
    this.type = OUTGOING[system]
    this.#system = system
    this.#form = system === 'GLO' ? GLONASS_FORM : GPS_FORM
    this.#counts = counts
  }

  /** Writes the message without ending the frame. Returns false if there is no satellite of this constellation. */
  write(payload: Uint8Array, type: number, nowMs: number, sink: FrameSink): boolean {
    const satellites = this.#read(payload, type, nowMs)
    if (satellites.length === 0) return false
    const signals = this.#signalsOf(satellites)
    const most = Math.floor(MOST_CELLS / signals.length)
    this.#counts.leftOut.too_many += Math.max(0, satellites.length - most)
    this.#writeHead(payload, type, sink)
    this.#writeCells(satellites.slice(0, most), signals, sink)
    return true
  }

  /** Returns the satellite numbers, sorted. */
  #read(payload: Uint8Array, type: number, nowMs: number): number[] {
    const isDual = type === 1004 || type === 1012
    const isGlonass = this.#system === 'GLO'
    const width = (isGlonass ? 79 : 74) + (isDual ? 51 : 0)
    const count = unsignedAt(payload, legacyCloseBit(type) + 1, 5)
    const satellites = new Set<number>()
    for (let i = 0, bit = isGlonass ? 61 : 64; i < count; i++, bit += width) {
      const satellite = this.#numberOf(unsignedAt(payload, bit, 6))
      if (satellite !== null && this.#readSatellite(payload, bit, satellite, isDual, nowMs)) satellites.add(satellite)
    }
    return [...satellites].sort((a, b) => a - b)
  }

  /** `null` if the satellite belongs to another constellation or has no number in MSM. */
  #numberOf(number: number): number | null {
    const isSbas = this.#system !== 'GLO' && number >= FIRST_SBAS
    if (isSbas !== (this.#system === 'SBS')) return null
    if (isSbas ? number <= LAST_SBAS : number >= 1 && number <= HIGHEST_NUMBER)
      return isSbas ? number - FIRST_SBAS + 1 : number
    this.#counts.leftOut.no_number++
    return null
  }

  #readSatellite(payload: Uint8Array, at: number, satellite: number, isDual: boolean, nowMs: number): boolean {
    const { cutMs, rangeWidth, cutsWidth } = this.#form
    const isGlonass = this.#system === 'GLO'
    const channel = isGlonass ? unsignedAt(payload, at + 7, 5) - 7 : 0
    let bit = at + (isGlonass ? 12 : 7)
    const remainder = unsignedAt(payload, bit, rangeWidth)
    bit += rangeWidth
    const phase = signedAt(payload, bit, 20)
    const lock = unsignedAt(payload, bit + 20, 7)
    bit += 27
    const cuts = unsignedAt(payload, bit, cutsWidth)
    bit += cutsWidth
    const rangeM = cuts * cutMs * LIGHT_MS_M + remainder * RANGE_UNIT_M
    if (rangeM === 0) {
      this.#counts.leftOut.no_first_frequency++
      return false
    }
    const [first, second] = isGlonass ? GLONASS_SIGNALS : GPS_SIGNALS
    const place = 2 * satellite
    this.#signal[place] = first[unsignedAt(payload, at + 6, 1)]!
    this.#rangeMs[place] = rangeM / LIGHT_MS_M
    this.#cnr[place] = unsignedAt(payload, bit, 8)
    this.#readPhase(place, phase, lock, rangeM, channel, nowMs)
    bit += 8
    this.#signal[place + 1] = NO_SIGNAL
    if (isDual) {
      const difference = signedAt(payload, bit + 2, 14)
      const isMissing = difference === NO_RANGE_DIFFERENCE
      this.#rangeMs[place + 1] = isMissing ? Number.NaN : (rangeM + difference * RANGE_UNIT_M) / LIGHT_MS_M
      this.#signal[place + 1] = second[unsignedAt(payload, bit, 2)]!
      this.#cnr[place + 1] = unsignedAt(payload, bit + 43, 8)
      this.#readPhase(
        place + 1,
        signedAt(payload, bit + 16, 20),
        unsignedAt(payload, bit + 36, 7),
        rangeM,
        channel,
        nowMs,
      )
      const isEmpty = isMissing && Number.isNaN(this.#phaseMs[place + 1]!)
      if (isEmpty) this.#signal[place + 1] = NO_SIGNAL
      else if (this.#signal[place + 1] === NO_SIGNAL) this.#counts.leftOut.no_place++
    }
    return this.#hasRoughRange(satellite)
  }

  #readPhase(place: number, units: number, lock: number, rangeM: number, channel: number, nowMs: number): void {
    if (units === NO_PHASE) {
      this.#tracks.lose(place, nowMs)
      this.#phaseMs[place] = Number.NaN
      this.#lock[place] = 0
      return
    }
    const { carriers, channels } = this.#form
    const frequency = place % 2
    const wavelength = LIGHT_M_S / (carriers[frequency]! + channel * channels[frequency]!)
    const carrier = this.#signal[place]! * 64 + channel + 8
    const metres = this.#tracks.unrolled(place, carrier, units * PHASE_UNIT_M, wavelength, nowMs)
    this.#phaseMs[place] = (rangeM + metres) / LIGHT_MS_M
    this.#lock[place] = lockSteps(this.#tracks.locked(place, legacyLockMs(lock), nowMs))
  }

  /** Uses the mean of the pseudoranges: they differ by up to 164 m, so both are within the 292 m of DF400. */
  #hasRoughRange(satellite: number): boolean {
    const [first, second] = [this.#rangeMs[2 * satellite]!, this.#rangeMs[2 * satellite + 1]!]
    const hasSecond = this.#signal[2 * satellite + 1] !== NO_SIGNAL && !Number.isNaN(second)
    const rough = Math.round((hasSecond ? (first + second) / 2 : first) * 1024)
    this.#rough[satellite] = rough
    if (rough >>> 10 <= MOST_WHOLE_MS) return true
    this.#counts.leftOut.out_of_range++
    return false
  }

  #signalsOf(satellites: readonly number[]): number[] {
    const found = satellites.flatMap((satellite) => [this.#signal[2 * satellite]!, this.#signal[2 * satellite + 1]!])
    return [...new Set(found)].filter((signal) => signal !== NO_SIGNAL).sort((a, b) => a - b)
  }

  #writeHead(payload: Uint8Array, type: number, sink: FrameSink): void {
    const closeBit = legacyCloseBit(type)
    sink.copy(payload, 24)
    sink.overwrite(0, this.type, 12)
    if (this.#system === 'GLO') sink.put(DAY_UNKNOWN, 3)
    else sink.put(unsignedAt(payload, 24, 3), 3)
    const timeAt = closeBit - 27
    sink.put(unsignedAt(payload, timeAt, 13), 13)
    sink.put(unsignedAt(payload, timeAt + 13, 14), 14)
    sink.put(0, 1 + 3 + 7) // DF393, set later; DF409
    sink.put(CLOCK, 4)
    sink.put(unsignedAt(payload, closeBit + 6, 4), 4) // DF007 and DF008 as DF417 and DF418
  }

  #writeCells(satellites: readonly number[], signals: readonly number[], sink: FrameSink): void {
    putMask(sink, satellites, 64)
    putMask(sink, signals, 32)
    const cells: number[] = []
    for (const satellite of satellites)
      for (const signal of signals) {
        const place = [2 * satellite, 2 * satellite + 1].find((one) => this.#signal[one] === signal)
        sink.put(place === undefined ? 0 : 1, 1)
        if (place !== undefined) cells.push(place)
      }
    for (const satellite of satellites) sink.put(this.#rough[satellite]! >>> 10, 8)
    for (const satellite of satellites) sink.put(this.#rough[satellite]!, 10)
    for (const place of cells) sink.put(this.#fine(this.#rangeMs[place]!, place, 24, 15), 15)
    for (const place of cells) sink.put(this.#fine(this.#phaseMs[place]!, place, 29, 22), 22)
    for (const place of cells) sink.put(this.#lock[place]!, 4)
    for (const _ of cells) sink.put(0, 1) // DF420: 1004 and 1012 have no phases with an unresolved half cycle.
    for (const place of cells) sink.put(decibels(this.#cnr[place]!), 6)
  }

  /** The difference from the rough range in units of 2^-`bits` ms; the most negative value means "not available". */
  #fine(ms: number, place: number, bits: number, width: number): number {
    const none = -(2 ** (width - 1))
    if (Number.isNaN(ms)) return none
    return Math.round((ms - this.#rough[place >>> 1]! / 1024) * 2 ** bits)
  }
}

/** Converts units of 0.25 dB to dB; 0 means "not available" in both. */
const decibels = (quarters: number) => (quarters === 0 ? 0 : Math.min(63, Math.max(1, (quarters + 2) >> 2)))

function putMask(sink: FrameSink, numbers: readonly number[], width: number): void {
  for (let number = 1; number <= width; number++) sink.put(numbers.includes(number) ? 1 : 0, 1)
}
