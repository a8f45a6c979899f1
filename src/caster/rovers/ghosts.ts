// Drops rovers that accept no data any more: a device without power, a connection that died without a FIN. TCP itself
// would retry for a quarter of an hour. Bytes that the rover's kernel has acknowledged count as accepted.
import type { AddressInfo } from 'node:net'
import { Turns } from '../../base/running/turns.ts'
import type { CasterComponent } from '../component.ts'
import { KernelQueues, tcpTimeouts } from './kernel-queues.ts'
import type { Rover } from './rover.ts'

/** Time in which this process did not run does not count against a rover. */
const LONGEST_STEP_MS = 1_000
/** Max kernel queue scans per grace period. */
const SCANS_PER_GRACE_PERIOD = 6
/**
 * Scan every nth time, so that scanning uses at most `MAX_CPU_SHARE` of one core, and at least once per grace period.
 */
const EVERY = [1, 2, 3, SCANS_PER_GRACE_PERIOD]
const MAX_CPU_SHARE = 0.003

interface Suspect {
  /** Upper bound of the acknowledged bytes. */
  readonly taken: number
  readonly since: number
}

export class Ghosts implements CasterComponent {
  readonly #graceMs: number
  readonly kernelScanMs: number
  readonly #rovers: readonly Rover[]
  /** Rovers that accept no data, and since when. */
  readonly #stalled = new Map<Rover, number>()
  /** Rovers that have acknowledged none of the bytes that the kernel has buffered for them, and since when. */
  #suspects = new Map<Rover, Suspect>()
  #time = 0
  #tickedAt = performance.now()
  #isReading = false
  #scansToSkip = 0
  #timesInVain: number | null = null

  constructor(rovers: readonly Rover[], graceMs: number) {
    this.#rovers = rovers
    this.#graceMs = graceMs
    this.kernelScanMs = graceMs / SCANS_PER_GRACE_PERIOD
  }

  roverStalled(rover: Rover): void {
    this.#stalled.set(rover, this.#time)
  }

  roverResumed(rover: Rover): void {
    this.#stalled.delete(rover)
  }

  roverEnded(rover: Rover): void {
    this.#stalled.delete(rover)
    this.#suspects.delete(rover)
  }

  /** A stalled rover either resumes with the newest data or is dropped after its grace period. */
  tick(): void {
    const now = performance.now()
    this.#time += Math.min(now - this.#tickedAt, LONGEST_STEP_MS)
    this.#tickedAt = now
    for (const [rover, since] of this.#stalled)
      if (!rover.resumes() && this.#time - since >= this.#graceMs) rover.end('too_slow')
  }

  /**
   * Called every `kernelScanMs`. The kernel buffers minutes of a thin stream before a write is queued here, so its
   * queues are read where it reports them. It writes one line per connection of the machine, at 2 µs each: with ten
   * thousand, every third scan is executed.
   */
  async scanKernelQueues(listening: readonly AddressInfo[]): Promise<void> {
    if (this.#isReading || this.#rovers.length === 0 || this.#scansToSkip-- > 0 || !this.#mayBeGhosts()) return
    this.#isReading = true
    try {
      const rovers = [...this.#rovers]
      const sent = rovers.map(({ bytes }) => bytes)
      const queues = await KernelQueues.read(listening)
      if (!queues) return
      const every = EVERY.find((scans) => queues.spentMs <= scans * this.kernelScanMs * MAX_CPU_SHARE)
      this.#scansToSkip = (every ?? SCANS_PER_GRACE_PERIOD) - 1
      await this.#compare(queues, rovers, sent)
    } finally {
      this.#isReading = false
    }
  }

  #mayBeGhosts(): boolean {
    const before = this.#timesInVain
    this.#timesInVain = tcpTimeouts()
    return this.#suspects.size > 0 || this.#timesInVain === null || this.#timesInVain !== before
  }

  /** `sent`: bytes sent before the queues were read. More may follow, so acknowledged bytes are known within bounds. */
  async #compare(queues: KernelQueues, rovers: readonly Rover[], sent: readonly number[]): Promise<void> {
    const turns = new Turns()
    const suspects = new Map<Rover, Suspect>()
    for (const [place, rover] of rovers.entries()) {
      if (turns.isOver) await turns.next()
      const waiting = rover.unacknowledgedIn(queues)
      if (waiting === 0) continue
      const before = this.#suspects.get(rover)
      const tookSome = !before || sent[place]! - waiting > before.taken
      const suspect = tookSome ? { taken: rover.bytes - waiting, since: this.#time } : before
      if (this.#time - suspect.since >= this.#graceMs - this.kernelScanMs / 2) rover.end('too_slow')
      else suspects.set(rover, suspect)
    }
    this.#suspects = suspects
  }
}
