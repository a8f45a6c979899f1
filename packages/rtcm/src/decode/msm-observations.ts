// Observations of MSM 4 to 7. MSM 1 to 3 have no whole milliseconds of range, so only the presence of their signals is
// returned.
import { signedAt, unsignedAt } from '../bits.ts'
import { carrierHz } from '../observations/carriers.ts'
import type { GlonassChannels } from '../observations/glonass-channels.ts'
import { fineLockBelowMs, fineLockMs, lockBelowMs, lockMs } from '../observations/lock-time.ts'
import { hasRates, isHighResolution, MsmLayout } from '../observations/msm-layout.ts'
import { signalCode } from '../observations/msm-signals.ts'
import type { EpochRows } from './epoch-rows.ts'

/**
 * How much is read of an epoch. `all`: every observation. `losses`: rows without values, only their lock times and
 * flags. `presence`: the rows of each message up to the first pseudorange of a known signal, without flags.
 */
export type EpochDetail = 'all' | 'losses' | 'presence'

const LIGHT_M_S = 299_792_458
const LIGHT_MS_M = LIGHT_M_S * 0.001
/** DF397: "not available". */
const NO_ROUGH_RANGE = 255
const GLONASS = 1

export class MsmObservations {
  readonly #layout = new MsmLayout()
  readonly #channels: GlonassChannels
  /** Metres and m/s by satellite of the message; NaN if not available. */
  readonly #rough = new Float64Array(64)
  readonly #roughRate = new Float64Array(64)

  constructor(channels: GlonassChannels) {
    this.#channels = channels
  }

  /** Appends the message's rows. Returns false if the message is invalid. */
  decode(payload: Uint8Array, type: number, rows: EpochRows, detail: EpochDetail): boolean {
    const layout = this.#layout
    const level = type % 10
    if (!layout.read(payload, level)) return false
    layout.readCells(payload)
    const constellation = Math.floor(type / 10) - 107
    if (constellation === GLONASS && hasRates(level)) this.#hearChannels(payload)
    if (level < 4 || detail === 'losses') this.#addSignals(payload, constellation, rows)
    else {
      this.#readSatellites(payload)
      this.#addCells(payload, constellation, rows, detail)
    }
    return true
  }

  #addSignals(payload: Uint8Array, constellation: number, rows: EpochRows): void {
    const { level, cells, cellRow, cellSignal, satelliteIds } = this.#layout
    for (let cell = 0; cell < cells; cell++) {
      const row = rows.add(constellation, satelliteIds[cellRow[cell]!]!, cellSignal[cell]!)
      if (row >= 0 && level >= 4) this.#setLock(payload, cell, row, rows)
    }
  }

  #hearChannels(payload: Uint8Array): void {
    const { satellites, satelliteIds, infoAt } = this.#layout
    for (let row = 0; row < satellites; row++)
      this.#channels.hear(satelliteIds[row]!, unsignedAt(payload, infoAt + 4 * row, 4)) // DF419
  }

  #readSatellites(payload: Uint8Array): void {
    const { level, satellites, wholeMsAt, partMsAt, roughRateAt } = this.#layout
    const withRates = hasRates(level)
    for (let row = 0; row < satellites; row++) {
      const whole = unsignedAt(payload, wholeMsAt + 8 * row, 8)
      const part = unsignedAt(payload, partMsAt + 10 * row, 10)
      this.#rough[row] = whole === NO_ROUGH_RANGE ? Number.NaN : whole * LIGHT_MS_M + part * 2 ** -10 * LIGHT_MS_M
      if (!withRates) continue
      const rate = signedAt(payload, roughRateAt + 14 * row, 14)
      this.#roughRate[row] = rate === -8192 ? Number.NaN : rate
    }
  }

  #addCells(payload: Uint8Array, constellation: number, rows: EpochRows, detail: EpochDetail): void {
    const layout = this.#layout
    const { level, cells, rangeWidth, phaseWidth, cnrWidth } = layout
    const isFine = isHighResolution(level)
    const withRates = hasRates(level)
    const rangeUnit = isFine ? 2 ** -29 : 2 ** -24
    const phaseUnit = isFine ? 2 ** -31 : 2 ** -29
    const noRange = -(2 ** (rangeWidth - 1))
    const noPhase = -(2 ** (phaseWidth - 1))
    for (let cell = 0; cell < cells; cell++) {
      const satelliteRow = layout.cellRow[cell]!
      const satellite = layout.satelliteIds[satelliteRow]!
      const signal = layout.cellSignal[cell]!
      const row = rows.add(constellation, satellite, signal)
      if (row < 0) continue
      const { epoch } = rows
      const rough = this.#rough[satelliteRow]!
      const range = signedAt(payload, layout.rangeAt + rangeWidth * cell, rangeWidth)
      if (range !== noRange) epoch.pseudorange[row] = rough + range * rangeUnit * LIGHT_MS_M
      if (detail === 'presence' && !Number.isNaN(epoch.pseudorange[row]!) && signalCode(constellation, signal)) return
      const hz = carrierHz(constellation, signal, constellation === GLONASS ? this.#channels.heard(satellite) : 0)
      const phase = signedAt(payload, layout.phaseAt + phaseWidth * cell, phaseWidth)
      const cnr = unsignedAt(payload, layout.cnrAt + cnrWidth * cell, cnrWidth)
      if (phase !== noPhase) epoch.phase[row] = ((rough + phase * phaseUnit * LIGHT_MS_M) * hz) / LIGHT_M_S
      epoch.cnr[row] = isFine ? cnr * 0.0625 : cnr
      if (withRates) {
        const rate = signedAt(payload, layout.rateAt + 15 * cell, 15)
        if (rate !== -16384) epoch.doppler[row] = (-(this.#roughRate[satelliteRow]! + rate * 0.0001) * hz) / LIGHT_M_S
      }
      this.#setLock(payload, cell, row, rows)
    }
  }

  #setLock(payload: Uint8Array, cell: number, row: number, rows: EpochRows): void {
    const { level, lockAt, lockWidth, halfCycleAt } = this.#layout
    const lock = unsignedAt(payload, lockAt + lockWidth * cell, lockWidth)
    const isHalf = unsignedAt(payload, halfCycleAt + cell, 1) === 1
    if (isHighResolution(level)) rows.setLock(row, fineLockMs(lock), fineLockBelowMs(lock), isHalf)
    else rows.setLock(row, lockMs(lock), lockBelowMs(lock), isHalf)
  }
}
