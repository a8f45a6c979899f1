// Issues credentials in the background, from a file or many identical ones.

import { mapInTurns } from '../../../base/running/turns.ts'
import { type FieldFault, fault, wrong } from '../../../domain/codes/fault.ts'
import { allInvalid, Refusal } from '../../../domain/codes/refusal.ts'
import type { LineFault } from '../../../domain/credentials/imported.ts'
import type { CredentialJob, FileRow } from '../../../domain/credentials/job.ts'
import type { CredentialRequest } from '../../../domain/credentials/request.ts'
import type { CustomerMail } from '../../../domain/delivery/delivery.ts'
import type { OwnerScope } from '../../../domain/people/permissions.ts'
import * as jobs from '../../../store/credentials/jobs.ts'
import { findTaken } from '../../../store/credentials/taken.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { findUser } from '../../../store/people/users.ts'
import { type ActionContext, record } from '../../context.ts'
import { roomOf } from '../../people/quotas.ts'
import { insertCredentials, quotaAmountsOf } from '../request/insert.ts'
import { faultsOf, type RequestRules } from '../request/rules.ts'
import { actorOf, type StepContext } from './step.ts'

export interface CheckedRow extends FileRow {
  readonly problems: readonly LineFault[]
}

/** Validates every row without writing. Only the operator may set session limits. */
export function checkRows(
  context: RequestRules,
  rows: readonly FileRow[],
  maySetSessions: boolean,
): Promise<CheckedRow[]> {
  const seen = new Set<string>()
  return mapInTurns(rows, (row) => {
    const { reference } = row.request
    const twice = reference !== undefined && seen.has(reference) ? [REFERENCE_TWICE] : []
    if (reference !== undefined) seen.add(reference)
    const wantsSessions = row.request.maxSessions !== undefined || row.request.whenFull !== undefined
    const theirs = !wantsSessions || maySetSessions ? [] : [SESSIONS_NOT_THEIRS]
    const broken = faultsOf(context, [row.request]).map(toCellFault)
    return { ...row, problems: [...row.problems, ...theirs, ...twice, ...broken] }
  })
}

const REFERENCE_TWICE: LineFault = { field: 'reference', ...fault('twice_in_request') }
const SESSIONS_NOT_THEIRS: LineFault = { field: 'maxSessions', ...fault('sessions_of_operator') }

function byPlace(errors: readonly FieldFault[]): Map<number, LineFault[]> {
  const found = new Map<number, LineFault[]>()
  for (const error of errors) {
    const place = error.path[0] as number
    found.set(place, [...(found.get(place) ?? []), toCellFault(error)])
  }
  return found
}

function toCellFault({ path, code, params }: FieldFault): LineFault {
  const [, field] = path as [number, string]
  return { field, code, params }
}

export interface JobWish {
  readonly ownerId: number
  /** Idempotency key of the caller. */
  readonly key: string
  readonly fileName: string
  readonly rows: readonly CheckedRow[]
}

