// Emptying a caster whose rovers find another one: a group a second, so that nobody there has to let in ten thousand at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sessions } from './rovers/sessions.ts'

const EVERY_MS = 1_000
/** However many there are. */
const GROUPS = 60
const SMALLEST_GROUP = 10

export async function endSlowly({ all }: Pick<Sessions, 'all'>, isStopped: () => boolean): Promise<void> {
  const group = Math.max(SMALLEST_GROUP, Math.ceil(all.length / GROUPS))
  while (all.length > 0 && !isStopped()) {
    for (const rover of all.slice(-group)) rover.end('shutdown')
    await sleep(EVERY_MS, undefined, { ref: false })
  }
}
