// Converts MSM4 to 7 of GPS and GLONASS to 1004 and 1012, for rovers older than MSM. Several messages of a
// constellation become one.
import { signedAt, unsignedAt } from '../../bits.ts'
import type { GlonassChannels } from '../../observations/glonass-channels.ts'
import { fineLockMs, legacyLock, lockMs } from '../../observations/lock-time.ts'
import { hasRates, isHighResolution, type MsmLayout } from '../../observations/msm-layout.ts'
import type { ConversionCounts } from '../counts.ts'
import { FrameSink } from '../frame-sink.ts'
import type { LegacyForm } from './legacy-forms.ts'
import { NO_PHASE, PhaseTracks } from './phase-tracks.ts'

const LIGHT_M_S = 299_792_458
const LIGHT_MS_M = 299_792.458
const MOST_SATELLITES = 31
/** Unit of DF011, DF017, DF041 and DF047. */
const RANGE_UNIT_M = 0.02
const RANGE_DIFFERENCE_LIMIT = 2 ** 13
const NO_CELL = -1
const NOTHING = new Uint8Array(0)
/** DF397: "not available". */
const NO_ROUGH_RANGE = 255

export class LegacyWriter {
  readonly form: LegacyForm
  #sink = new FrameSink()
  readonly #counts: ConversionCounts
  /** `null` if all satellites share one carrier frequency. */
  readonly #channels: GlonassChannels | null
  readonly #tracks = new PhaseTracks()
  /** Whether a satellite is already in the message. */
  readonly #isIn = new Uint8Array(65)
  #satellites = 0
  // State of the message that is being read
  #payload: Uint8Array = NOTHING
  readonly #layout: MsmLayout
  #nowMs = 0
  /** The cells of the current satellite, by frequency. */
  readonly #cells = [NO_CELL, NO_CELL] as [number, number]

  constructor(form: LegacyForm, layout: MsmLayout, counts: ConversionCounts, channels: GlonassChannels | null) {
    this.form = form
    this.#layout = layout
    this.#counts = counts
    this.#channels = channels
  }

