// Owners: organisations whose tokens, credentials and webhooks are kept apart. A reseller sees itself.
import { Type } from 'typebox'
import { changeOwnerEmail, createOwner } from '../../actions/manage-owners.ts'
import { scopeOf } from '../../domain/permissions.ts'
import { listOwnerPage } from '../../store/console-owners.ts'
import { Nullable } from '../../wire/common.ts'
import { ownerAnswer } from '../answers.ts'
import { Body, IdParams, idOf, Name, PageFields } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'

const changing = { access: 'owners.change' } as const
const EmailOrNone = Nullable('string', { format: 'email' })

export function ownerRoutes(app: App, { db }: ConsoleServices, gate: Gate): void {
  const list = { config: { access: 'owners.read' }, schema: { querystring: PageFields } } as const
  app.get('/owners', list, async ({ query, visitor }) => {
    const wanted = pageOf(query)
    const { page, nextCursor } = cutPage(await listOwnerPage(db, scopeOf(visitor.user), wanted), wanted)
    return { ok: true, owners: page.map(ownerAnswer), nextCursor }
  })

  const OwnerBody = Body({ name: Name, email: Type.Optional(EmailOrNone) })
  app.post('/owners', { config: changing, schema: { body: OwnerBody } }, async (request, reply) => {
    const { name, email = null } = request.body
    const owner = await createOwner(gate.context(request), name, email)
    return reply.code(201).send({ ok: true, owner: ownerAnswer(owner) })
  })

  const change = { config: changing, schema: { params: IdParams, body: Body({ email: EmailOrNone }) } }
  app.patch('/owners/:id', change, async (request) => ({
    ok: true,
    owner: ownerAnswer(await changeOwnerEmail(gate.context(request), idOf(request.params.id), request.body.email)),
  }))
}