/** Rows with faults are stored as failed, so that the result lists all rows. */
export function startJob(
  context: ActionContext,
  within: OwnerScope,
  { ownerId, key, fileName, rows }: JobWish,
): Promise<CredentialJob> {
  const { by, now } = context
  return context.db.transaction(async (tx) => {
    const owner = await findOwner(tx, within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const failed = rows.filter(({ problems }) => problems.length > 0).length
    if (failed === rows.length) throw new Refusal('file_not_readable', {}, [wrong([], 'file_without_good_lines')])
    const who = { userId: by.userId, actor: by.name, address: by.address }
    const total = rows.length
    const id = await jobs.insertJob(tx, {
      ...who,
      ...{ kind: 'issue', parameters: null, matching: null },
      ...{ ownerId, key, fileName, total, failed, createdAt: now },
    })
    if (id === null) return (await jobs.findJobByKey(tx, ownerId, key))!
    await jobs.insertJobRows(
      tx,
      id,
      rows.map(({ line, request, problems }, position) => {
        const state = problems.length > 0 ? 'failed' : 'pending'
        return { position, line, request, problems, state }
      }),
    )
    const details = { ...(fileName !== '' && { file: fileName }), rows: total - failed, owner: owner.name }
    await record(tx, context, { action: 'issue_job.started', subject: { kind: 'issue_job', id }, ownerId, details })
    return (await jobs.findJob(tx, within, id))!
  })
}

export interface IdenticalWish {
  readonly ownerId: number
  readonly key: string
  readonly quantity: number
  readonly request: CredentialRequest
}

/** Issues many identical credentials. A fault concerns all of them, so it rejects the call instead of single rows. */
export async function startIdentical(
  context: ActionContext & { readonly book: StationBook; readonly customerMail?: CustomerMail | null | undefined },
  within: OwnerScope,
  { ownerId, key, quantity, request }: IdenticalWish,
): Promise<CredentialJob> {
  const faults = faultsOf(context, [request])
  if (faults.length > 0) throw allInvalid(faults.map(({ path, ...why }) => ({ ...why, path: path.slice(1) })))
  const stationCode = request.stationId === undefined ? undefined : context.book.byId.get(request.stationId)?.code
  const group = request.groupId === undefined ? undefined : context.book.groups.get(request.groupId)?.name
  const rows = Array.from({ length: quantity }, (_, index) => ({
    line: index + 1,
    request: { ...request, stationCode, group },
    problems: [],
  }))
  return startJob(context, within, { ownerId, key, fileName: '', rows })
}

/** Issues the next rows of a job, in the transaction that locks the job. */
export async function issueRows(
  { tx, keys, book, now, customerMail }: StepContext,
  job: CredentialJob,
  rows: readonly jobs.PendingRow[],
): Promise<jobs.RowResult[]> {
  const ownerId = job.ownerId!
  const requests = rows.map(({ request }) => request as CredentialRequest)
  const broken = byPlace(faultsOf({ book, now, customerMail }, requests))
  await refuseTaken(tx, ownerId, requests, broken)
  await refuseOverQuota(tx, ownerId, job.userId, requests, broken, now)
  const good = rows.filter((_, index) => !broken.has(index))
  const by = actorOf(job)
  const issued = await insertCredentials(
    { db: tx, by, keys, book, now, customerMail },
    ownerId,
    good.map(({ request }) => request as CredentialRequest),
  )
  const made = new Map(good.map(({ position }, index) => [position, issued[index]!.credential.id]))
  if (issued.length > 0) {
    const ids = [...made.values()]
    const details = { file: job.fileName, credentials: ids.length, ids }
    const subject = { kind: 'issue_job', id: job.id } as const
    await record(tx, { by, now }, { action: 'credential.issued', subject, ownerId, details })
  }
  return rows.map(({ position }, index) => ({
    position,
    done: made.has(position),
    credentialId: made.get(position) ?? null,
    problems: broken.get(index) ?? [],
  }))
}

/** Adds rows to `broken` whose reference the owner already uses. */
async function refuseTaken(
  tx: Database,
  ownerId: number,
  requests: readonly CredentialRequest[],
  broken: Map<number, LineFault[]>,
): Promise<void> {
  const wanted = requests.flatMap(({ reference }) => reference ?? [])
  if (wanted.length === 0) return
  const { references } = await findTaken(tx, ownerId, wanted, [])
  requests.forEach(({ reference }, index) => {
    const id = reference === undefined || broken.has(index) ? undefined : references.get(reference)
    if (id !== undefined) broken.set(index, [toCellFault(wrong([index, 'reference'], 'reference_taken', { id }))])
  })
}

/** Adds rows to `broken` that exceed the owner's quotas. Files of the operator's users are not restricted. */
async function refuseOverQuota(
  tx: Database,
  ownerId: number,
  userId: number | null,
  requests: readonly CredentialRequest[],
  broken: Map<number, LineFault[]>,
  now: Date,
): Promise<void> {
  const room = await roomOf(tx, ownerId, now)
  if (!room) return
  const user = userId === null ? null : await findUser(tx, userId)
  if (user?.ownerId === null) return
  requests.forEach((request, index) => {
    const over = broken.has(index) ? null : room.take(quotaAmountsOf([request]))
    if (over) broken.set(index, [{ field: '', ...fault('quota_exceeded', over) }])
  })
}