  /** Writes the head of a message without satellites, from the head of an MSM. */
  begin(payload: Uint8Array, sink: FrameSink): void {
    this.#sink = sink
    // Both heads are identical up to the epoch time, except that GLONASS has no day in 1012.
    sink.copy(payload, this.#channels ? 24 : 54)
    if (this.#channels) {
      sink.put(unsignedAt(payload, 27, 13), 13)
      sink.put(unsignedAt(payload, 40, 14), 14)
    }
    sink.overwrite(0, this.form.type, 12)
    sink.put(0, 1 + 5)
    sink.put(unsignedAt(payload, 69, 4), 4) // DF417 and DF418 as DF007 and DF008
    this.#satellites = 0
    this.#isIn.fill(0)
  }

  /** Adds what the form can carry; returns the number of satellites. `nowMs`: epoch time in ms of the day. */
  add(payload: Uint8Array, nowMs: number): number {
    const layout = this.#layout
    this.#payload = payload
    this.#nowMs = nowMs
    layout.readCells(payload)
    const before = this.#satellites
    if (this.#channels && hasRates(layout.level)) this.#hearChannels(this.#channels)
    for (let row = 0, cell = 0; row < layout.satellites; row++) {
      const from = cell
      while (cell < layout.cells && layout.cellRow[cell] === row) cell++
      this.#addSatellite(row, from, cell)
    }
    this.#payload = NOTHING
    this.#sink.overwrite(this.form.countBit, this.#satellites, 5)
    return this.#satellites - before
  }

  #hearChannels(channels: GlonassChannels): void {
    const { satellites, satelliteIds, infoAt } = this.#layout
    for (let row = 0; row < satellites; row++)
      channels.hear(satelliteIds[row]!, unsignedAt(this.#payload, infoAt + 4 * row, 4))
  }

  #addSatellite(row: number, from: number, to: number): void {
    const { leftOut } = this.#counts
    const satellite = this.#layout.satelliteIds[row]!
    if (satellite > this.form.satellites) {
      leftOut.no_number++
      return
    }
    const channel = this.#channels ? this.#channels.of(satellite) : 0
    const used = this.#choose(row, from, to)
    if (this.#cells[0] === NO_CELL) {
      leftOut.no_first_frequency++
      return
    }
    if (this.#isIn[satellite] === 1) {
      leftOut.no_place += to - from
      return
    }
    if (this.#satellites === MOST_SATELLITES) {
      leftOut.too_many++
      return
    }
    leftOut.no_place += to - from - used
    this.#isIn[satellite] = 1
    this.#satellites++
    this.#write(row, satellite, channel)
  }

  /** Chooses one signal with a pseudorange for each frequency; returns the number of signals. */
  #choose(row: number, from: number, to: number): number {
    const cells = this.#cells
    cells[0] = cells[1] = NO_CELL
    if (unsignedAt(this.#payload, this.#layout.wholeMsAt + 8 * row, 8) === NO_ROUGH_RANGE) return 0
    for (const frequency of [0, 1] as const) cells[frequency] = this.#best(this.form.signals[frequency], from, to)
    return (cells[0] === NO_CELL ? 0 : 1) + (cells[1] === NO_CELL ? 0 : 1)
  }

  #best(signals: ReadonlyMap<number, number>, from: number, to: number): number {
    for (const id of signals.keys())
      for (let cell = from; cell < to; cell++)
        if (this.#layout.cellSignal[cell] === id && this.#hasRange(cell)) return cell
    return NO_CELL
  }

  /** The rough range of the satellite must be known. */
  #hasRange(cell: number): boolean {
    const fine = this.#fineRange(cell)
    return fine !== null && this.#roughMs(this.#layout.cellRow[cell]!) + fine > 0
  }

  #write(row: number, satellite: number, channel: number): void {
    const { form } = this
    const sink = this.#sink
    const [first, second] = this.#cells
    const cutM = form.cutMs * LIGHT_MS_M
    const rangeMs = this.#roughMs(row) + this.#fineRange(first)!
    const cuts = Math.floor(rangeMs / form.cutMs)
    const remainder = Math.round(((rangeMs - cuts * form.cutMs) * LIGHT_MS_M) / RANGE_UNIT_M)
    // All other values are differences from the pseudorange as sent.
    const sentM = cuts * cutM + remainder * RANGE_UNIT_M
    sink.put(satellite, 6) // DF009, DF038
    sink.put(form.signals[0].get(this.#layout.cellSignal[first]!)!, 1) // DF010, DF039
    if (this.#channels) sink.put(channel + 7, 5) // DF040
    sink.put(remainder, form.rangeWidth) // DF011, DF041
    this.#writePhase(row, satellite, 0, channel, sentM) // DF012 and DF013, DF042 and DF043
    sink.put(cuts, form.cutsWidth) // DF014, DF044
    sink.put(this.#cnr(first), 8) // DF015, DF045
    if (second === NO_CELL) {
      this.#tracks.lose(trackOf(satellite, 1), this.#nowMs)
      sink.put(0, 2)
      sink.put(-RANGE_DIFFERENCE_LIMIT, 14)
      sink.put(NO_PHASE, 20)
      sink.put(0, 7 + 8)
      return
    }
    sink.put(form.signals[1].get(this.#layout.cellSignal[second]!)!, 2) // DF016, DF046
    sink.put(this.#rangeDifference(row, second, sentM), 14) // DF017, DF047
    this.#writePhase(row, satellite, 1, channel, sentM) // DF018 and DF019, DF048 and DF049
    sink.put(this.#cnr(second), 8) // DF020, DF050
  }

  #rangeDifference(row: number, cell: number, sentM: number): number {
    const metres = (this.#roughMs(row) + this.#fineRange(cell)!) * LIGHT_MS_M - sentM
    const units = Math.round(metres / RANGE_UNIT_M)
    if (Math.abs(units) < RANGE_DIFFERENCE_LIMIT) return units
    this.#counts.leftOut.out_of_range++
    return -RANGE_DIFFERENCE_LIMIT
  }

  /** Writes phase minus pseudorange, and the lock time. */
  #writePhase(row: number, satellite: number, frequency: 0 | 1, channel: number, sentM: number): void {
    const cell = this.#cells[frequency]
    const { form } = this
    const track = trackOf(satellite, frequency)
    const fine = this.#finePhase(cell)
    const isOpen = unsignedAt(this.#payload, this.#layout.halfCycleAt + cell, 1) === 1
    if (fine === null || isOpen) {
      if (fine !== null) this.#counts.leftOut.half_cycle++
      this.#tracks.lose(track, this.#nowMs)
      this.#sink.put(NO_PHASE, 20)
      this.#sink.put(0, 7)
      return
    }
    const metres = (this.#roughMs(row) + fine) * LIGHT_MS_M - sentM
    const wavelength = LIGHT_M_S / (form.carriers[frequency] + channel * form.channels[frequency])
    // A distinct number for each signal and channel, never 0.
    const carrier = this.#layout.cellSignal[cell]! * 32 + channel + 8
    this.#sink.put(this.#tracks.difference(track, carrier, metres, wavelength, this.#nowMs), 20)
    this.#sink.put(legacyLock(this.#tracks.locked(track, this.#lockedMs(cell), this.#nowMs)), 7)
  }

  /** Rough range of the satellite in ms: DF397 and DF398. */
  #roughMs(row: number): number {
    const { wholeMsAt, partMsAt } = this.#layout
    return unsignedAt(this.#payload, wholeMsAt + 8 * row, 8) + unsignedAt(this.#payload, partMsAt + 10 * row, 10) / 1024
  }

  /** In ms; `null` if not available. */
  #fineRange(cell: number): number | null {
    const { rangeAt, rangeWidth } = this.#layout
    const value = signedAt(this.#payload, rangeAt + rangeWidth * cell, rangeWidth)
    return value === -(2 ** (rangeWidth - 1)) ? null : value / 2 ** (rangeWidth + 9) // DF400 or DF405: within 2^-10 ms
  }

  #finePhase(cell: number): number | null {
    const { phaseAt, phaseWidth } = this.#layout
    const value = signedAt(this.#payload, phaseAt + phaseWidth * cell, phaseWidth)
    return value === -(2 ** (phaseWidth - 1)) ? null : value / 2 ** (phaseWidth + 7) // DF401 or DF406: within 2^-8 ms
  }

  #lockedMs(cell: number): number {
    const { level, lockAt, lockWidth } = this.#layout
    const indicator = unsignedAt(this.#payload, lockAt + lockWidth * cell, lockWidth)
    return isHighResolution(level) ? fineLockMs(indicator) : lockMs(indicator)
  }

  /** In units of 0.25 dB: DF403 has 1 dB, DF408 1/16 dB. */
  #cnr(cell: number): number {
    const { level, cnrAt, cnrWidth } = this.#layout
    const value = unsignedAt(this.#payload, cnrAt + cnrWidth * cell, cnrWidth)
    return isHighResolution(level) ? Math.min((value + 2) >> 2, 255) : value * 4
  }
}

const trackOf = (satellite: number, frequency: 0 | 1) => 2 * satellite + frequency
