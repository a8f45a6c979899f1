// Users, for administrators.
import { Type } from 'typebox'
import { makeUserLink } from '../../actions/people/login-links.ts'
import { endSession, endSessions } from '../../actions/people/own-account.ts'
import { removeSecondFactor } from '../../actions/people/second-factor.ts'
import { changeUser, inviteUser } from '../../actions/people/users.ts'
import { type LinkPurpose, linkUrl } from '../../domain/people/login-link.ts'
import { isAlive } from '../../domain/people/sign-in.ts'
import { Refusal } from '../../domain/refusal.ts'
import { listConsoleSessions } from '../../store/people/sign-ins.ts'
import { findListedUser, findUser, listUsers } from '../../store/people/users.ts'
import { Nullable, PageQuery } from '../../wire/common.ts'
import {
  Body,
  Email,
  IdParams,
  idOf,
  LanguageField,
  Name,
  OwnerId,
  RoleField,
  Search,
  SessionParams,
} from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'
import { sessionAnswer, userAnswer } from './answers.ts'

const reading = { access: 'users.read' } as const
const changing = { access: 'users.change' } as const
const OwnerField = Type.Optional(Nullable('integer', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))

export function userRoutes(app: App, { db, baseUrl, clock }: ConsoleServices, gate: Gate): void {
  /** Shown once, to be handed over: we keep its hash. */
  const linkAnswer = ({ token, purpose, expiresAt }: { token: string; purpose: LinkPurpose; expiresAt: Date }) => ({
    purpose,
    url: linkUrl(baseUrl, purpose, token),
    expiresAt,
  })

  const ListQuery = Type.Object({
    ...PageQuery,
    search: Type.Optional(Search),
    role: Type.Optional(RoleField),
    ownerId: Type.Optional(OwnerId),
  })
  app.get('/users', { config: reading, schema: { querystring: ListQuery } }, async ({ query }) => {
    const { search, role, ownerId } = query
    const wanted = { ...pageOf(query), search, role, ownerId }
    const { page, nextCursor } = cutPage(await listUsers(db, wanted), wanted)
    return { ok: true, users: page.map(userAnswer), nextCursor }
  })

  app.get('/users/:id', { config: reading, schema: { params: IdParams } }, async ({ params }) => {
    const user = await findListedUser(db, idOf(params.id))
    if (!user) throw new Refusal('user_not_found')
    return { ok: true, user: userAnswer(user) }
  })

  const InvitationBody = Body({
    email: Email,
    name: Name,
    role: RoleField,
    ownerId: OwnerField,
    language: Type.Optional(LanguageField),
  })
  app.post('/users', { config: changing, schema: { body: InvitationBody } }, async (request, reply) => {
    const { ownerId = null, language = null, ...rest } = request.body
    const { user, link } = await inviteUser(gate.context(request), { ...rest, ownerId, language })
    return reply.code(201).send({ ok: true, user: userAnswer(user), link: linkAnswer(link) })
  })

  const ChangeBody = Body({
    name: Type.Optional(Name),
    role: Type.Optional(RoleField),
    ownerId: OwnerField,
    disabled: Type.Optional(Type.Boolean()),
  })
  app.patch('/users/:id', { config: changing, schema: { params: IdParams, body: ChangeBody } }, async (request) => ({
    ok: true,
    user: userAnswer(await changeUser(gate.context(request), idOf(request.params.id), request.body)),
  }))

  const ofUser = { config: changing, schema: { params: IdParams } }
  app.post('/users/:id/link', ofUser, async (request, reply) => {
    const link = await makeUserLink(gate.context(request), idOf(request.params.id))
    return reply.code(201).send({ ok: true, link: linkAnswer(link) })
  })

  app.delete('/users/:id/second-factor', ofUser, async (request) => {
    await removeSecondFactor(gate.context(request), idOf(request.params.id))
    return { ok: true }
  })

  app.get('/users/:id/sessions', { config: reading, schema: { params: IdParams } }, async (request) => {
    const id = await existing(request.params.id)
    const now = clock()
    const alive = (await listConsoleSessions(db, id)).filter((each) => isAlive(each, now))
    return { ok: true, sessions: alive.map((each) => sessionAnswer(each, request.visitor.session.id)) }
  })

  app.delete('/users/:id/sessions', ofUser, async (request) => {
    const id = await existing(request.params.id)
    return { ok: true, ended: await endSessions(gate.context(request), id) }
  })

  const ofSession = { config: changing, schema: { params: SessionParams } }
  app.delete('/users/:id/sessions/:sessionId', ofSession, async (request) => {
    const { id, sessionId } = request.params
    await endSession(gate.context(request), idOf(id), idOf(sessionId, 'sessionId'))
    return { ok: true }
  })

  async function existing(text: string): Promise<number> {
    const id = idOf(text)
    if (!(await findUser(db, id))) throw new Refusal('user_not_found')
    return id
  }
}
