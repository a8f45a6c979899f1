// Gathers what is known about a user name, and finds why it can or cannot connect.

import type { NetworkContext } from '../actions/context.ts'
import { type AccessFacts, type Finding, findingsOf } from '../domain/credentials/access-findings.ts'
import type { Pass } from '../domain/sessions/admission.ts'
import type { CountedRefusal } from '../domain/sessions/session.ts'
import { findPasses } from '../store/credentials/passes.ts'
import { listRefusalsOf } from '../store/sessions/refusals.ts'
import { listSessionsOf, type Session } from '../store/sessions/rows.ts'

const RECENT = 20

type AccessContext = Pick<NetworkContext, 'db' | 'book' | 'now'>

export async function whyNoAccess(context: AccessContext, username: string): Promise<Finding[]> {
  const [[pass], refusals] = await Promise.all([
    findPasses(context.db, [username], ''),
    listRefusalsOf(context.db, username, RECENT),
  ])
  const sessions = pass ? await listSessionsOf(context.db, pass.id, RECENT) : []
  return findingsOf(factsOf(context, pass ?? null, refusals, sessions), context.now)
}

export interface Activity {
  readonly findings: readonly Finding[]
  readonly sessions: readonly Session[]
  readonly refusals: readonly CountedRefusal[]
}

/** Of a credential that whoever asks may see. */
export async function activityOf(context: AccessContext, credential: Pass): Promise<Activity> {
  const [refusals, sessions] = await Promise.all([
    listRefusalsOf(context.db, credential.username, RECENT),
    listSessionsOf(context.db, credential.id, RECENT),
  ])
  const findings = findingsOf(factsOf(context, credential, refusals, sessions), context.now)
  return { findings, sessions, refusals }
}

function factsOf(
  { book }: AccessContext,
  pass: Pass | null,
  refusals: AccessFacts['refusals'],
  sessions: readonly Session[],
): AccessFacts {
  const station = pass?.stationId == null ? null : book.byId.get(pass.stationId)
  const opens = pass?.stationId == null ? book.network.mountpoint : station?.archived ? null : station?.mountpoint
  const dated = sessions.map((session) => ({
    ...session,
    notes: session.notes.map((note) => ({ ...note, at: new Date(note.at) })),
  }))
  return { credential: pass, mountpoint: opens ?? null, refusals, sessions: dated }
}
