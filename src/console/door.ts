// The administration door, behind the same port as the API: its own JSON routes under /console/api, sessions instead of
// tokens. It is handed an instance of the server that already checks bodies and explains failures.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../domain/refusal.ts'
import { sendSecurityHeaders } from '../pages/security-headers.ts'
import type { App } from '../running/app.ts'
import { sendOwnProblem } from '../wire/problem.ts'
import { auditRoutes } from './audit/routes.ts'
import { credentialExportRoutes } from './credentials/export.ts'
import { credentialJobRoutes } from './credentials/jobs.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { Gate } from './entrance/gate.ts'
import { handoverRoutes } from './handover/routes.ts'
import { eventRoutes } from './network/events.ts'
import { networkRoutes } from './network/routes.ts'
import { settingsRoutes } from './network/settings.ts'
import { productRoutes } from './orders/products.ts'
import { orderRoutes } from './orders/routes.ts'
import { accountRoutes } from './people/account.ts'
import { entryRoutes } from './people/entry.ts'
import { ownerRoutes } from './people/owners.ts'
import { secondFactorRoutes } from './people/second-factor.ts'
import { userRoutes } from './people/users.ts'
import type { ConsoleServices } from './services.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { stationDetailRoutes } from './stations/detail.ts'
import { stationImportRoutes } from './stations/import.ts'
import { stationRoutes } from './stations/routes.ts'
import { systemRoutes } from './system/routes.ts'
import { tokenRoutes } from './tokens/routes.ts'
import { deliveryRoutes } from './webhooks/deliveries.ts'
import { webhookRoutes } from './webhooks/routes.ts'

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
        console.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
        const nothing = ({ method, url }: FastifyRequest) => {
          throw new Refusal('route_not_found', { method, path: url.split('?')[0]! })
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
