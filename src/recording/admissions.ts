// Opens sessions. One statement counts the open sessions on all casters, decides, and inserts the new sessions:
// `admit_sessions` in migrations/0001_baseline.sql. Rovers that connect at the same time share one call. While the
// database is unavailable, recently connected rovers are admitted from memory and recorded later.

import { type FallbackOptions, FallbackRound } from '../base/running/fallback-round.ts'
import type { SessionName, SessionOpening, SessionStart } from '../domain/sessions/session.ts'
import { short } from './refusals.ts'
import type { SessionRecorder } from './sessions.ts'

const FROM_MEMORY: SessionOpening = { opened: true, fromMemory: true, replaced: [] }
const NOBODY: readonly string[] = []
const AT_ONCE = 500

export interface OpenerDependencies extends Omit<FallbackOptions<SessionStart, SessionOpening>, 'remembered'> {
  readonly memory: {
    /** Whether the credential is admitted while the database is unavailable. */
    knows(credentialId: number): boolean
    /** Called when a rover was admitted from memory. */
    used(): void
  }
}

export function sessionOpener(recorder: SessionRecorder, { memory, ...options }: OpenerDependencies) {
  const round = new FallbackRound<SessionStart, SessionOpening>(
    async (starts) => {
      const sessions = starts.map((start) => ({ ...start, agent: short(start.agent) }))
      const answers = new Map((await recorder.admit({ held: false, sessions })).map((answer) => [answer.id, answer]))
      return starts.map(({ id }) => {
        const { opened, replaced } = answers.get(id)!
        return { opened, replaced: replaced ?? NOBODY, fromMemory: false }
      })
    },
    {
      ...options,
      remembered: ({ credentialId }) => (credentialId !== null && memory.knows(credentialId) ? FROM_MEMORY : undefined),
    },
  )
  return async (start: SessionStart): Promise<SessionOpening> => {
    const opening = await round.join(start)
    if (opening.fromMemory) memory.used()
    return opening
  }
}

/** After a presumed death of this caster: reopens its sessions within their limits, and ends the others. */
export async function holdAgain(recorder: SessionRecorder, sessions: readonly SessionName[]): Promise<void> {
  const names = sessions.map(({ id, credentialId }) => ({ id, credentialId }))
  for (let at = 0; at < names.length; at += AT_ONCE) await recorder.hold(names.slice(at, at + AT_ONCE))
}
