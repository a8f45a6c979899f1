// Bulk jobs on credentials: preview of a file, background run, progress, results.

import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { startChange } from '../../../actions/credentials/jobs/change.ts'
import { type CheckedRow, checkRows, startIdentical, startJob } from '../../../actions/credentials/jobs/issue.ts'
import { stopJob } from '../../../actions/credentials/jobs/run.ts'
import { recordExport } from '../../../actions/credentials/reveal.ts'
import { inTurns, mapInTurns } from '../../../base/running/turns.ts'
import { openCredential } from '../../../base/secrets/credential.ts'
import type { App } from '../../../base/serving/app.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal, unreadable } from '../../../domain/codes/refusal.ts'
import type { LineFault } from '../../../domain/credentials/imported.ts'
import { type CredentialJob, isFreshOf } from '../../../domain/credentials/job.ts'
import type { CredentialRequest } from '../../../domain/credentials/request.ts'
import { startTime } from '../../../domain/credentials/start-time.ts'
import { maySetSessions, type OwnerScope, scopeOf } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import { findJob, type JobOutcome, listJobs, listOutcomes } from '../../../store/credentials/jobs.ts'
import type { Database } from '../../../store/kit/database.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { readCredentialFile, rowFaultToWire } from '../../../wire/credentials/file.ts'
import { ownTextOf } from '../../../wire/credentials/import/bytes.ts'
import { CHANGE_RESULTS, RESULT_HEAD, RESULTS, SECRET_HEAD } from '../../../wire/credentials/sheet.ts'
import { en } from '../../../words/en.ts'
import { es } from '../../../words/es.ts'
import { faultText, type Words } from '../../../words/words.ts'
import type { PreviewRow } from '../contract/credentials/jobs.ts'
import type { Gate } from '../entrance/gate.ts'
import { csvOf, sendCsv } from '../kit/csv.ts'
import { idOf } from '../kit/ids.ts'
import { ownedPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { failureAnswer, handedOver, jobAnswer } from './answers.ts'
import { requestOf } from './form-request.ts'
import { type CredentialWish, questionOf } from './list.ts'

const reading = 'credentials.read'
const changing = 'credentials.change'
const SHOWN_FAILURES = 100
const AT_ONCE = 1_000

export function credentialJobRoutes(parent: App, services: ConsoleServices, gate: Gate): void {
  const { db, keys, baseUrl, clock, current } = services
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

    serve(app, 'POST /credentials/jobs/alike', changing, async (request) => {
      const { ownerId, key, quantity, ...wish } = request.body
      const { user } = request.signedIn
      const { book } = await current()
      const context = { ...gate.context(request), book, customerMail: services.customerMail }
      const job = await startIdentical(context, scopeOf(user), {
        ownerId,
        key,
        quantity,
        request: requestOf(user, wish),
      })
      return { job: jobAnswer(job) }
    })

    serve(app, 'POST /credentials/jobs/change', changing, async (request) => {
      const { kind, key, ids, matching, ...parameters } = request.body
      const scope = scopeOf(request.signedIn.user)
      const job = await startChange(gate.context(request), scope, {
        kind,
        key,
        parameters,
        which: await whichOf({ db, now: clock() }, scope, ids, matching),
      })
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

    // A POST, because reading passwords writes an audit entry.
    serve(app, 'POST /credentials/jobs/:id/results.csv', 'credentials.reveal', async (request, reply) => {
      const { user } = request.signedIn
      const job = await existing(user, request.params.id)
      if (!isFreshOf(job, user, clock())) gate.expectConfirmed(request)
      await recordExport(gate.context(request), job.ownerId ?? 'all', { job: job.id, file: job.fileName })
      return sendCsv(reply, `resultados-${job.id}.csv`, resultLines(job, user, true))
    })
  })

  async function checked({ body, signedIn }: FastifyRequest, now: Date): Promise<CheckedRow[]> {
    const rows = await readFile(body)
    const { book } = await current()
    return checkRows({ book, now, customerMail: services.customerMail }, rows, maySetSessions(signedIn.user))
  }

  async function existing(user: User, id: string): Promise<CredentialJob> {
    const job = await findJob(db, scopeOf(user), idOf(id))
    if (!job) throw new Refusal('issue_job_not_found')
    return job
  }

  function resultLines(job: CredentialJob, { language }: User, withPasswords: boolean): AsyncIterable<string> {
    const head = [...RESULT_HEAD, ...(withPasswords ? SECRET_HEAD : [])]
    const results = job.kind === 'issue' ? RESULTS : CHANGE_RESULTS
    const cellsOf = (row: JobOutcome) => [
      ...resultCells(row, results[row.state], language === 'en' ? en : es),
      ...(withPasswords ? secretsOf(row) : []),
    ]
    return csvOf(head, outcomes(job.id), cellsOf, services.simulated)
  }

  async function* outcomes(jobId: number): AsyncGenerator<JobOutcome[]> {
    for (let after = -1, more = true; more; ) {
      const rows = await listOutcomes(db, jobId, after, AT_ONCE)
      yield rows
      after = rows.at(-1)?.position ?? after
      more = rows.length === AT_ONCE
    }
  }

  function secretsOf({ credentialId: id, secret }: JobOutcome) {
    if (id === null || secret === null) return [null, null, null]
    const { password, url, pdf } = handedOver(baseUrl, openCredential(keys, { id, secret }))
    return [password, url, pdf]
  }
}

/** Either chosen ids or a filter; both or neither is an error. */
async function whichOf(
  services: { readonly db: Database; readonly now: Date },
  scope: OwnerScope,
  ids: readonly number[] | undefined,
  matching: CredentialWish | undefined,
) {
  if (ids && !matching) return { ids }
  const question = matching && !ids && (await questionOf(services, scope, matching))
  if (!question) throw invalid(wrong(['ids'], 'missing'))
  return { question }
}

async function readFile(body: unknown) {
  if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
  return inTurns(readCredentialFile(ownTextOf(body)))
}

function previewAnswer({ line, request, problems }: CheckedRow, now: Date): Static<typeof PreviewRow> {
  const start = startTime(request.startsAt, now)
  const startsAt = 'at' in start ? start.at : null
  return {
    line,
    stationCode: request.stationCode ?? null,
    group: request.group ?? null,
    label: request.label ?? null,
    customerName: request.customerName ?? null,
    customerEmail: request.customerEmail ?? null,
    startsAt,
    expiresAt: startsAt && new Date(startsAt.getTime() + request.validitySeconds * 1000),
    problems: problems.map(rowFaultToWire),
  }
}

function resultCells(row: JobOutcome, result: string, words: Words) {
  const request = row.request as Partial<CredentialRequest>
  const problems = (row.problems as LineFault[]).map(rowFaultToWire)
  return [
    row.line,
    result,
    problems.map((problem) => [problem.field, faultText(words, problem)].filter(Boolean).join(': ')).join(' '),
    row.credentialId,
    row.username,
    row.startsAt,
    row.expiresAt,
    request.stationCode ?? null,
    request.label ?? null,
    request.customerName ?? null,
    request.customerEmail ?? null,
    request.reference ?? null,
    request.group ?? null,
  ]
}
