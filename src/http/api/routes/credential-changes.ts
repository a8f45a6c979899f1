// A credential after it was issued: more time, a pause, other texts, another station or password, the mail once more, the end of many.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { changeCredential } from '../../../actions/credentials/change.ts'
import type { Change } from '../../../actions/credentials/changing.ts'
import { changePassword } from '../../../actions/credentials/password.ts'
import { renewCredential } from '../../../actions/credentials/renew.ts'
import { revokeThose } from '../../../actions/credentials/revoke.ts'
import { openCredential } from '../../../actions/credentials/seal.ts'
import { resumeCredential, suspendCredential } from '../../../actions/credentials/suspend.ts'
import { sendHandover } from '../../../actions/delivery/send.ts'
import type { App } from '../../../base/serving/app.ts'
import { program } from '../../../domain/audit/deed.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { allInvalid } from '../../../domain/codes/refusal.ts'
import type { Traces } from '../../../recording/traces.ts'
import { findCredential, type StoredCredential } from '../../../store/credentials/rows.ts'
import { findUse } from '../../../store/credentials/use.ts'
import type { Database } from '../../../store/kit/database.ts'
import { Ref } from '../../../wire/common.ts'
import {
  ChangeSchema,
  changeFromWire,
  MailedResponse,
  MOST_REVOKED,
  mailedExample,
  mailedToWire,
  RenewalSchema,
  RevocationResponse,
  RevocationSchema,
  renewalFromWire,
  revocationExample,
  revocationToWire,
  suspendedExample,
} from '../../../wire/credentials/change.ts'
import { CredentialResponse, credentialExample, credentialToWire } from '../../../wire/credentials/credential.ts'
import { json, problemsOf } from '../describe.ts'
import { answerDone, IdempotencyHeader } from '../idempotency.ts'
import type { ApiServices } from '../services.ts'
import { around, revealNoter } from './credential-answers.ts'
import { IdParams, idOf } from './parameters.ts'

const CHANGE_PROBLEMS = ['invalid_request', 'credential_not_found', 'credential_revoked'] as const
const BODY_PROBLEMS = ['invalid_json', 'payload_too_large', 'unsupported_media_type'] as const
const ONCE_PROBLEMS = ['idempotency_in_progress', 'idempotency_key_reused'] as const
const tags = ['Credentials']
const credential = credentialExample

