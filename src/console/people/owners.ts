// Owners: organisations whose tokens, credentials and webhooks are kept apart. A reseller sees itself.
import { Type } from 'typebox'
import { changeOwner, createOwner } from '../../actions/people/owners.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findOwnerWithCounts, listOwnerPage } from '../../store/people/owner-pages.ts'
import { Nullable, PageQuery } from '../../wire/common.ts'
import { Body, IdParams, idOf, Name, Search } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'
import { ownerAnswer, ownerWithCountsAnswer } from './answers.ts'

const reading = { access: 'owners.read' } as const
const changing = { access: 'owners.change' } as const
const EmailOrNone = Nullable('string', { format: 'email' })

export function ownerRoutes(app: App, { db }: ConsoleServices, gate: Gate): void {
  const query = Type.Object({ ...PageQuery, search: Type.Optional(Search) })
  app.get('/owners', { config: reading, schema: { querystring: query } }, async ({ query, visitor }) => {
    const wanted = { ...pageOf(query), search: query.search }
    const { page, nextCursor } = cutPage(await listOwnerPage(db, scopeOf(visitor.user), wanted), wanted)
    return { ok: true, owners: page.map(ownerWithCountsAnswer), nextCursor }
  })

  app.get('/owners/:id', { config: reading, schema: { params: IdParams } }, async ({ params, visitor }) => {
    const owner = await findOwnerWithCounts(db, scopeOf(visitor.user), idOf(params.id))
    if (!owner) throw new Refusal('owner_not_found')
    return { ok: true, owner: ownerWithCountsAnswer(owner) }
  })

  const OwnerBody = Body({ name: Name, email: Type.Optional(EmailOrNone) })
  app.post('/owners', { config: changing, schema: { body: OwnerBody } }, async (request, reply) => {
    const { name, email = null } = request.body
    const owner = await createOwner(gate.context(request), name, email)
    return reply.code(201).send({ ok: true, owner: ownerAnswer(owner) })
  })

  const ChangeBody = Body({ name: Type.Optional(Name), email: Type.Optional(EmailOrNone) })
  app.patch('/owners/:id', { config: changing, schema: { params: IdParams, body: ChangeBody } }, async (request) => ({
    ok: true,
    owner: ownerAnswer(await changeOwner(gate.context(request), idOf(request.params.id), request.body)),
  }))
}
