import { changeOwner, createOwner } from '../../actions/people/owners.ts'
import { scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { App } from '../../running/app.ts'
import { findOwnerWithCounts, listOwnerPage } from '../../store/people/owner-pages.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../lists/ids.ts'
import { ownedPage } from '../lists/paging.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'
import { ownerAnswer, ownerWithCountsAnswer } from './answers.ts'

const reading = 'owners.read'
const changing = 'owners.change'

export function ownerRoutes(app: App, { db }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /owners', reading, async ({ query, signedIn }) => {
    const { search } = query
    const { page, nextCursor } = await ownedPage(signedIn, query, (scope, wanted) =>
      listOwnerPage(db, scope, { ...wanted, search }),
    )
    return { owners: page.map(ownerWithCountsAnswer), nextCursor }
  })

  serve(app, 'GET /owners/:id', reading, async ({ params, signedIn }) => {
    const owner = await findOwnerWithCounts(db, scopeOf(signedIn.user), idOf(params.id))
    if (!owner) throw new Refusal('owner_not_found')
    return { owner: ownerWithCountsAnswer(owner) }
  })

  serve(app, 'POST /owners', changing, async (request) => {
    const { name, email = null } = request.body
    const owner = await createOwner(gate.context(request), name, email)
    return { owner: ownerAnswer(owner) }
  })

  serve(app, 'PATCH /owners/:id', changing, async (request) => ({
    owner: ownerAnswer(await changeOwner(gate.context(request), idOf(request.params.id), request.body)),
  }))
}
