// Applies one change to many credentials in the background: selected ones, or all that match a query. Each credential
// gets its own event and audit entry. Failures are reported at the end.

import { fault, wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import type { LineFault } from '../../../domain/credentials/imported.ts'
import type { ChangeKind, CredentialJob, JobParameters } from '../../../domain/credentials/job.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import * as jobs from '../../../store/credentials/jobs.ts'
import { type CredentialQuestion, matchingPage } from '../../../store/credentials/list/matching.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import { lockSeenCredentials } from '../../../store/credentials/listed.ts'
import { type ActionContext, type NetworkContext, record } from '../../context.ts'
import { changeCredential } from '../change.ts'
import { renewCredential } from '../renew.ts'
import { revokeThose } from '../revoke.ts'
import { resumeCredential, suspendCredential } from '../suspend.ts'
import { actorOf, type StepContext } from './step.ts'

export interface ChangeWish {
  readonly kind: ChangeKind
  readonly parameters: JobParameters
  /** Idempotency key of the caller. */
  readonly key: string
  readonly which: { readonly ids: readonly number[] } | { readonly question: CredentialQuestion }
}

/** `within`: one owner or all. Missing credentials are reported at the end, like other failures. */
export function startChange(context: ActionContext, within: OwnerScope, wish: ChangeWish): Promise<CredentialJob> {
  const { kind, key, which } = wish
  const parameters = parametersOf(wish)
  const { by, now: createdAt } = context
  return context.db.transaction(async (tx) => {
    const ownerId = within === 'all' ? null : within
    const who = { userId: by.userId, actor: by.name, address: by.address }
    const matching = 'question' in which ? { question: which.question, after: null } : null
    const ids = 'ids' in which ? [...new Set(which.ids)] : []
    const id = await jobs.insertJob(tx, {
      ...{ ...who, kind, parameters, key, ownerId, matching, createdAt },
      ...{ fileName: '', total: ids.length, failed: 0 },
    })
    if (id === null) return (await jobs.findJobByKey(tx, ownerId, key))!
    await jobs.insertChosen(tx, id, 0, ids)
    // The search text and the label may name a customer, so neither is logged; each credential has its own entry.
    const asked = 'ids' in which ? { credentials: ids.length } : { matching: true }
    const subject = { kind: 'issue_job', id } as const
    const whose = ownerId === null ? {} : { ownerId }
    const { label, ...told } = parameters
    const details = { deed: kind, ...told, ...(label !== undefined && { fields: ['label'] }), ...asked }
    await record(tx, context, { action: 'issue_job.started', subject, ...whose, details })
    return (await jobs.findJob(tx, within, id))!
  })
}

function parametersOf({ kind, parameters: { validitySeconds, label, stationId, groupId } }: ChangeWish): JobParameters {
  if (kind === 'renew') {
    if (validitySeconds === undefined) throw invalid(wrong(['validitySeconds'], 'missing'))
    return { validitySeconds }
  }
  if (kind !== 'change') return {}
  if (label === undefined && stationId === undefined && groupId === undefined)
    throw invalid(wrong([], 'nothing_to_change'))
  if (stationId != null && groupId != null) throw invalid(wrong(['groupId'], 'station_or_group'))
  return {
    ...(label !== undefined && { label }),
    ...(stationId !== undefined && { stationId }),
    ...(groupId !== undefined && { groupId }),
  }
}

const GATHERED_AT_ONCE = 1_000

/** Collects the next matching credentials; those issued after the job was created are left out. */
export async function gatherRows({ tx, book, now }: StepContext, job: CredentialJob): Promise<void> {
  const { question, after } = (await jobs.findMatching(tx, job.id))!
  const { rows, next } = await matchingPage({ db: tx, book, now: job.createdAt }, question, after, GATHERED_AT_ONCE)
  const ids = rows.filter(({ issuedAt }) => issuedAt <= job.createdAt).map(({ id }) => id)
  const more = await jobs.insertChosen(tx, job.id, job.total, ids)
  await jobs.saveGathered(tx, job.id, more, next && { question, after: next }, now)
}

/** Changes the next rows of a job, in the transaction that locks the job. */
export async function changeRows(
  { tx, keys, book, now }: StepContext,
  job: CredentialJob,
  rows: readonly jobs.PendingRow[],
): Promise<jobs.RowResult[]> {
  const context: NetworkContext = { db: tx, keys, book, now, by: actorOf(job) }
  const ids = rows.map(({ credentialId }) => credentialId!)
  // Lock all at once and in a fixed order, so that two jobs on the same credentials cannot deadlock.
  const seen = new Map((await lockSeenCredentials(tx, job.ownerId ?? 'all', ids)).map((found) => [found.id, found]))
  const theirs = ids.flatMap((id) => seen.get(id) ?? [])
  const problems = await (job.kind === 'revoke' ? revokeEach : changeEach)(context, theirs, job)
  return rows.map(({ position, credentialId }) => {
    const problem = seen.has(credentialId!) ? problems.get(credentialId!) : whole('credential_is_gone')
    return { position, done: problem === undefined, credentialId: null, problems: problem ? [problem] : [] }
  })
}

type Problems = ReadonlyMap<number, LineFault>

/** Credentials that are already revoked count as success. */
async function revokeEach(context: NetworkContext, theirs: readonly ListedCredential[]): Promise<Problems> {
  // The user who started the job may see all of them, real and test, so no owner check is left.
  const { unchanged } = await revokeThose(
    context,
    'all',
    theirs.map(({ id }) => id),
  )
  return new Map(
    unchanged.filter(({ why }) => why === 'expired').map(({ id }) => [id, whole('credential_has_expired')]),
  )
}

/** Changes the credentials one by one. A refused change has written nothing, so the transaction continues. */
async function changeEach(
  context: NetworkContext,
  theirs: readonly ListedCredential[],
  job: CredentialJob,
): Promise<Problems> {
  const problems = new Map<number, LineFault>()
  for (const { id, ownerId } of theirs)
    try {
      // Jobs of the operator keep the scope `all`, which no quota restricts.
      await changeOne(context, job.ownerId === null ? 'all' : ownerId, id, job)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.set(id, problemOf(error))
    }
  return problems
}

function changeOne(context: NetworkContext, within: OwnerScope, id: number, { kind, parameters }: CredentialJob) {
  const { validitySeconds, label, stationId, groupId } = parameters ?? {}
  switch (kind) {
    case 'renew':
      return renewCredential(context, within, id, validitySeconds!)
    case 'suspend':
      return suspendCredential(context, within, id)
    case 'resume':
      return resumeCredential(context, within, id)
    default: {
      const station = stationId == null ? stationId : { stationId, stationCode: undefined }
      return changeCredential(context, within, id, {
        ...(label !== undefined && { label }),
        ...(station !== undefined && { station }),
        ...(groupId !== undefined && { group: groupId === null ? null : { groupId } }),
      })
    }
  }
}

const whole = (code: 'credential_was_revoked' | 'credential_has_expired' | 'credential_is_gone'): LineFault => ({
  field: null,
  ...fault(code),
})

/** Reports a fault of any field on the whole row: the field belongs to the job, and the row has no such column. */
function problemOf({ code, params, fields: [first] }: Refusal): LineFault {
  if (first) return { field: null, code: first.code, params: first.params }
  if (code === 'quota_exceeded') return { field: null, ...fault('quota_exceeded', params as never) }
  return whole(code === 'credential_revoked' ? 'credential_was_revoked' : 'credential_is_gone')
}
