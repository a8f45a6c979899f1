// Those who come to open mountpoints without a login, by their address: so many at once, and not over and over again.

import type { RefusalReason } from '../../domain/sessions/admission.ts'
import { clientOf } from '../../domain/sessions/client-address.ts'
import { Buckets } from './buckets.ts'

/** Each is a line in the record: who comes back without end does not fill it. */
const COMING = { burst: 30, refillMs: 10_000 }
const MOST_REMEMBERED = 10_000

export class OpenVisitors {
  readonly #most: number
  readonly #here = new Map<string, number>()
  readonly #coming = new Buckets(COMING, MOST_REMEMBERED)

  constructor(most: number) {
    this.#most = most
  }

  refusalOf(address: string, now: number): Extract<RefusalReason, 'too_many_sessions' | 'too_often'> | null {
    const client = clientOf(address)
    if ((this.#here.get(client) ?? 0) >= this.#most) return 'too_many_sessions'
    if (this.#coming.waitMs(client, now) > 0) return 'too_often'
    this.#coming.take(client, now)
    return null
  }

  came(address: string): void {
    const client = clientOf(address)
    this.#here.set(client, (this.#here.get(client) ?? 0) + 1)
  }

  left(address: string): void {
    const client = clientOf(address)
    const others = (this.#here.get(client) ?? 1) - 1
    if (others > 0) this.#here.set(client, others)
    else this.#here.delete(client)
  }

  tidy(now: number): void {
    this.#coming.tidy(now)
  }
}
