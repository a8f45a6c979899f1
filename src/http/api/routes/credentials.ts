import type { FastifyReply, FastifyRequest } from 'fastify'
import { issueCredentials } from '../../../actions/credentials/issue.ts'
import { revokeCredential } from '../../../actions/credentials/revoke.ts'
import { openCredential } from '../../../actions/credentials/seal.ts'
import { mapInTurns } from '../../../base/running/turns.ts'
import type { App } from '../../../base/serving/app.ts'
import { program } from '../../../domain/audit/deed.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { UNUSED } from '../../../domain/credentials/use.ts'
import { groupNamed } from '../../../domain/stations/group.ts'
import type { Traces } from '../../../recording/traces.ts'
import { listCredentials } from '../../../store/credentials/api-pages.ts'
import { findCredential } from '../../../store/credentials/rows.ts'
import { findUse, usesOf } from '../../../store/credentials/use.ts'
import type { StationBook } from '../../../store/current/current.ts'
import type { Database } from '../../../store/kit/database.ts'
import { Ref } from '../../../wire/common.ts'
import {
  BatchResponse,
  CredentialList,
  CredentialQuery,
  CredentialResponse,
  credentialExample,
  credentialToWire,
  listedCredentialExample,
  listedCredentialToWire,
  MOST_PAIRS,
  revokedExample,
  stateFromWire,
} from '../../../wire/credentials/credential.ts'
import { groupNameIn, stationCodeIn, wishesFromWire } from '../../../wire/credentials/query.ts'
import {
  BATCH_LIMIT,
  BatchRequestSchema,
  type CredentialRequest,
  CredentialRequestSchema,
  credentialFromWire,
} from '../../../wire/credentials/request.ts'
import { json, problemsOf } from '../describe.ts'
import { answerDone, IdempotencyHeader } from '../idempotency.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { around, revealNoter } from './credential-answers.ts'
import { IdParams, idOf } from './parameters.ts'

const CREATION_PROBLEMS = [
  'invalid_request',
  'invalid_json',
  'referencia_taken',
  'usuario_taken',
  'quota_exceeded',
  'idempotency_in_progress',
  'payload_too_large',
  'unsupported_media_type',
  'idempotency_key_reused',
] as const
const BATCH_BODY_LIMIT = 1024 * 1024
/**
 * A batch that is full in every respect but its fences has 34,001, by what begins or separates them; test/loop/bodies makes one, and
 * measures. What is left is for fences: a circle each, or a polygon of twenty points each; larger ones in smaller batches.
 */
const BATCH_VALUES = { most: 100_000, inOne: { list: BATCH_LIMIT, object: MOST_PAIRS } }
const tags = ['Credentials']
const credential = credentialExample

/** Also of one that is archived: its credentials are still there. */
function stationNamed({ byCode }: StationBook, code: string | undefined): number | undefined {
  if (code === undefined) return undefined
  const station = byCode.get(code.toLowerCase())
  if (!station) throw invalid(wrong(['stationCode'], 'unknown_station_code'))
  return station.id
}

function groupIdOf({ groups }: StationBook, name: string | undefined): number | undefined {
  if (name === undefined) return undefined
  const group = groupNamed(groups.values(), name)
  if (!group) throw invalid(wrong(['group'], 'unknown_group'))
  return group.id
}

