// How much of what strangers say is written down. A device with a typing error should find its attempt in the record under the
// name it used; who makes up names must not fill the record, nor take the room of others with them.
import { clientOf } from './client-address.ts'
import type { RefusedAttempt } from './session.ts'

const WINDOW_MS = 600_000
/** Different lines of one address, and of all together, in a window. */
const LINES_OF_AN_ADDRESS = 30
const LINES_IN_ALL = 3_000
/** Addresses that get a line for all the rest they tried; the others share one. */
const ADDRESSES_IN_ALL = 500

type Line = Pick<RefusedAttempt, 'username' | 'mountpoint' | 'reason' | 'address' | 'agent'>

export class RefusalBudget {
  readonly #byAddress = new Map<string, Set<string>>()
  readonly #overdrawn = new Set<string>()
  #since = Number.NEGATIVE_INFINITY
  #lines = 0

  /** As it is to be written: itself, or without what its address has said too much of, or without even that. */
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
