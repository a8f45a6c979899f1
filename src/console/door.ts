// The administration door, behind the same port as the API: its own JSON routes under /console/api, sessions instead of
// tokens. It is handed an instance of the server that already checks bodies and explains failures.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConsoleRefusal } from '../domain/console-refusal.ts'
import { sendSecurityHeaders } from '../pages/security-headers.ts'
import { Gate } from './gate.ts'
import { handleRefusal } from './problem.ts'
import { accountRoutes } from './routes/account.ts'
import { auditRoutes } from './routes/audit.ts'
import { credentialRoutes } from './routes/credentials.ts'
import { credentialExportRoutes } from './routes/credentials-export.ts'
import { credentialJobRoutes } from './routes/credentials-jobs.ts'
import { deliveryRoutes } from './routes/deliveries.ts'
import { entryRoutes } from './routes/entry.ts'
import { eventRoutes } from './routes/events.ts'
import { handoverRoutes } from './routes/handover.ts'
import { networkRoutes } from './routes/network.ts'
import { orderRoutes } from './routes/orders.ts'
import { ownerRoutes } from './routes/owners.ts'
import { productRoutes } from './routes/products.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { sessionRoutes } from './routes/sessions.ts'
import { settingsRoutes } from './routes/settings.ts'
import { stationRoutes } from './routes/stations.ts'
import { stationDetailRoutes } from './routes/stations-detail.ts'
import { stationImportRoutes } from './routes/stations-import.ts'
import { systemRoutes } from './routes/system.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { userRoutes } from './routes/users.ts'
import { webhookRoutes } from './routes/webhooks.ts'
import type { App, ConsoleServices } from './services.ts'

const ROUTES = [
  entryRoutes,
  accountRoutes,
  secondFactorRoutes,
  userRoutes,
  ownerRoutes,
  tokenRoutes,
  auditRoutes,
  handoverRoutes,
  webhookRoutes,
  deliveryRoutes,
  credentialRoutes,
  credentialExportRoutes,
  credentialJobRoutes,
  orderRoutes,
  productRoutes,
  networkRoutes,
  eventRoutes,
  sessionRoutes,
  stationRoutes,
  stationDetailRoutes,
  stationImportRoutes,
  settingsRoutes,
  systemRoutes,
]

const API = '/console/api'
const hide = { schema: { hide: true } as object }

export function consoleDoor(services: ConsoleServices): (app: App) => void {
  return (app) => {
    app.register(
      async (console) => {
        sendSecurityHeaders(console, services.baseUrl)
        console.setErrorHandler(handleRefusal)
        const nothing = ({ method, url }: FastifyRequest) => {
          throw new ConsoleRefusal('route_not_found', `There is no ${method} ${url.split('?')[0]}.`)
        }
        console.setNotFoundHandler(nothing)
        // Every address of the console is the same page; which section it shows is decided there.
        const page = (request: FastifyRequest, reply: FastifyReply) =>
          request.url.startsWith(API) ? nothing(request) : services.sendPage(reply)
        console.get('/', hide, page)
        console.get('/*', hide, page)
        console.register(
          async (api) => {
            const gate = new Gate(services)
            gate.guard(api as App)
            for (const routes of ROUTES) routes(api as App, services, gate)
          },
          { prefix: '/api' },
        )
      },
      { prefix: '/console' },
    )
  }
}
