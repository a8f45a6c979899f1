// Credentials: found, looked at, issued, revoked. A reseller's are its owner's.
import { Type } from 'typebox'
import { issueCredentials } from '../../actions/credentials/issue.ts'
import { revealCredential } from '../../actions/credentials/reveal.ts'
import { revokeCredential, revokeCredentials } from '../../actions/credentials/revoke.ts'
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import { MAX_VALIDITY_SECONDS, MIN_VALIDITY_SECONDS } from '../../domain/credentials/credential.ts'
import { maySetSessions, scopeOf } from '../../domain/people/permissions.ts'
import type { User } from '../../domain/people/user.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { activityOf } from '../../reads/explain-access.ts'
import { findListedCredential } from '../../store/credentials/pages.ts'
import { linkOf } from '../../wire/credentials/credential.ts'
import { Body, Email, IdParams, idOf, OwnerId } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'
import { activityAnswer, credentialAnswer } from './answers.ts'
import { CredentialQuery, findPage } from './list.ts'

const reading = { access: 'credentials.read' } as const
const changing = { access: 'credentials.change' } as const
const MOST_AT_ONCE = 1_000
const Text200 = Type.Optional(Type.String({ maxLength: 200 }))

export function credentialRoutes(
  app: App,
  { db, baseUrl, clock, current, customerMail }: ConsoleServices,
  gate: Gate,
): void {
  app.get('/credentials', { config: reading, schema: { querystring: CredentialQuery } }, async ({ query, visitor }) => {
    const { book } = await current()
    const now = clock()
    const { page, nextCursor } = await findPage({ db, book, now }, scopeOf(visitor.user), query)
    return { ok: true, credentials: page.map((row) => credentialAnswer(row, book, now)), nextCursor }
  })

  const ofOne = { config: reading, schema: { params: IdParams } }
  app.get('/credentials/:id', ofOne, async ({ params, visitor }) => {
    const found = await existing(visitor.user, params.id)
    return { ok: true, credential: credentialAnswer(found, (await current()).book, clock()) }
  })

  app.get('/credentials/:id/activity', ofOne, async ({ params, visitor }) => {
    const found = await existing(visitor.user, params.id)
    const { book } = await current()
    return { ok: true, ...activityAnswer(await activityOf({ db, book, now: clock() }, found)) }
  })

  const IssueBody = Body({
    ownerId: OwnerId,
    validitySeconds: Type.Integer({ minimum: MIN_VALIDITY_SECONDS, maximum: MAX_VALIDITY_SECONDS }),
    stationId: Type.Optional(OwnerId),
    label: Text200,
    customerName: Text200,
    customerEmail: Type.Optional(Email),
    startsAt: Type.Optional(Type.String({ maxLength: 40 })),
    sendEmail: Type.Optional(Type.Boolean()),
    maxSessions: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
    whenFull: Type.Optional(Type.Unsafe<WhenFull>({ enum: ['replace', 'refuse'] })),
  })
  app.post('/credentials', { config: changing, schema: { body: IssueBody } }, async (request, reply) => {
    const { ownerId, maxSessions, whenFull, ...wish } = request.body
    const { user } = request.visitor
    if ((maxSessions !== undefined || whenFull !== undefined) && !maySetSessions(user))
      throw new Refusal('sessions_of_operator')
    const { book } = await current()
    const wanted = {
      ...wish,
      stationId: wish.stationId,
      stationCode: undefined,
      label: wish.label || undefined,
      customerName: wish.customerName || undefined,
      customerEmail: wish.customerEmail,
      startsAt: wish.startsAt,
      sendEmail: wish.sendEmail ?? false,
      ...(maxSessions !== undefined && { maxSessions }),
      ...(whenFull !== undefined && { whenFull }),
    }
    const context = { ...gate.context(request), book, customerMail }
    const [issued] = await issueCredentials(context, scopeOf(user), ownerId, [wanted])
    const { credential, secrets } = issued!
    const listed = await existing(user, String(credential.id))
    const answer = { ...credentialAnswer(listed, book, clock()), ...handedOver(baseUrl, secrets) }
    return reply.code(201).send({ ok: true, credential: answer })
  })

  const revealing = { config: { access: 'credentials.reveal' }, schema: { params: IdParams } } as const
  app.post('/credentials/:id/reveal', revealing, async (request) => {
    const scope = scopeOf(request.visitor.user)
    const secrets = await revealCredential(gate.context(request), scope, idOf(request.params.id))
    return { ok: true, ...handedOver(baseUrl, secrets) }
  })

  app.delete('/credentials/:id', { config: changing, schema: { params: IdParams } }, async (request) => {
    const { book } = await current()
    const context = { ...gate.context(request), book }
    const { credential, cut } = await revokeCredential(context, scopeOf(request.visitor.user), idOf(request.params.id))
    return { ok: true, credential: credentialAnswer(credential, book, clock()), cut }
  })

  const ManyBody = Body({ ids: Type.Array(OwnerId, { minItems: 1, maxItems: MOST_AT_ONCE }) })
  app.post('/credentials/revoke', { config: changing, schema: { body: ManyBody } }, async (request) => {
    const context = { ...gate.context(request), book: (await current()).book }
    return { ok: true, ...(await revokeCredentials(context, scopeOf(request.visitor.user), request.body.ids)) }
  })

  async function existing(user: User, id: string) {
    const found = await findListedCredential(db, scopeOf(user), idOf(id))
    if (!found) throw new Refusal('credential_not_found')
    return found
  }
}

/** What opens the door, by itself or as the customer's page, which shows the same. */
function handedOver(baseUrl: string, secrets: CredentialSecrets) {
  const url = linkOf(baseUrl, secrets)
  return { password: secrets.password, url, pdf: `${url}.pdf` }
}
