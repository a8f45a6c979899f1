// Limits what unauthenticated clients can write to the refusal log. A device with a typing error should find its
// attempt under the name it used, but invented names must neither fill the log nor use up the share of other clients.
import { clientOf } from './client-address.ts'
import type { RefusedAttempt } from './session.ts'

const WINDOW_MS = 600_000
/** Max distinct entries per window, per address and in total. */
const LINES_OF_AN_ADDRESS = 30
const LINES_IN_ALL = 3_000
/** Max addresses with a summary entry of their own; all further ones share one. */
const ADDRESSES_IN_ALL = 500

type Line = Pick<RefusedAttempt, 'username' | 'mountpoint' | 'reason' | 'address' | 'agent'>

export class RefusalBudget {
  readonly #byAddress = new Map<string, Set<string>>()
  readonly #overdrawn = new Set<string>()
  #since = Number.NEGATIVE_INFINITY
  #lines = 0

  /** Returns the entry to log: complete, reduced to its address and reason, or to its reason alone. */
  lineFor(line: Line, now: number): Line {
    if (now - this.#since > WINDOW_MS || now < this.#since) this.#begin(now)
    const client = clientOf(line.address)
    const named = this.#byAddress.get(client)
    const key = [line.username, line.mountpoint, line.reason, line.address].join('\n')
    if (named?.has(key)) return line
    if (this.#lines < LINES_IN_ALL && (named?.size ?? 0) < LINES_OF_AN_ADDRESS) {
      this.#lines += 1
      if (named) named.add(key)
      else this.#byAddress.set(client, new Set([key]))
      return line
    }
    const isCounted = this.#overdrawn.has(client) || this.#overdrawn.size < ADDRESSES_IN_ALL
    if (isCounted) this.#overdrawn.add(client)
    return { reason: line.reason, username: '', mountpoint: '', agent: '', address: isCounted ? client : '' }
  }

  #begin(now: number): void {
    this.#since = now
    this.#lines = 0
    this.#byAddress.clear()
    this.#overdrawn.clear()
  }
}
