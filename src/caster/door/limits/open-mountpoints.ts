// Limits for rovers of open mountpoints, which have no credential: concurrent sessions and connects per client address.
import type { Socket } from 'node:net'
import type { RefusalReason } from '../../../domain/sessions/admission.ts'
import { clientOf } from '../../../domain/sessions/client-address.ts'
import { ConnectionsPerAddress } from './connections-per-address.ts'
import { TokenBuckets } from './token-buckets.ts'

/** Each session is a row, so a client that reconnects endlessly must not fill the table. */
const CONNECTING = { burst: 30, refillMs: 10_000 }
const MOST_REMEMBERED = 10_000

export class OpenMountpointLimits {
  readonly #sessions: ConnectionsPerAddress
  readonly #connecting = new TokenBuckets(CONNECTING, MOST_REMEMBERED)

  /** `maxSessions`: per client address. */
  constructor(maxSessions: number) {
    this.#sessions = new ConnectionsPerAddress(maxSessions)
  }

  /** `null` if the rover is accepted, which counts as one connection. */
  refusalOf(address: string, now: number): Extract<RefusalReason, 'too_many_sessions' | 'too_often'> | null {
    if (this.#sessions.isFull(address)) return 'too_many_sessions'
    const client = clientOf(address)
    if (this.#connecting.waitMs(client, now) > 0) return 'too_often'
    this.#connecting.take(client, now)
    return null
  }

  add(socket: Socket, address: string): void {
    this.#sessions.add(socket, address)
  }

  tidy(now: number): void {
    this.#connecting.tidy(now)
  }
}
