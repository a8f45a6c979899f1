// A station of the baselines that this node solves: its announced antenna and its newest epoch.
import { type OrbitAt, StationEpoch, type Vector } from '@vertice/gnss'
import { type ObservationEpoch, utcFromGps } from '@vertice/rtcm'
import { KeptEpochs } from '../../archive/integrity/kept-epochs.ts'
import { LEAST_RADIUS_M } from '../../archive/integrity/station-reading.ts'
import type { TroubleCode } from '../../domain/archive/integrity/live.ts'

/** Receivers whose clock is further off cannot be compared with others. */
const CLOCK_MS = 30_000
/** Receivers keep averaging the position that they announce. */
const SAME_PLACE_M = 0.01

export class LiveStation {
  #kept: KeptEpochs
  #epoch: StationEpoch | null = null
  #epochs = 0
  #isClockWrong = false

  constructor(intervalMs: number) {
    this.#kept = new KeptEpochs(intervalMs)
  }

  keepEvery(intervalMs: number): void {
    this.#kept = new KeptEpochs(intervalMs)
  }

  get position(): Vector | null {
    return this.#epoch?.position ?? null
  }

  /** Returns whether the antenna is another one than before. */
  announce({ x, y, z }: Vector): boolean {
    if (Math.hypot(x, y, z) < LEAST_RADIUS_M) return false
    const before = this.position
    if (before && Math.hypot(x - before.x, y - before.y, z - before.z) < SAME_PLACE_M) return false
    this.#epoch = new StationEpoch({ x, y, z })
    return before !== null
  }

  keep(epoch: ObservationEpoch): ObservationEpoch | null {
    this.#isClockWrong = Math.abs(utcFromGps(epoch.gpsMs) - epoch.receivedMs) > CLOCK_MS
    return this.#kept.keep(epoch, !this.#isClockWrong)
  }

  /** The announced antenna of another connection can be another one. */
  restart(): void {
    this.#epoch = null
  }

  load(epoch: ObservationEpoch, orbitAt: OrbitAt): void {
    this.#epochs++
    this.#epoch?.load(epoch, orbitAt)
  }

  /** `null` if the station has no observations of this instant, or announced no position. */
  at(gpsMs: number): StationEpoch | null {
    return this.#epoch && Math.abs(this.#epoch.gpsMs - gpsMs) < 1_000 ? this.#epoch : null
  }

  /** Why the baselines of the station cannot be solved; `null` if the station delivers what they need. */
  get trouble(): TroubleCode | null {
    if (this.#isClockWrong) return 'wrong_clock'
    if (this.#epochs === 0) return 'no_data'
    if (!this.#epoch) return 'no_position'
    return this.#epoch.sights.size === 0 ? 'no_ephemerides' : null
  }

  endBin(): void {
    this.#epochs = 0
  }
}