export function credentialChangeRoutes(app: App, services: ApiServices, traces: Traces): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, keys, baseUrl, clock } = services
  const noteRevealed = revealNoter(traces, clock)

  const contextOf = (request: FastifyRequest, tx: Database = db) => ({
    ...{ db: tx, keys, customerMail: services.customerMail ?? null, now: clock() },
    book: request.current.book,
    by: program(request.token, request),
  })

  async function shown({ current }: FastifyRequest, found: StoredCredential, tx: Database = db) {
    const servedBy = around(current.book, found, clock())
    const use = await findUse(tx, found.id)
    return { ok: true, credential: credentialToWire(found, openCredential(keys, found), servedBy, use, baseUrl) }
  }

  /** What changed is a trace by itself; else the answer shows a password and nothing tells of it. */
  function answerChange(request: FastifyRequest, { credential: found, changed }: Change) {
    if (!changed) noteRevealed(request, found)
    return shown(request, found)
  }

  /** Once for all requests under a key; an answer that is given again shows what the first one did. */
  async function answerOnce<Params extends { id: string }>(
    request: FastifyRequest & { params: Params },
    reply: FastifyReply,
    work: (tx: Database, id: number) => Promise<object>,
  ) {
    const id = idOf(request.params)
    const answer = await answerDone(services, request, reply, async (tx) => ({ body: await work(tx, id), status: 200 }))
    if (reply.hasHeader('idempotent-replayed'))
      noteRevealed(request, (await findCredential(db, request.token.ownerId, id))!)
    return answer as never
  }

  app.post(
    '/credentials/:id/renovar',
    {
      config: { scope: 'provision' },
      schema: {
        operationId: 'renewCredential',
        tags,
        summary: 'Give a credential more time',
        description:
          'With the same user and password. `expira_at` becomes the later of now and `expira_at`, plus `segundos`, at most 366 days from now. One that has expired serves again; a connected rover goes on. Emits `credential.renewed`. Scope `provision`.',
        params: IdParams,
        headers: IdempotencyHeader,
        body: Ref(RenewalSchema),
        response: {
          200: json('The credential with its new end.', CredentialResponse, { ok: true, credential }),
          ...problems('quota_exceeded', ...CHANGE_PROBLEMS, ...BODY_PROBLEMS, ...ONCE_PROBLEMS),
        },
      },
    },
    (request, reply) =>
      answerOnce(request, reply, async (tx, id) => {
        const seconds = renewalFromWire(request.body)
        return shown(request, await renewCredential(contextOf(request, tx), request.token.ownerId, id, seconds), tx)
      }),
  )

  app.post(
    '/credentials/:id/suspender',
    {
      config: { scope: 'revoke' },
      schema: {
        operationId: 'suspendCredential',
        tags,
        summary: 'Suspend a credential',
        description:
          'Until it is resumed the caster refuses it; a connected rover is cut within a second. `estado` stays, its time goes on. Emits `credential.suspended`. Again: the same answer and no second event. Scope `revoke`.',
        params: IdParams,
        response: {
          200: json('The credential, suspended.', CredentialResponse, { ok: true, credential: suspendedExample }),
          ...problems(...CHANGE_PROBLEMS),
        },
      },
    },
    async (request) => {
      refuseBody(request)
      return answerChange(
        request,
        await suspendCredential(contextOf(request), request.token.ownerId, idOf(request.params)),
      )
    },
  )

  app.post(
    '/credentials/:id/reanudar',
    {
      config: { scope: 'revoke' },
      schema: {
        operationId: 'resumeCredential',
        tags,
        summary: 'Resume a suspended credential',
        description:
          'Emits `credential.resumed`. One that is not suspended: the same answer and no event. Scope `revoke`.',
        params: IdParams,
        response: {
          200: json('The credential, no longer suspended.', CredentialResponse, { ok: true, credential }),
          ...problems(...CHANGE_PROBLEMS),
        },
      },
    },
    async (request) => {
      refuseBody(request)
      return answerChange(
        request,
        await resumeCredential(contextOf(request), request.token.ownerId, idOf(request.params)),
      )
    },
  )

  app.patch(
    '/credentials/:id',
    {
      config: { scope: 'provision' },
      schema: {
        operationId: 'updateCredential',
        tags,
        summary: 'Change a credential',
        description:
          'Only what is named changes. Of another station, connected rovers are cut within a second. Emits `credential.updated` with the names of what changed; nothing when all of it was so already. Reminders follow a new `cliente_email`; when a token without passwords changes it, they end, because they hold the link to the customer’s page. Scope `provision`.',
        params: IdParams,
        body: Ref(ChangeSchema),
        response: {
          200: json('The credential as it is now.', CredentialResponse, { ok: true, credential }),
          ...problems(...CHANGE_PROBLEMS, ...BODY_PROBLEMS),
        },
      },
    },
    async (request) => {
      const wish = changeFromWire(request.body)
      const { ownerId, limits } = request.token
      const seesPasswords = !limits.includes('no_passwords')
      const id = idOf(request.params)
      return answerChange(request, await changeCredential(contextOf(request), ownerId, id, wish, { seesPasswords }))
    },
  )

  app.post(
    '/credentials/:id/password',
    {
      config: { scope: 'provision' },
      schema: {
        operationId: 'renewPassword',
        tags,
        summary: 'Make a new password',
        description:
          'Whoever is connected with the old one is cut within a second. The customer’s page shows the new one. Emits `credential.updated`. Scope `provision`.',
        params: IdParams,
        headers: IdempotencyHeader,
        response: {
          200: json('The credential with its new password.', CredentialResponse, { ok: true, credential }),
          ...problems(...CHANGE_PROBLEMS, ...ONCE_PROBLEMS),
        },
      },
    },
    (request, reply) => {
      refuseBody(request)
      return answerOnce(request, reply, async (tx, id) => {
        const { credential: changed } = await changePassword(contextOf(request, tx), request.token.ownerId, id)
        return shown(request, changed, tx)
      })
    },
  )

  app.post(
    '/credentials/:id/enviar',
    {
      config: { scope: 'provision', closedBy: 'no_passwords' },
      schema: {
        operationId: 'mailCredential',
        tags,
        summary: 'Mail the connection data again',
        description:
          'To `cliente_email`. Without one, or without a mail transport in the service, it is a 400. A mail to the same address that still waits is not doubled. Of a test credential nothing is sent. Not for tokens without passwords. Scope `provision`.',
        params: IdParams,
        headers: IdempotencyHeader,
        response: {
          200: json('The mail is on its way.', MailedResponse, mailedExample),
          ...problems(
            'quota_exceeded',
            ...CHANGE_PROBLEMS,
            'credential_expired',
            'token_without_passwords',
            ...ONCE_PROBLEMS,
          ),
        },
      },
    },
    (request, reply) => {
      refuseBody(request)
      const { token } = request
      return answerOnce(request, reply, async (tx, id) => {
        const mail = await sendHandover(contextOf(request, tx), token.ownerId, id, { field: 'customerEmail' })
        const found = (await findCredential(tx, token.ownerId, id))!
        // Of a test none leaves, and the answer is the same.
        return mailedToWire(await shown(request, found, tx), mail?.recipient ?? found.customerEmail!)
      })
    },
  )

  app.post(
    '/credentials/revocar',
    {
      config: { scope: 'revoke' },
      schema: {
        operationId: 'revokeCredentials',
        tags,
        summary: 'Revoke many credentials',
        description: `Up to ${MOST_REVOKED}, in one transaction. Emits \`credential.revoked\` for each. Those that cannot be revoked are named with the reason and left as they are. Scope \`revoke\`.`,
        body: Ref(RevocationSchema),
        response: {
          200: json('How many were revoked, and which were not.', RevocationResponse, revocationExample),
          ...problems('invalid_request', ...BODY_PROBLEMS),
        },
      },
    },
    async (request) => {
      const { revoked, unchanged } = await revokeThose(contextOf(request), request.token.ownerId, request.body.ids)
      return revocationToWire(revoked, unchanged)
    },
  )
}

/** Bodies are read strictly, also where nothing is to be said. */
function refuseBody({ body }: FastifyRequest): void {
  const names = typeof body === 'object' && body !== null ? Object.keys(body) : []
  if (names.length > 0) throw allInvalid(names.map((name) => ({ ...wrong([name], 'unknown_field'), asSent: true })))
}
