// Opens a stream of another caster to see whether it may, and lets go of it at once: the account may have no other session.
import type { StreamLoss, Upstream } from '../../domain/network/source-address.ts'
import type { Reachable } from './guarded-connection.ts'
import { StreamClient } from './stream-client.ts'

/** Why it does not open; null: it does. */
export function tryStream(from: Upstream, reachable: Reachable): Promise<StreamLoss | null> {
  const { promise, resolve } = Promise.withResolvers<StreamLoss | null>()
  const done = (why: StreamLoss | null) => {
    client.close()
    resolve(why)
  }
  const client = new StreamClient(from, reachable, { opened: () => done(null), data() {}, lost: done })
  return promise
}
