// Gathers what is known about a user name and says why it can or cannot connect.
import { explainAccess } from '../domain/access-explanation.ts'
import { findPasses } from '../store/passes.ts'
import { listRefusalsOf } from '../store/refusals.ts'
import { listSessionsOf } from '../store/sessions.ts'
import type { Context } from './context.ts'

const RECENT = 20

export async function whyNoAccess({ db, book, now }: Omit<Context, 'keys'>, username: string): Promise<string[]> {
  const [[pass], refusals] = await Promise.all([findPasses(db, [username], ''), listRefusalsOf(db, username, RECENT)])
  const sessions = pass ? await listSessionsOf(db, pass.id, RECENT) : []
  const station = pass?.stationId == null ? null : book.byId.get(pass.stationId)
  const opens = pass?.stationId == null ? book.network.mountpoint : station?.archived ? null : station?.mountpoint
  const dated = sessions.map((session) => ({
    ...session,
    notes: session.notes.map(({ at, text }) => ({ at: new Date(at), text })),
  }))
  return explainAccess({ credential: pass ?? null, mountpoint: opens ?? null, refusals, sessions: dated }, now)
}
