import { changeOwner, createOwner } from '../../../actions/people/owners.ts'
import { setQuotas } from '../../../actions/people/quotas.ts'
import { endView, viewAs } from '../../../actions/people/view-as.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { findOwnerBrand } from '../../../store/people/owner-brands.ts'
import { findOwnerWithCounts, listOwnerPage } from '../../../store/people/owner-pages.ts'
import { readQuotas, readQuotaUse } from '../../../store/people/quotas.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { ownedPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { ownBrandAnswer, ownerAnswer, ownerWithCountsAnswer } from './answers.ts'

const reading = 'owners.read'
const changing = 'owners.change'

export function ownerRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
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
    const brand = ownBrandAnswer(await findOwnerBrand(db, owner.id))
    return { owner: ownerWithCountsAnswer(owner), quotas: await usesOf(owner.id), brand }
  })

  serve(app, 'PATCH /owners/:id/quotas', changing, async (request) => {
    const id = idOf(request.params.id)
    await setQuotas(gate.context(request), id, request.body)
    return { quotas: await usesOf(id) }
  })

  async function usesOf(ownerId: number) {
    return readQuotaUse(db, ownerId, await readQuotas(db, ownerId), clock())
  }

  serve(app, 'POST /owners', changing, async (request) => {
    const { name, email = null } = request.body
    const owner = await createOwner(gate.context(request), name, email)
    return { owner: ownerAnswer(owner) }
  })

  serve(app, 'POST /owners/:id/view', 'owners.view_as', async (request) => {
    await viewAs(gate.context(request), request.signedIn.session.id, idOf(request.params.id))
    return {}
  })

  serve(app, 'DELETE /view', 'account', async (request) => {
    const { id, viewingOwnerId } = request.signedIn.session
    if (viewingOwnerId !== null) await endView(gate.context(request), id, viewingOwnerId)
    return {}
  })

  serve(app, 'PATCH /owners/:id', changing, async (request) => ({
    owner: ownerAnswer(await changeOwner(gate.context(request), idOf(request.params.id), request.body)),
  }))
}
