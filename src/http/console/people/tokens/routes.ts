// Access tokens. A reseller sees only those of its organisation.
import { createToken } from '../../../../actions/people/tokens/create.ts'
import { revokeToken } from '../../../../actions/people/tokens/revoke.ts'
import type { App } from '../../../../base/serving/app.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../../domain/people/permissions.ts'
import { limitsByScope } from '../../../../domain/people/tokens/token.ts'
import { findToken, listTokenPage } from '../../../../store/people/tokens/pages.ts'
import { listRequests } from '../../../../store/people/tokens/requests.ts'
import type { Gate } from '../../entrance/gate.ts'
import { idOf, timeOf } from '../../kit/ids.ts'
import { newestPage, ownedPage } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices, SignedIn } from '../../services.ts'
import { tokenAnswer } from './answers.ts'

const reading = 'tokens.read'
const changing = 'tokens.change'

export function tokenRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /tokens', reading, async ({ query, signedIn }) => {
    const { state } = query
    const now = clock()
    const { page, nextCursor } = await ownedPage(signedIn, query, (scope, wanted) =>
      listTokenPage(db, scope, { ...wanted, state, now }),
    )
    return { tokens: page.map((token) => tokenAnswer(token, now)), nextCursor }
  })

  serve(app, 'GET /tokens/:id', reading, async ({ params, signedIn }) => {
    return { token: tokenAnswer(await visibleToken(signedIn, params.id), clock()) }
  })

  serve(app, 'GET /tokens/:id/requests', reading, async ({ params, query, signedIn }) => {
    const { id } = await visibleToken(signedIn, params.id)
    const failed = query.failed === 'true'
    const { page, nextCursor } = await newestPage(query, (wanted) => listRequests(db, id, { ...wanted, failed }))
    return { requests: [...page], nextCursor }
  })

  serve(app, 'POST /tokens', changing, async (request) => {
    const { expiresAt = null, test, limits = [], ...rest } = request.body
    const wish = {
      ...rest,
      limits: limitsByScope({ ...rest, limits }),
      isTest: test,
      expiresAt: expiresAt === null ? null : timeOf(expiresAt, 'expiresAt'),
    }
    const { token, secret } = await createToken(gate.context(request), scopeOf(request.signedIn.user), wish)
    return { token: tokenAnswer(token, clock()), secret }
  })

  serve(app, 'DELETE /tokens/:id', changing, async (request) => {
    const revoked = await revokeToken(gate.context(request), scopeOf(request.signedIn.user), idOf(request.params.id))
    return { token: tokenAnswer(revoked, clock()) }
  })

  async function visibleToken({ user }: SignedIn, id: string) {
    const token = await findToken(db, scopeOf(user), idOf(id))
    if (!token) throw new Refusal('token_not_found')
    return token
  }
}
