// Many credentials from a file: what it would do, doing it in the background, how far it is, and what came of it.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { type CheckedRow, checkRows, startJob, stopJob } from '../../actions/credentials/issue-jobs.ts'
import { recordExport } from '../../actions/credentials/reveal.ts'
import { openCredential } from '../../actions/credentials/seal.ts'
import { type IssueJob, isFreshOf } from '../../domain/credentials/issue-job.ts'
import { startTime } from '../../domain/credentials/start-time.ts'
import { maySetSessions, scopeOf } from '../../domain/people/permissions.ts'
import type { User } from '../../domain/people/user.ts'
import { Refusal, unreadable } from '../../domain/refusal.ts'
import type { App } from '../../running/app.ts'
import { inTurns, mapInTurns } from '../../running/turns.ts'
import { findJob, type JobOutcome, listJobs, listOutcomes } from '../../store/credentials/issue-jobs.ts'
import { findOwner } from '../../store/people/owner-pages.ts'
import type { CredentialRequest } from '../../wire/credentials/credential.ts'
import { type RowFault, readCredentialFile } from '../../wire/credentials/file.ts'
import { RESULT_HEAD, RESULTS } from '../../wire/credentials/sheet.ts'
import { en } from '../../words/en.ts'
import { es } from '../../words/es.ts'
import { faultText, type Words } from '../../words/words.ts'
import type { PreviewRow } from '../contract/issue-jobs.ts'
import type { Gate } from '../entrance/gate.ts'
import { csvOf, sendCsv } from '../lists/csv.ts'
import { idOf } from '../lists/ids.ts'
import { ownedPage } from '../lists/paging.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'
import { failureAnswer, jobAnswer } from './answers.ts'

const reading = 'credentials.read'
const changing = 'credentials.change'
const SHOWN_FAILURES = 100
const AT_ONCE = 1_000

export function credentialJobRoutes(
  parent: App,
  { db, keys, clock, current, customerMail }: ConsoleServices,
  gate: Gate,
): void {
  parent.register(async (inner) => {
    const app = inner as App
    app.addContentTypeParser('text/csv', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    serve(app, 'POST /credentials/jobs/preview', changing, async (request) => {
      const now = clock()
      const rows = await checked(request, now)
      return { rows: await mapInTurns(rows, (row) => previewAnswer(row, now)) }
    })

    serve(app, 'POST /credentials/jobs', changing, async (request) => {
      const context = gate.context(request)
      const scope = scopeOf(request.signedIn.user)
      if (!(await findOwner(db, scope, request.query.ownerId))) throw new Refusal('owner_not_found')
      const wish = { ...request.query, rows: await checked(request, context.now) }
      const job = await startJob(context, scope, wish)
      return { job: jobAnswer(job) }
    })

    serve(app, 'GET /credentials/jobs', reading, async ({ query, signedIn }) => {
      const { page, nextCursor } = await ownedPage(signedIn, query, (scope, wanted) => listJobs(db, scope, wanted))
      return { jobs: page.map(jobAnswer), nextCursor }
    })

    serve(app, 'GET /credentials/jobs/:id', reading, async ({ params, signedIn }) => {
      const job = await existing(signedIn.user, params.id)
      const failures = await listOutcomes(db, job.id, -1, SHOWN_FAILURES, true)
      return { job: jobAnswer(job), failures: failures.map(failureAnswer) }
    })

    serve(app, 'POST /credentials/jobs/:id/stop', changing, async (request) => {
      const job = await stopJob(gate.context(request), scopeOf(request.signedIn.user), idOf(request.params.id))
      return { job: jobAnswer(job) }
    })

    serve(app, 'GET /credentials/jobs/:id/results.csv', reading, async ({ params, signedIn }, reply) => {
      const job = await existing(signedIn.user, params.id)
      return sendCsv(reply, `resultados-${job.id}.csv`, resultLines(job, signedIn.user, false))
    })

    // A POST: looking at passwords leaves a trace.
    serve(app, 'POST /credentials/jobs/:id/results.csv', 'credentials.reveal', async (request, reply) => {
      const { user } = request.signedIn
      const job = await existing(user, request.params.id)
      if (!isFreshOf(job, user, clock())) gate.expectConfirmed(request)
      await recordExport(gate.context(request), job.ownerId, { job: job.id, file: job.fileName })
      return sendCsv(reply, `resultados-${job.id}.csv`, resultLines(job, user, true))
    })
  })

  async function checked({ body, signedIn }: FastifyRequest, now: Date): Promise<CheckedRow[]> {
    const rows = await readFile(body)
    return checkRows({ book: (await current()).book, now, customerMail }, rows, maySetSessions(signedIn.user))
  }

  async function existing(user: User, id: string): Promise<IssueJob> {
    const job = await findJob(db, scopeOf(user), idOf(id))
    if (!job) throw new Refusal('issue_job_not_found')
    return job
  }

  function resultLines(job: IssueJob, { language }: User, withPasswords: boolean): AsyncIterable<string> {
    const head = [...RESULT_HEAD, ...(withPasswords ? ['password'] : [])]
    return csvOf(head, outcomes(job.id), (row) => [
      ...resultCells(row, language === 'en' ? en : es),
      ...(withPasswords ? [passwordOf(row)] : []),
    ])
  }

  async function* outcomes(jobId: number): AsyncGenerator<JobOutcome[]> {
    for (let after = -1, more = true; more; ) {
      const rows = await listOutcomes(db, jobId, after, AT_ONCE)
      yield rows
      after = rows.at(-1)?.position ?? after
      more = rows.length === AT_ONCE
    }
  }

  const passwordOf = ({ credentialId: id, secret }: JobOutcome) =>
    id === null || secret === null ? null : openCredential(keys, { id, secret }).password
}

async function readFile(body: unknown) {
  if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
  return inTurns(readCredentialFile(textOf(body)))
}

function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('file_not_utf8')
  }
}

/** What the line would become, and what is wrong with it. */
function previewAnswer({ line, request, problems }: CheckedRow, now: Date): Static<typeof PreviewRow> {
  const start = startTime(request.startsAt, now)
  const startsAt = 'at' in start ? start.at : null
  return {
    line,
    stationCode: request.stationCode ?? null,
    label: request.label ?? null,
    customerName: request.customerName ?? null,
    customerEmail: request.customerEmail ?? null,
    startsAt,
    expiresAt: startsAt && new Date(startsAt.getTime() + request.validitySeconds * 1000),
    problems,
  }
}

function resultCells(row: JobOutcome, words: Words) {
  const request = row.request as CredentialRequest
  const problems = row.problems as RowFault[]
  return [
    row.line,
    RESULTS[row.state],
    problems.map((problem) => [problem.field, faultText(words, problem)].filter(Boolean).join(': ')).join('; '),
    row.credentialId,
    row.username,
    row.startsAt,
    row.expiresAt,
    request.stationCode ?? null,
    request.label ?? null,
    request.customerName ?? null,
    request.customerEmail ?? null,
  ]
}
