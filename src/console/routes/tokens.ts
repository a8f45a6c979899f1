// Access tokens, section Platform. A reseller's are its owner's.
import { Type } from 'typebox'
import { createTokenFor, revokeToken } from '../../actions/manage-tokens.ts'
import { invalid } from '../../domain/errors.ts'
import { isWithin, scopeOf } from '../../domain/permissions.ts'
import { SCOPES, type Scope } from '../../domain/token.ts'
import { listTokenPage } from '../../store/console-tokens.ts'
import { Nullable, PageQuery } from '../../wire/common.ts'
import { tokenAnswer } from '../answers.ts'
import { Body, IdParams, idOf, Name, OwnerId } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'

const changing = { access: 'tokens.change' } as const

export function tokenRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  const query = Type.Object({ ...PageQuery, ownerId: Type.Optional(OwnerId) })
  const list = { config: { access: 'tokens.read' }, schema: { querystring: query } } as const
  app.get('/tokens', list, async ({ query, visitor }) => {
    const scope = scopeOf(visitor.user)
    const wanted = pageOf(query)
    const { ownerId } = query
    const now = clock()
    // Another owner than one's own has no tokens, as far as one can see.
    const rows =
      ownerId !== undefined && !isWithin(scope, ownerId) ? [] : await listTokenPage(db, ownerId ?? scope, wanted)
    const { page, nextCursor } = cutPage(rows, wanted)
    return { ok: true, tokens: page.map((token) => tokenAnswer(token, now)), nextCursor }
  })

  const TokenBody = Body({
    ownerId: OwnerId,
    name: Name,
    scopes: Type.Array(Type.Unsafe<Scope>({ enum: [...SCOPES] }), { minItems: 1, uniqueItems: true }),
    expiresAt: Type.Optional(Nullable('string', { format: 'date-time' })),
  })
  app.post('/tokens', { config: changing, schema: { body: TokenBody } }, async (request, reply) => {
    const { expiresAt = null, ...rest } = request.body
    const wish = { ...rest, expiresAt: expiresAt === null ? null : timeOf(expiresAt) }
    const { token, secret } = await createTokenFor(gate.context(request), scopeOf(request.visitor.user), wish)
    return reply.code(201).send({ ok: true, token: tokenAnswer(token, clock()), secret })
  })

  app.delete('/tokens/:id', { config: changing, schema: { params: IdParams } }, async (request) => {
    const revoked = await revokeToken(gate.context(request), scopeOf(request.visitor.user), idOf(request.params.id))
    return { ok: true, token: tokenAnswer(revoked, clock()) }
  })
}

function timeOf(text: string): Date {
  const time = new Date(text)
  if (Number.isNaN(time.getTime())) throw invalid({ path: ['expiresAt'], detail: 'must be a valid date-time' })
  return time
}
