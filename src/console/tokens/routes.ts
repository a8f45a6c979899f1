// Access tokens, section Platform. A reseller's are its owner's.
import { Type } from 'typebox'
import { createToken } from '../../actions/tokens/create.ts'
import { revokeToken } from '../../actions/tokens/revoke.ts'
import { isWithin, scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import { SCOPES, type Scope } from '../../domain/tokens/token.ts'
import { findToken, listTokenPage, TOKEN_STATES, type TokenState } from '../../store/tokens/pages.ts'
import { Nullable, PageQuery } from '../../wire/common.ts'
import { Body, IdParams, idOf, Name, OwnerId, timeOf } from '../fields.ts'
import type { Gate } from '../gate.ts'
import { cutPage, pageOf } from '../paging.ts'
import { tokenAnswer } from '../people/answers.ts'
import type { App, ConsoleServices } from '../services.ts'

const reading = { access: 'tokens.read' } as const
const changing = { access: 'tokens.change' } as const

export function tokenRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  const query = Type.Object({
    ...PageQuery,
    ownerId: Type.Optional(OwnerId),
    state: Type.Optional(Type.Unsafe<TokenState>({ enum: [...TOKEN_STATES] })),
  })
  const list = { config: reading, schema: { querystring: query } }
  app.get('/tokens', list, async ({ query, visitor }) => {
    const scope = scopeOf(visitor.user)
    const wanted = pageOf(query)
    const { ownerId, state } = query
    const now = clock()
    // Another owner than one's own has no tokens, as far as one can see.
    const hidden = ownerId !== undefined && !isWithin(scope, ownerId)
    const rows = hidden ? [] : await listTokenPage(db, ownerId ?? scope, { ...wanted, state, now })
    const { page, nextCursor } = cutPage(rows, wanted)
    return { ok: true, tokens: page.map((token) => tokenAnswer(token, now)), nextCursor }
  })

  app.get('/tokens/:id', { config: reading, schema: { params: IdParams } }, async ({ params, visitor }) => {
    const token = await findToken(db, scopeOf(visitor.user), idOf(params.id))
    if (!token) throw new Refusal('token_not_found')
    return { ok: true, token: tokenAnswer(token, clock()) }
  })

  const TokenBody = Body({
    ownerId: OwnerId,
    name: Name,
    scopes: Type.Array(Type.Unsafe<Scope>({ enum: [...SCOPES] }), { minItems: 1, uniqueItems: true }),
    expiresAt: Type.Optional(Nullable('string', { format: 'date-time' })),
  })
  app.post('/tokens', { config: changing, schema: { body: TokenBody } }, async (request, reply) => {
    const { expiresAt = null, ...rest } = request.body
    const wish = { ...rest, expiresAt: expiresAt === null ? null : timeOf(expiresAt, 'expiresAt') }
    const { token, secret } = await createToken(gate.context(request), scopeOf(request.visitor.user), wish)
    return reply.code(201).send({ ok: true, token: tokenAnswer(token, clock()), secret })
  })

  app.delete('/tokens/:id', { config: changing, schema: { params: IdParams } }, async (request) => {
    const revoked = await revokeToken(gate.context(request), scopeOf(request.visitor.user), idOf(request.params.id))
    return { ok: true, token: tokenAnswer(revoked, clock()) }
  })
}