export function credentialRoutes(app: App, services: ApiServices, traces: Traces): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, keys, baseUrl, clock } = services

  const noteRevealed = revealNoter(traces, clock)

  function noteRead(request: FastifyRequest, read: Record<string, number>) {
    if (request.token.limits.includes('no_passwords')) return
    const deed = {
      action: 'credentials.read',
      ownerId: request.token.ownerId,
      details: { requests: 1, ...read },
    } as const
    traces.note(program(request.token, request), deed, clock(), read)
  }

  /** An answer that is given again shows what the first one did. */
  async function answerIssued(
    request: FastifyRequest,
    reply: FastifyReply,
    count: number,
    work: Parameters<typeof answerDone>[3],
  ) {
    const answer = await answerDone(services, request, reply, work)
    if (reply.hasHeader('idempotent-replayed')) noteRead(request, { passwords: count })
    return answer
  }

  async function issue(
    request: FastifyRequest,
    tx: Database,
    wanted: readonly CredentialRequest[],
    pathOf?: (index: number) => (string | number)[],
  ) {
    const { token, current } = request
    if (wanted.some(({ password }) => password !== undefined) && !token.scopes.includes('import'))
      throw new Refusal('insufficient_scope', { scope: 'import' })
    const { book } = current
    const now = clock()
    const writer = tx === db ? services.credentialWriter : undefined
    const hasQuota = token.ownerHasQuota
    const context = {
      db: tx,
      keys,
      book,
      now,
      by: program(token, request),
      writer,
      hasQuota,
      customerMail: services.customerMail,
    }
    const issued = await issueCredentials(context, token.ownerId, token.ownerId, wanted, pathOf)
    return mapInTurns(issued, ({ credential, secrets }) =>
      credentialToWire(credential, secrets, around(book, credential, now), UNUSED, baseUrl),
    )
  }

  app.get(
    '/credentials',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listCredentials',
        tags,
        summary: 'Credentials of the owner, newest first',
        description:
          'Without passwords. Filters are combined: a credential is listed when all of them hold. Pages by `cursor`; the `Link` header leads to the next page. Scope `read`.',
        querystring: CredentialQuery,
        response: {
          200: json('A page of credentials.', CredentialList, {
            ok: true,
            credentials: [listedCredentialExample],
            next_cursor: null,
          }),
          ...problems('invalid_request'),
        },
      },
    },
    async (request, reply) => {
      const { query, token, current } = request
      const now = clock()
      const { limit, before } = pageOf(query)
      const stationId = stationNamed(current.book, stationCodeIn(query))
      const groupId = groupIdOf(current.book, groupNameIn(query))
      const wishes = { ...wishesFromWire(query), state: stateFromWire(query), stationId, groupId }
      const rows = await listCredentials(db, token.ownerId, { before, limit: limit + 1 }, wishes, now)
      const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
      const uses = await usesOf(
        db,
        page.map(({ id }) => id),
      )
      const credentials = await mapInTurns(page, (row) => {
        const use = uses.get(row.id) ?? UNUSED
        return listedCredentialToWire(row, openCredential(keys, row), around(current.book, row, now), use, baseUrl)
      })
      if (page.length > 0) noteRead(request, { links: page.length })
      return { ok: true, credentials, next_cursor: nextCursor }
    },
  )

  app.post(
    '/credentials',
    {
      config: { scope: 'provision' },
      schema: {
        operationId: 'createCredential',
        tags,
        summary: 'Issue a credential',
        description:
          'With a station, access to its mountpoint (`tipo: base`); with a group, to those of its stations and to the network mountpoint within the group; with neither, to the network mountpoint (`tipo: red`). Scope `provision`.',
        headers: IdempotencyHeader,
        body: Ref(CredentialRequestSchema),
        response: {
          201: json('The credential with its password.', CredentialResponse, { ok: true, credential }),
          ...problems(...CREATION_PROBLEMS),
        },
      },
    },
    (request, reply) =>
      answerIssued(request, reply, 1, async (tx) => {
        const [made] = await issue(request, tx, [credentialFromWire(request.body)])
        return { body: { ok: true, credential: made }, location: `${baseUrl}/api/v1/credentials/${made!.id}` }
      }) as never,
  )

  app.post(
    '/credentials/batch',
    {
      config: { scope: 'provision', spread: BATCH_VALUES },
      bodyLimit: BATCH_BODY_LIMIT,
      schema: {
        operationId: 'createCredentials',
        tags,
        summary: 'Issue many credentials',
        description: `Up to ${BATCH_LIMIT}, all or nothing, in one transaction. Errors point at the item (\`/credentials/17/segundos\`). Scope \`provision\`.`,
        headers: IdempotencyHeader,
        body: Ref(BatchRequestSchema),
        response: {
          201: json('The credentials with their passwords, in the order of the request.', BatchResponse, {
            ok: true,
            credentials: [credential],
          }),
          ...problems(...CREATION_PROBLEMS),
        },
      },
    },
    (request, reply) =>
      answerIssued(request, reply, request.body.credentials.length, async (tx) => {
        const wanted = request.body.credentials.map(credentialFromWire)
        return { body: { ok: true, credentials: await issue(request, tx, wanted, (index) => ['credentials', index]) } }
      }) as never,
  )

  app.get(
    '/credentials/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getCredential',
        tags,
        summary: 'A credential with its password',
        description: "Another owner's credential is a 404. Scope `read`.",
        params: IdParams,
        response: {
          200: json('The credential.', CredentialResponse, { ok: true, credential }),
          ...problems('invalid_request', 'credential_not_found'),
        },
      },
    },
    async (request) => {
      const { params, token, current } = request
      const found = await findCredential(db, token.ownerId, idOf(params))
      if (!found) throw new Refusal('credential_not_found')
      noteRevealed(request, found)
      const servedBy = around(current.book, found, clock())
      const use = await findUse(db, found.id)
      return { ok: true, credential: credentialToWire(found, openCredential(keys, found), servedBy, use, baseUrl) }
    },
  )

  app.delete(
    '/credentials/:id',
    {
      config: { scope: 'revoke' },
      schema: {
        operationId: 'revokeCredential',
        tags,
        summary: 'Revoke a credential',
        description:
          'Emits `credential.revoked`. Again: the same answer and no second event. An expired credential is a 409. Scope `revoke`.',
        params: IdParams,
        response: {
          200: json('The credential, revoked.', CredentialResponse, {
            ok: true,
            credential: revokedExample,
          }),
          ...problems('invalid_request', 'credential_not_found', 'credential_expired'),
        },
      },
    },
    async (request) => {
      const { params, token, current } = request
      const { book } = current
      const now = clock()
      const context = { db, keys, book, now, by: program(token, request) }
      const { credential: revoked } = await revokeCredential(context, token.ownerId, idOf(params))
      if (revoked.revokedAt! < now) noteRevealed(request, revoked)
      const use = await findUse(db, revoked.id)
      return {
        ok: true,
        credential: credentialToWire(revoked, openCredential(keys, revoked), around(book, revoked, now), use, baseUrl),
      }
    },
  )
}
