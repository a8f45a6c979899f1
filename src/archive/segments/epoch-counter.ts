// Counts the epochs of a segment: every time of observation once, whatever the receiver repeats or resends.
import { CONSTELLATIONS, type Constellation, decodeObservationHead, epochInstant, FrameReader } from '@vertice/rtcm'
import type { SegmentCounts } from '../../domain/archive/segment.ts'

/** Messages of one epoch may differ by a millisecond or two: receivers with unsteered clocks. 100 Hz are 10 ms apart. */
const SAME_INSTANT_MS = 5
/** A constellation whose clock differs by more from that of the others is not counted: 3 h off would double every epoch. */
const CLOCKS_AGREE_MS = 1_500
/** The reference constellation is replaced if it is silent for this long. */
const SILENT_MS = 10_000
/** A stream without losses is one run. Only a receiver with random times exceeds this. */
const MOST_RUNS = 4096
const MOST_STEPS = 64
const LONGEST_STEP_MS = 600_000
/** "Day unknown" of DF416, above the 27 bits of the time of day. Many receivers send a wrong day. */
const DAY_SHIFT = 2 ** 27
const ANY_DAY = 7 * DAY_SHIFT

/** Regular epochs from `firstMs` to `lastMs`; `stepMs` is 0 with one epoch. */
interface Run {
  readonly firstMs: number
  lastMs: number
  stepMs: number
}

export class EpochCounter {
  readonly #reader = new FrameReader((payload, type) => this.#frame(payload, type))
  #receivedMs = 0
  #bytes = 0
  #epochs = 0
  #firstMs: number | null = null
  #lastMs: number | null = null
  #newestMs = Number.NEGATIVE_INFINITY
  #runs: Run[] = []
  /** The run that grew last; not the newest one after a receiver went back in time. */
  #current: Run | null = null
  readonly #steps = new Map<number, number>()
  #reference: { index: number; instantMs: number; receivedMs: number } | null = null

  /** `frames` are whole frames. Never throws. */
  push(frames: Buffer, receivedMs: number): void {
    this.#bytes += frames.length
    this.#receivedMs = receivedMs
    this.#reader.push(frames)
  }

  /** An epoch that needs no decoding, of this many bytes; `null`: bytes without an epoch. */
  add(bytes: number, instantMs: number | null): void {
    this.#bytes += bytes
    if (instantMs !== null) this.#add(instantMs)
  }

  get counts(): SegmentCounts {
    return {
      bytes: this.#bytes,
      epochs: this.#epochs,
      intervalMs: this.#mostFrequentStep(),
      firstEpoch: this.#firstMs === null ? null : new Date(this.#firstMs),
      lastEpoch: this.#lastMs === null ? null : new Date(this.#lastMs),
    }
  }

  #frame(payload: Buffer, type: number): void {
    const head = decodeObservationHead(payload, type)
    if (head === null || head.satellites + head.sbasSatellites === 0) return
    const instantMs = this.#instantOf(head.constellation, head.epoch)
    if (instantMs !== null && this.#isTrusted(CONSTELLATIONS.indexOf(head.constellation), instantMs))
      this.#add(instantMs)
  }

  #instantOf(constellation: Constellation, epoch: number): number | null {
    if (constellation !== 'GLO') return epochInstant(constellation, epoch, this.#receivedMs)
    const known = this.#reference
    const nearMs = known ? known.instantMs + this.#receivedMs - known.receivedMs : this.#receivedMs
    return epochInstant(constellation, ANY_DAY + (epoch % DAY_SHIFT), nearMs)
  }

  #isTrusted(index: number, instantMs: number): boolean {
    const known = this.#reference
    const receivedMs = this.#receivedMs
    if (known && known.index < index && receivedMs - known.receivedMs < SILENT_MS) {
      const apartMs = instantMs - known.instantMs - (receivedMs - known.receivedMs)
      return Math.abs(apartMs) <= CLOCKS_AGREE_MS || this.#has(instantMs)
    }
    this.#reference = { index, instantMs, receivedMs }
    return true
  }

  #add(instantMs: number): void {
    const current = this.#current
    if (current && Math.abs(instantMs - current.lastMs) <= SAME_INSTANT_MS) return
    if (instantMs <= this.#newestMs + SAME_INSTANT_MS && this.#has(instantMs)) return
    this.#epochs++
    this.#firstMs = Math.min(this.#firstMs ?? instantMs, instantMs)
    this.#lastMs = Math.max(this.#lastMs ?? instantMs, instantMs)
    this.#newestMs = Math.max(this.#newestMs, instantMs)
    this.#extend(current, instantMs)
  }

  #extend(current: Run | null, instantMs: number): void {
    const stepMs = current ? instantMs - current.lastMs : 0
    if (stepMs > 0) this.#noteStep(stepMs)
    if (current && stepMs > 0 && (current.stepMs === 0 || Math.abs(stepMs - current.stepMs) <= SAME_INSTANT_MS)) {
      if (current.stepMs === 0) current.stepMs = stepMs
      current.lastMs = instantMs
      return
    }
    if (this.#runs.length >= MOST_RUNS) this.#runs.splice(0, MOST_RUNS / 2)
    this.#current = { firstMs: instantMs, lastMs: instantMs, stepMs: 0 }
    this.#runs.push(this.#current)
  }

  #has(instantMs: number): boolean {
    for (let index = this.#runs.length - 1; index >= 0; index--) {
      const { firstMs, lastMs, stepMs } = this.#runs[index]!
      if (instantMs < firstMs - SAME_INSTANT_MS || instantMs > lastMs + SAME_INSTANT_MS) continue
      const offset = stepMs === 0 ? 0 : (instantMs - firstMs) % stepMs
      if (Math.min(offset, Math.abs(stepMs - offset)) <= SAME_INSTANT_MS || stepMs === 0) return true
    }
    return false
  }

  #noteStep(stepMs: number): void {
    if (stepMs > LONGEST_STEP_MS) return
    const step = Math.max(SAME_INSTANT_MS, Math.round(stepMs / SAME_INSTANT_MS) * SAME_INSTANT_MS)
    if (this.#steps.has(step) || this.#steps.size < MOST_STEPS) this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1)
  }

  #mostFrequentStep(): number | null {
    let [best, times]: [number | null, number] = [null, 0]
    for (const [step, count] of this.#steps)
      if (count > times || (count === times && step < best!)) [best, times] = [step, count]
    return best
  }
}
