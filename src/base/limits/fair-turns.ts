// Turns at what only a few may do at once. Lanes come before each other in their order, and within a lane those who wait take turns
// by who they are, however many each has sent. Nobody waits in a queue without a bound: whoever finds it full is refused at once.
import { Refusal } from '../../domain/codes/refusal.ts'

export interface Lane {
  /** So many of this lane at once. */
  readonly atOnce: number
  readonly mostWaiting: number
  /** Of one caller. */
  readonly mostWaitingEach: number
}

interface Queue extends Lane {
  running: number
  waiting: number
  /** In the order of their turns. */
  readonly callers: Map<string, (() => void)[]>
}

const BUSY_S = 2

export class FairTurns<Name extends string> {
  readonly #atOnce: number
  readonly #queues: Record<Name, Queue>
  #running = 0

  /** `lanes`: those named first come first. */
  constructor(atOnce: number, lanes: Record<Name, Lane>) {
    this.#atOnce = atOnce
    const queues = Object.entries<Lane>(lanes).map(([name, lane]) => {
      return [name, { ...lane, running: 0, waiting: 0, callers: new Map() }]
    })
    this.#queues = Object.fromEntries(queues)
  }

  /** Does the work when its turn has come. */
  async run<Result>(lane: Name, caller: string, work: () => Promise<Result>): Promise<Result> {
    this.expectRoom(lane, caller)
    const queue = this.#queues[lane]
    if (this.#hasRoom(queue)) this.#begin(queue)
    else await this.#wait(queue, caller)
    try {
      return await work()
    } finally {
      queue.running -= 1
      this.#running -= 1
      this.#next()
    }
  }

  /** Refuses whoever would find the queue full, before other work is done for them. */
  expectRoom(lane: Name, caller: string): void {
    const queue = this.#queues[lane]
    if (this.#hasRoom(queue)) return
    const own = queue.callers.get(caller)?.length ?? 0
    if (queue.waiting >= queue.mostWaiting || own >= queue.mostWaitingEach)
      throw new Refusal('busy', { retryAfterSeconds: BUSY_S })
  }

  #hasRoom = (queue: Queue): boolean => this.#running < this.#atOnce && queue.running < queue.atOnce

  #begin(queue: Queue): void {
    queue.running += 1
    this.#running += 1
  }

  #wait(queue: Queue, caller: string): Promise<void> {
    const own = queue.callers.get(caller) ?? []
    queue.waiting += 1
    queue.callers.set(caller, own)
    return new Promise((resolve) => own.push(resolve))
  }

  #next(): void {
    for (const queue of Object.values<Queue>(this.#queues))
      for (const [caller, own] of queue.callers) {
        if (!this.#hasRoom(queue)) break
        this.#begin(queue)
        queue.waiting -= 1
        queue.callers.delete(caller)
        const begin = own.shift()!
        if (own.length > 0) queue.callers.set(caller, own) // behind all others
        begin()
      }
  }
}
