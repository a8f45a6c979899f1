// Asks once a second which background work is due and wakes those jobs. The jobs also run by themselves, but rarely, so
// a worker at rest runs one statement per second instead of four.
import type { Component } from '../../base/running/component.ts'
import { wakeableLoop } from '../../base/running/wakeable-loop.ts'
import type { Database } from '../../store/kit/database.ts'
import { type DueWork, findDueWork } from '../../store/network/due-work.ts'

const POLL_MS = 1_000

interface Dependencies {
  readonly db: Database
  readonly clock: () => Date
  readonly warn: (error: unknown) => void
}

export class DueWorkPoll implements Component {
  readonly #dependencies: Dependencies
  readonly #wakes: [keyof DueWork, () => void][] = []
  #stop = async () => {}

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  onDue(kind: keyof DueWork, wake: () => void): void {
    this.#wakes.push([kind, wake])
  }

  start(): void {
    const { db, clock, warn } = this.#dependencies
    const poll = async () => {
      const due = await findDueWork(db, clock())
      for (const [kind, wake] of this.#wakes) if (due[kind]) wake()
    }
    this.#stop = wakeableLoop(poll, { everyMs: POLL_MS, warn }).stop
  }

  stop(): Promise<void> {
    return this.#stop()
  }
}
