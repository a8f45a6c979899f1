// Limits concurrent work, with fair queues. Lanes have priority in their order; within a lane, callers take turns,
// however many requests each has sent. Queues are bounded: a caller that finds its queue full is rejected immediately.
import { Refusal } from '../../domain/codes/refusal.ts'

export interface Lane {
  /** Max concurrent work of this lane. */
  readonly atOnce: number
  readonly mostWaiting: number
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

  /** `lanes` in order of priority. */
  constructor(atOnce: number, lanes: Record<Name, Lane>) {
    this.#atOnce = atOnce
    const queues = Object.entries<Lane>(lanes).map(([name, lane]) => {
      return [name, { ...lane, running: 0, waiting: 0, callers: new Map() }]
    })
    this.#queues = Object.fromEntries(queues)
  }

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

  /** Throws if the queue is full; call it before doing other work for the caller. */
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
        if (own.length > 0) queue.callers.set(caller, own) // to the end of the line
        begin()
      }
  }
}
