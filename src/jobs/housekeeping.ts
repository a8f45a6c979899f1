// What runs in the background, and when. Every job may run on several nodes at once.
import { expireCredentials } from '../actions/expire-credentials.ts'
import { tidyUp } from '../actions/tidy-up.ts'
import type { Current } from '../store/current.ts'
import type { Database } from '../store/database.ts'

const EXPIRY_EVERY_MS = 1_000
const CLEANING_EVERY_MS = 60_000

export interface JobServices {
  readonly db: Database
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly warn: (job: string, error: unknown) => void
}

/** Returns how to stop: no new run starts, and those under way are waited for. */
export function startHousekeeping({ db, current, clock, warn }: JobServices): () => Promise<void> {
  const jobs = [
    repeat('expiry', EXPIRY_EVERY_MS, async () => {
      const { book } = await current()
      await expireCredentials({ db, book, now: clock() })
    }),
    repeat('tidying up', CLEANING_EVERY_MS, async () => {
      await tidyUp(db, clock())
    }),
  ]
  return async () => {
    await Promise.all(jobs.map((stop) => stop()))
  }

  function repeat(name: string, everyMs: number, job: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> | null = null
    const timer = setInterval(() => {
      running ??= job()
        .catch((error) => warn(name, error))
        .finally(() => {
          running = null
        })
    }, everyMs)
    return async () => {
      clearInterval(timer)
      await running
    }
  }
}
