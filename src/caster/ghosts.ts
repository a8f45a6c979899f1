// Rovers that take nothing any more: a device without power, a line that broke without a word. TCP itself would try for a quarter of an
// hour. What a rover's own kernel has acknowledged counts as taken; what happens behind that, nobody here can see.
import type { AddressInfo } from 'node:net'
import { Turns } from '../running/turns.ts'
import { KernelQueues } from './kernel-queues.ts'
import type { Rover } from './rover.ts'

/** Time in which this process did not run itself is not held against anybody. */
const LONGEST_STEP_MS = 1_000
/** In the patience. */
const LOOKS_INTO_KERNEL = 5

interface Suspect {
  readonly taken: number
  readonly since: number
}

export class Ghosts {
  readonly #patienceMs: number
  readonly kernelLookMs: number
  readonly #rovers: readonly Rover[]
  /** Those who have not taken what was written to them, and since when. */
  readonly #stalled = new Map<Rover, number>()
  /** Those who have acknowledged nothing since then, of what the kernel took for them. */
  #suspects = new Map<Rover, Suspect>()
  #time = 0
  #lookedAt = performance.now()
  #isReading = false
  /** Bytes that were too old when their rovers took data again. */
  leftOutBytes = 0

  constructor(rovers: readonly Rover[], patienceMs: number) {
    this.#rovers = rovers
    this.#patienceMs = patienceMs
    this.kernelLookMs = patienceMs / LOOKS_INTO_KERNEL
  }

  stalled(rover: Rover): void {
    this.#stalled.set(rover, this.#time)
  }

  wentOn(rover: Rover, leftOut: number): void {
    this.#stalled.delete(rover)
    this.leftOutBytes += leftOut
  }

  ended(rover: Rover): void {
    this.#stalled.delete(rover)
    this.#suspects.delete(rover)
  }

  /** A few times a second. Whoever stalls is either a ghost or has the newest data right after. */
  look(): void {
    const now = performance.now()
    this.#time += Math.min(now - this.#lookedAt, LONGEST_STEP_MS)
    this.#lookedAt = now
    for (const [rover, since] of this.#stalled)
      if (!rover.takesAgain() && this.#time - since >= this.#patienceMs) rover.end('too_slow')
  }

  /**
   * Every `kernelLookMs`. The kernel takes minutes of a thin stream before anything is left to us, so it is asked, where it tells: some 150
   * bytes of text a connection.
   */
  async lookIntoKernel(listening: readonly AddressInfo[]): Promise<void> {
    if (this.#isReading || this.#rovers.length === 0) return
    this.#isReading = true
    try {
      const queues = await KernelQueues.read(listening)
      if (queues) await this.#compare(queues)
    } finally {
      this.#isReading = false
    }
  }

  async #compare(queues: KernelQueues): Promise<void> {
    const turns = new Turns()
    const suspects = new Map<Rover, Suspect>()
    for (const rover of [...this.#rovers]) {
      if (turns.isOver) await turns.next()
      const waiting = rover.waitingIn(queues)
      if (waiting === 0) continue
      const taken = rover.bytes - waiting
      const before = this.#suspects.get(rover)
      const suspect = before && taken <= before.taken ? before : { taken, since: this.#time }
      if (this.#time - suspect.since >= this.#patienceMs - this.kernelLookMs / 2) rover.end('too_slow')
      else suspects.set(rover, suspect)
    }
    this.#suspects = suspects
  }
}
