// Why no rover has received corrections yet, for the first steps.
import type { Finding } from '../domain/credentials/access-findings.ts'
import type { OwnerScope } from '../domain/people/permissions.ts'
import { notifyWatched } from '../store/delivery/live.ts'
import { findTriedCredential } from '../store/network/first-steps.ts'
import { type AccessContext, explainAccess } from './explain-access.ts'

/** Findings about the last attempt, most telling first. */
const TELLING: readonly Finding['kind'][] = ['noted', 'refused', 'ended', 'outside_fence', 'connected']

export interface FirstRover {
  /** Credential that was tried last, or issued last if none was tried. */
  readonly credentialId: number
  /** `null` if it was never tried. */
  readonly finding: Finding | null
}

/** `null` without credentials. Casters then report the sessions of this credential every second. */
export async function readFirstRover(context: AccessContext, scope: OwnerScope): Promise<FirstRover | null> {
  const tried = await findTriedCredential(context.db, scope)
  if (!tried) return null
  await notifyWatched(context.db, [tried.id])
  const findings = await explainAccess(context, tried.username)
  const found = TELLING.flatMap((kind) => findings.filter((finding) => finding.kind === kind))
  return { credentialId: tried.id, finding: found[0] ?? null }
}
