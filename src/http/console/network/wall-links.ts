// Public links to the wall, which show the network without a login.
import { createWallLink, withdrawWallLink } from '../../../actions/network/wall-links.ts'
import type { App } from '../../../base/serving/app.ts'
import { wallUrl } from '../../../domain/network/overview/wall.ts'
import { listWallLinks } from '../../../store/network/wall-links.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

export function wallLinkRoutes(app: App, { db, baseUrl }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /wall-links', 'settings.read', async () => ({ links: await listWallLinks(db) }))

  serve(app, 'POST /wall-links', 'settings.change', async (request) => {
    const { link, key } = await createWallLink(gate.context(request), request.body.name)
    return { link, url: wallUrl(baseUrl, key) }
  })

  serve(app, 'DELETE /wall-links/:id', 'settings.change', async (request) => {
    await withdrawWallLink(gate.context(request), idOf(request.params.id))
    return {}
  })
}
