import { setOwnerBrand, setOwnerLogo } from '../../../actions/people/owner-brand.ts'
import type { App } from '../../../base/serving/app.ts'
import { findOwnerBrand } from '../../../store/people/owner-brands.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { acceptPictures, logoIn } from '../kit/picture.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { ownBrandAnswer } from './answers.ts'

const changing = 'owners.change'

/** The brand that an organization's customers see. */
export function ownerBrandRoutes(parent: App, { db }: ConsoleServices, gate: Gate): void {
  const answer = async (ownerId: number) => ({ brand: ownBrandAnswer(await findOwnerBrand(db, ownerId)) })

  parent.register(async (inner) => {
    const app = inner as App
    acceptPictures(app)

    serve(app, 'PATCH /owners/:id/brand', changing, async (request) => {
      const id = idOf(request.params.id)
      await setOwnerBrand(gate.context(request), id, request.body)
      return answer(id)
    })

    serve(app, 'POST /owners/:id/logo', changing, async (request) => {
      const id = idOf(request.params.id)
      await setOwnerLogo(gate.context(request), id, logoIn(request))
      return answer(id)
    })

    serve(app, 'DELETE /owners/:id/logo', changing, async (request) => {
      const id = idOf(request.params.id)
      await setOwnerLogo(gate.context(request), id, null)
      return answer(id)
    })
  })
}
