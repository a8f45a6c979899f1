// Opens a stream of another caster to check the login, and closes it at once: the account may allow only one session.
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'
import type { Reachable } from './guarded-connection.ts'
import { StreamClient } from './stream-client.ts'

/** Why the stream does not open; `null` if it does. */
export function tryStream(from: SourceAddress, reachable: Reachable): Promise<StreamLoss | null> {
  const { promise, resolve } = Promise.withResolvers<StreamLoss | null>()
  const done = (why: StreamLoss | null) => {
    client.close()
    resolve(why)
  }
  const client = new StreamClient(from, reachable, { opened: () => done(null), data() {}, lost: done })
  return promise
}
