// Emptying a caster whose rovers find another one: a group a moment, so that nobody there has to let in ten thousand at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sessions } from './rovers/sessions.ts'

const SMALLEST_GROUP = 10

export interface Pace {
  readonly everyMs: number
  /** However many rovers there are. */
  readonly groups: number
}

const TO_OTHER_MACHINES: Pace = { everyMs: 1_000, groups: 60 }
/** Which takes in ten thousand that come at once, too: who waits here hears nothing meanwhile, where bases have gone ahead. */
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
