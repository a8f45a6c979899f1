import { type AccessFacts, type Finding, findingsOf } from '../domain/credentials/access-findings.ts'
import type { Credential } from '../domain/credentials/credential.ts'
import type { OwnerScope } from '../domain/people/permissions.ts'
import { isNetworkName } from '../domain/sessions/access.ts'
import { normalizedUsername, type Pass } from '../domain/sessions/admission.ts'
import { withoutSources } from '../domain/sessions/hidden-sources.ts'
import type { CountedRefusal } from '../domain/sessions/session.ts'
import { findPasses } from '../store/credentials/passes.ts'
import type { StationBook } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { listRefusalsOf } from '../store/sessions/refusals.ts'
import { listSessionsOf, type Session } from '../store/sessions/rows.ts'
import { accessTargetOf } from './access-target.ts'

const RECENT = 20
const THE_NETWORK = { stationId: null, groupId: null }

export interface AccessContext {
  readonly db: Database
  readonly book: StationBook
  readonly now: Date
}

export async function explainAccess(context: AccessContext, typed: string): Promise<Finding[]> {
  const username = normalizedUsername(typed)
  const [[pass], refusals] = await Promise.all([
    findPasses(context.db, [username]),
    listRefusalsOf(context.db, [username], RECENT),
  ])
  const sessions = pass ? await listSessionsOf(context.db, pass.id, RECENT) : []
  return findingsOf(factsOf(context, username, pass ?? null, refusals, sessions), context.now)
}

export interface Activity {
  readonly findings: readonly Finding[]
  readonly sessions: readonly Session[]
  readonly refusals: readonly CountedRefusal[]
}

export interface Asker {
  readonly within: OwnerScope
  readonly seesSources: boolean
}

/**
 * Activity of a credential that the caller may see. Includes attempts with the customer's e-mail address as user name,
 * except for callers limited to one owner, because the customer may have belonged to another owner then.
 */
export async function activityOf(
  context: AccessContext,
  { within, seesSources }: Asker,
  credential: Pass & Pick<Credential, 'customerEmail'>,
): Promise<Activity> {
  const { username, customerEmail } = credential
  const names = customerEmail === null || within !== 'all' ? [username] : [username, normalizedUsername(customerEmail)]
  const [refusals, kept] = await Promise.all([
    listRefusalsOf(context.db, names, RECENT),
    listSessionsOf(context.db, credential.id, RECENT),
  ])
  const sessions = seesSources ? kept : kept.map(withoutSources)
  const findings = findingsOf(factsOf(context, username, credential, refusals, sessions), context.now)
  return { findings, sessions, refusals }
}

function factsOf(
  { book }: AccessContext,
  username: string,
  pass: Pass | null,
  refusals: AccessFacts['refusals'],
  sessions: readonly Session[],
): AccessFacts {
  const opened = accessTargetOf(pass ?? THE_NETWORK, book)
  const dated = sessions.map((session) => ({
    ...session,
    notes: session.notes.map((note) => ({ ...note, at: new Date(note.at) })),
  }))
  return {
    ...{ username, credential: pass, ...opened, isNetwork: (mountpoint) => isNetworkName(book.mounts, mountpoint) },
    ...{ refusals, sessions: dated },
  }
}
