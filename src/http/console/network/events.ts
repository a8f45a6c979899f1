// Server-sent events for live pages: stations, rovers, the overview. See http/console/network/live.ts.

import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { LiveFeed } from './live.ts'

const access = 'network.read'
const AGAIN_AFTER_S = 30

export function eventRoutes(app: App, services: ConsoleServices): void {
  const feed = new LiveFeed(services, (err) => app.log.warn({ err }, 'Could not update the live pages'))
  // Open streams would keep the server from stopping.
  app.addHook('preClose', (done) => {
    feed.stop()
    done()
  })

  serve(app, 'GET /events', access, (request, reply) => {
    const listener = feed.listen(request.signedIn)
    if (!listener) throw new Refusal('busy', { retryAfterSeconds: AGAIN_AFTER_S })
    request.raw.once('close', () => listener.stream.destroy())
    return reply
      .header('content-type', 'text/event-stream; charset=utf-8')
      .header('x-accel-buffering', 'no') // a buffering proxy would delay the events
      .send(listener.stream)
  })
}
