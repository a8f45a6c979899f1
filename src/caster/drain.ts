// Empties a caster whose rovers reconnect to another one: a group at a time, so that the other one need not admit ten thousand at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sessions } from './sessions/sessions.ts'

const SMALLEST_GROUP = 10

export interface Pace {
  readonly everyMs: number
  /** Number of groups, however many rovers there are. */
  readonly groups: number
}

const TO_OTHER_MACHINES: Pace = { everyMs: 1_000, groups: 60 }
/** The next process can admit ten thousand at once; rovers that wait here get no data if the bases have moved first. */
export const TO_THE_NEXT_PROCESS: Pace = { everyMs: 250, groups: 12 }

export async function endSlowly(
  { all }: Pick<Sessions, 'all'>,
  isStopped: () => boolean,
  { everyMs, groups }: Pace = TO_OTHER_MACHINES,
): Promise<void> {
  const group = Math.max(SMALLEST_GROUP, Math.ceil(all.length / groups))
  while (all.length > 0 && !isStopped()) {
    for (const rover of all.slice(-group)) rover.end('shutdown')
    await sleep(everyMs, undefined, { ref: false })
  }
}
