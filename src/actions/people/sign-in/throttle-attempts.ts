// Throttles sign-in attempts across all nodes. An attempt is counted before it is checked, so that concurrent attempts
// cannot all pass as the first one.

import { sha256 } from '../../../base/secrets.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { counted, type RULES, type Rule, waitOf } from '../../../domain/people/login-throttle.ts'
import type { Database } from '../../../store/kit/database.ts'
import {
  deleteCounters,
  lockCounters,
  type StoredCounter,
  saveCounters,
  uncount,
} from '../../../store/people/sign-in/login-throttles.ts'

export interface Tally {
  /** Key of the attempts counted together. */
  readonly of: readonly [kind: keyof typeof RULES, ...what: (string | number)[]]
  readonly rule: Rule
  /** If true, a success resets the counter. If false, it only uncounts itself: an attacker may have an account too. */
  readonly endsWithSuccess: boolean
}

export interface Attempt {
  /** Call in the transaction of the successful action. */
  succeeded(tx: Database): Promise<void>
}

export function countAttempt(db: Database, tallies: readonly Tally[], now: Date): Promise<Attempt> {
  const keys = tallies.map(({ of }) => sha256(JSON.stringify(of)))
  return db.transaction(async (tx) => {
    const counters = await lockCounters(tx, keys, now)
    const wait = Math.max(...counters.map((counter) => waitOf(counter, now)))
    if (wait > 0) throw tooMany(wait)
    const next = counters.map((counter, index): StoredCounter => {
      return { key: counter.key, ...counted(counter, tallies[index]!.rule, now) }
    })
    await saveCounters(tx, next)
    return {
      async succeeded(later) {
        const [ended, kept] = [true, false].map((ends) => next.filter((_, i) => tallies[i]!.endsWithSuccess === ends))
        if (ended!.length > 0)
          await deleteCounters(
            later,
            ended!.map(({ key }) => key),
          )
        for (const counter of kept!) await uncount(later, counter)
      },
    }
  })
}

const tooMany = (waitMs: number) => new Refusal('too_many_attempts', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
