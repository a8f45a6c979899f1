// Issues what stands in a file, in the background. Each step issues some rows and notes their results in one transaction that
// holds the job: a crash loses a step and nothing else, and no node issues a row that another has issued.

import { person } from '../../domain/audit/deed.ts'
import type { IssueJob } from '../../domain/credentials/issue-job.ts'
import { type FieldFault, fault, wrong } from '../../domain/fault.ts'
import type { CustomerMail } from '../../domain/handover/handover.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { mapInTurns } from '../../running/turns.ts'
import type { KeyRing } from '../../secrets.ts'
import * as jobs from '../../store/credentials/issue-jobs.ts'
import type { Current, StationBook } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import { pointerOf } from '../../wire/common.ts'
import type { CredentialRequest } from '../../wire/credentials/credential.ts'
import { type FileRow, type RowFault, SESSIONS_COLUMN } from '../../wire/credentials/file.ts'
import { type DeedContext, record } from '../context.ts'
import { faultsOf, makeCredentials } from './make.ts'

/** Some tens of milliseconds: progress moves, and a job does not keep others waiting. */
const STEP = 100

export interface CheckedRow extends FileRow {
  readonly problems: readonly RowFault[]
}

/** Every row held against the rules as they stand now; nothing is written. How many sessions it has is the operator's to say. */
export function checkRows(
  context: { book: StationBook; now: Date; customerMail?: CustomerMail | null | undefined },
  rows: readonly FileRow[],
  maySetSessions: boolean,
): Promise<CheckedRow[]> {
  return mapInTurns(rows, (row) => {
    const wantsSessions = row.request.maxSessions !== undefined || row.request.whenFull !== undefined
    const theirs = !wantsSessions || maySetSessions ? [] : [SESSIONS_NOT_THEIRS]
    const broken = faultsOf(context, [row.request]).map(toRowFault)
    return { ...row, problems: [...row.problems, ...theirs, ...broken] }
  })
}

const SESSIONS_NOT_THEIRS: RowFault = { field: SESSIONS_COLUMN, ...fault('sessions_of_operator') }

function byPlace(errors: readonly FieldFault[]): Map<number, RowFault[]> {
  const found = new Map<number, RowFault[]>()
  for (const error of errors) {
    const place = error.path[0] as number
    found.set(place, [...(found.get(place) ?? []), toRowFault(error)])
  }
  return found
}

function toRowFault({ path, code, params }: FieldFault): RowFault {
  const [, field] = path as [number, string]
  return { field: pointerOf([field]).slice(1), code, params }
}

export interface JobWish {
  readonly ownerId: number
  /** Chosen by whoever asks: the same again is the same job. */
  readonly key: string
  readonly fileName: string
  readonly rows: readonly CheckedRow[]
}

/** Rows with problems are kept as failed, so that the end tells of all. */
export function startJob(
  context: DeedContext,
  within: OwnerScope,
  { ownerId, key, fileName, rows }: JobWish,
): Promise<IssueJob> {
  const { by, now } = context
  return context.db.transaction(async (tx) => {
    const owner = await findOwner(tx, within, ownerId)
    if (!owner) throw new Refusal('owner_not_found')
    const failed = rows.filter(({ problems }) => problems.length > 0).length
    if (failed === rows.length) throw new Refusal('file_not_readable', {}, [wrong([], 'file_without_good_lines')])
    const who = { userId: by.userId, actor: by.name, address: by.address }
    const total = rows.length
    const id = await jobs.insertJob(tx, { ...who, ownerId, key, fileName, total, failed, createdAt: now })
    if (id === null) return (await jobs.findJobByKey(tx, ownerId, key))!
    await jobs.insertJobRows(
      tx,
      id,
      rows.map(({ line, request, problems }, position) => {
        const state = problems.length > 0 ? 'failed' : 'pending'
        return { position, line, request, problems, state }
      }),
    )
    const details = { file: fileName, rows: total - failed, owner: owner.name }
    await record(tx, context, { action: 'issue_job.started', subject: { kind: 'issue_job', id }, ownerId, details })
    return (await jobs.findJob(tx, within, id))!
  })
}

/** What was issued stays issued. A job that runs no longer is left as it is. */
export function stopJob(context: DeedContext, within: OwnerScope, id: number): Promise<IssueJob> {
  return context.db.transaction(async (tx) => {
    const found = await jobs.findJob(tx, within, id)
    if (!found) throw new Refusal('issue_job_not_found')
    if (await jobs.stopJob(tx, id, context.now)) {
      const { ownerId, fileName: file } = found
      const subject = { kind: 'issue_job', id } as const
      await record(tx, context, { action: 'issue_job.stopped', subject, ownerId, details: { file } })
    }
    return (await jobs.findJob(tx, within, id))!
  })
}

export interface StepServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly book: StationBook
  readonly now: Date
  readonly customerMail?: CustomerMail | null | undefined
}

/** So many at a time, so that whoever stops the process waits little. */
const STEPS_AT_A_TIME = 20

export interface JobServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly clock: () => Date
  readonly customerMail?: CustomerMail | null | undefined
}

/** Brings what runs some steps on. */
export async function stepJobs({ db, keys, current, clock, customerMail }: JobServices): Promise<void> {
  if (!(await jobs.anyJobRuns(db))) return
  for (let step = 0; step < STEPS_AT_A_TIME; step++) {
    const { book } = await current()
    if (!(await stepJob({ db, keys, book, now: clock(), customerMail }))) return
  }
}

/** Issues the next rows of some job; false: nothing is left that nobody else has in hand. */
export function stepJob({ db, keys, book, now, customerMail }: StepServices): Promise<boolean> {
  return db.transaction(async (tx) => {
    const job = await jobs.lockRunningJob(tx)
    if (!job) return false
    const rows = await jobs.listPendingRows(tx, job.id, STEP)
    const requests = rows.map(({ request }) => request as CredentialRequest)
    const broken = byPlace(faultsOf({ book, now, customerMail }, requests))
    const good = rows.filter((_, index) => !broken.has(index))
    const by = person({ id: job.userId, email: job.actor }, job.address)
    const issued = await makeCredentials(
      { db: tx, by, keys, book, now, customerMail },
      job.ownerId,
      good.map(({ request }) => request as CredentialRequest),
    )
    const made = new Map(good.map(({ position }, index) => [position, issued[index]!.credential.id]))
    const results = rows.map(({ position }, index) => ({
      position,
      credentialId: made.get(position) ?? null,
      problems: broken.get(index) ?? [],
    }))
    await jobs.writeResults(tx, job.id, results, now)
    if (issued.length > 0) {
      const ids = [...made.values()]
      const details = { file: job.fileName, credentials: ids.length, ids }
      const subject = { kind: 'issue_job', id: job.id } as const
      await record(tx, { by, now }, { action: 'credential.issued', subject, ownerId: job.ownerId, details })
    }
    return true
  })
}
