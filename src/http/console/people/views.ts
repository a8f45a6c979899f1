import { dropView, keepView } from '../../../actions/people/save-view.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { listSavedViews } from '../../../store/people/saved-views.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const access = 'account'

export function viewRoutes(app: App, { db, clock }: ConsoleServices): void {
  serve(app, 'GET /views', access, async ({ query, signedIn: { user } }) => ({
    views: await listSavedViews(db, user.id, query.list),
  }))

  serve(app, 'POST /views', access, async ({ body, signedIn: { user } }) => ({
    view: await keepView(db, { ...body, userId: user.id, createdAt: clock() }),
  }))

  serve(app, 'DELETE /views/:id', access, async ({ params, signedIn: { user } }) => {
    if (!(await dropView(db, user.id, idOf(params.id)))) throw new Refusal('view_not_found')
    return {}
  })
}
