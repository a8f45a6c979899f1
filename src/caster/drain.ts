// Drains a caster in groups, so that the caster to which its rovers reconnect need not admit ten thousand at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sessions } from './sessions/sessions.ts'

const SMALLEST_GROUP = 10
/** Max number of groups, so that a drain takes at most about a minute however many rovers there are. */
const GROUPS = 60
const EVERY_MS = 1_000

export async function endSlowly({ all }: Pick<Sessions, 'all'>, isStopped: () => boolean): Promise<void> {
  const group = Math.max(SMALLEST_GROUP, Math.ceil(all.length / GROUPS))
  while (all.length > 0 && !isStopped()) {
    for (const rover of all.slice(-group)) rover.end('shutdown')
    await sleep(EVERY_MS, undefined, { ref: false })
  }
}
