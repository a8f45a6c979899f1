// The administration door, behind the same port as the API: its own JSON routes under /console/api, sessions instead of
// tokens. It is handed an instance of the server that already checks bodies and explains failures.
import { ConsoleRefusal } from '../domain/console-refusal.ts'
import { Gate } from './gate.ts'
import { handleRefusal } from './problem.ts'
import { accountRoutes } from './routes/account.ts'
import { auditRoutes } from './routes/audit.ts'
import { entryRoutes } from './routes/entry.ts'
import { ownerRoutes } from './routes/owners.ts'
import { secondFactorRoutes } from './routes/second-factor.ts'
import { tokenRoutes } from './routes/tokens.ts'
import { userRoutes } from './routes/users.ts'
import { sendSecurityHeaders } from './security-headers.ts'
import type { App, ConsoleServices } from './services.ts'

const ROUTES = [entryRoutes, accountRoutes, secondFactorRoutes, userRoutes, ownerRoutes, tokenRoutes, auditRoutes]

export function consoleDoor(services: ConsoleServices): (app: App) => void {
  return (app) => {
    app.register(
      async (console) => {
        sendSecurityHeaders(console as App, services.baseUrl)
        console.setErrorHandler(handleRefusal)
        console.setNotFoundHandler(({ method, url }) => {
          throw new ConsoleRefusal('route_not_found', `There is no ${method} ${url.split('?')[0]}.`)
        })
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
