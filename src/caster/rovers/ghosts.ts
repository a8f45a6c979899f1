// Rovers that take nothing any more: a device without power, a line that broke without a word. TCP itself would try for a quarter of an
// hour. What a rover's own kernel has acknowledged counts as taken; what happens behind that, nobody here can see.
import type { AddressInfo } from 'node:net'
import { Turns } from '../../base/running/turns.ts'
import { KernelQueues, timesInVain } from './kernel-queues.ts'
import type { Rover } from './rover.ts'

/** Time in which this process did not run itself is not held against anybody. */
const LONGEST_STEP_MS = 1_000
/** In the patience, at most. */
const LOOKS_INTO_KERNEL = 6
/** Of those, every one, or so-manieth: as often as takes no more than this share of the time, and once in the patience in any case. */
const EVERY = [1, 2, 3, LOOKS_INTO_KERNEL]
const MOST_OF_TIME = 0.003

interface Suspect {
  /** At most. */
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
  /** Looks into the kernel to be left out before the next. */
  #toLeaveOut = 0
  #timesInVain: number | null = null
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
   * Every `kernelLookMs`. The kernel takes minutes of a thin stream before anything is left to us, so it is asked, where it tells. It writes
   * a line for each connection of the machine, which takes it some 2 µs: with ten thousand, every third look is a real one.
   */
  async lookIntoKernel(listening: readonly AddressInfo[]): Promise<void> {
    if (this.#isReading || this.#rovers.length === 0 || this.#toLeaveOut-- > 0 || !this.#mayBeGhosts()) return
    this.#isReading = true
    try {
      const rovers = [...this.#rovers]
      const sent = rovers.map(({ bytes }) => bytes)
      const queues = await KernelQueues.read(listening)
      if (!queues) return
      const every = EVERY.find((looks) => queues.spentMs <= looks * this.kernelLookMs * MOST_OF_TIME)
      this.#toLeaveOut = (every ?? LOOKS_INTO_KERNEL) - 1
      await this.#compare(queues, rovers, sent)
    } finally {
      this.#isReading = false
    }
  }

  #mayBeGhosts(): boolean {
    const before = this.#timesInVain
    this.#timesInVain = timesInVain()
    return this.#suspects.size > 0 || this.#timesInVain === null || this.#timesInVain !== before
  }

  /** `sent`: before the queues were read. Meanwhile there may have been more, so that it is known only within bounds what was taken. */
  async #compare(queues: KernelQueues, rovers: readonly Rover[], sent: readonly number[]): Promise<void> {
    const turns = new Turns()
    const suspects = new Map<Rover, Suspect>()
    for (const [place, rover] of rovers.entries()) {
      if (turns.isOver) await turns.next()
      const waiting = rover.waitingIn(queues)
      if (waiting === 0) continue
      const before = this.#suspects.get(rover)
      const tookSome = !before || sent[place]! - waiting > before.taken
      const suspect = tookSome ? { taken: rover.bytes - waiting, since: this.#time } : before
      if (this.#time - suspect.since >= this.#patienceMs - this.kernelLookMs / 2) rover.end('too_slow')
      else suspects.set(rover, suspect)
    }
    this.#suspects = suspects
  }
}
