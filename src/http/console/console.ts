// The console, on the same port as the API: JSON routes under /console/api, with sessions instead of tokens. It gets a
// server instance that already validates bodies and handles errors.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { settledWithin } from '../../base/running/settled-within.ts'
import type { App } from '../../base/serving/app.ts'
import { Refusal } from '../../domain/codes/refusal.ts'
import { sendOwnProblem } from '../../wire/problems/problem.ts'
import { sendSecurityHeaders } from '../pages/security-headers.ts'
import { channelRoutes } from './alerts/channels.ts'
import { hostRoutes } from './alerts/hosts.ts'
import { incidentRoutes } from './alerts/incidents/routes.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { credentialChangeRoutes } from './credentials/changes.ts'
import { customerRoutes } from './credentials/customers/routes.ts'
import { credentialExportRoutes } from './credentials/export.ts'
import { credentialImportRoutes } from './credentials/import.ts'
import { credentialJobRoutes } from './credentials/jobs.ts'
import { credentialRoutes } from './credentials/routes.ts'
import { customerDeliveryRoutes } from './delivery/routes.ts'
import { Gate } from './entrance/gate.ts'
import { eventRoutes } from './network/events.ts'
import { networkMountpointRoutes } from './network/mountpoints/network-routes.ts'
import { mountpointRoutes } from './network/mountpoints/routes.ts'
import { sourcetableRoutes } from './network/mountpoints/sourcetable.ts'
import { operatorSettingsRoutes } from './network/operator-settings.ts'
import { networkRoutes } from './network/routes.ts'
import { settingsRoutes } from './network/settings.ts'
import { upstreamRoutes } from './network/upstreams/routes.ts'
import { wallLinkRoutes } from './network/wall-links.ts'
import { productRoutes } from './orders/products.ts'
import { orderRoutes } from './orders/routes.ts'
import { accountRoutes } from './people/account.ts'
import { entryRoutes } from './people/entry.ts'
import { ownerBrandRoutes } from './people/owner-brand.ts'
import { ownerRoutes } from './people/owners.ts'
import { secondFactorRoutes } from './people/second-factor.ts'
import { singleSignOnRoutes } from './people/single-sign-on.ts'
import { tokenRoutes } from './people/tokens/routes.ts'
import { userRoutes } from './people/users.ts'
import { viewRoutes } from './people/views.ts'
import type { ConsoleServices } from './services.ts'
import { activityRoutes } from './sessions/activity.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { baseRoutes } from './stations/archive/bases.ts'
import { stationArchiveRoutes } from './stations/archive/calendar.ts'
import { archivedDayRoutes } from './stations/archive/days.ts'
import { rinexRoutes } from './stations/archive/rinex.ts'
import { stationCertificateRoutes } from './stations/certificates.ts'
import { stationDetailRoutes } from './stations/detail.ts'
import { stationEquipmentRoutes } from './stations/equipment.ts'
import { forwardRoutes } from './stations/forwards.ts'
import { groupRoutes } from './stations/groups.ts'
import { stationImportRoutes } from './stations/import.ts'
import { stationIntegrityRoutes } from './stations/integrity.ts'
import { stationPositionRoutes } from './stations/position.ts'
import { stationQualityRoutes } from './stations/quality.ts'
import { stationRoutes } from './stations/routes.ts'
import { standbyRoutes } from './stations/standby.ts'
import { systemRoutes } from './system/routes.ts'
import { deliveryRoutes } from './webhooks/deliveries.ts'
import { webhookRoutes } from './webhooks/routes.ts'

const ROUTES = [
  entryRoutes,
  singleSignOnRoutes,
  accountRoutes,
  secondFactorRoutes,
  userRoutes,
  ownerRoutes,
  ownerBrandRoutes,
  tokenRoutes,
  auditRoutes,
  customerDeliveryRoutes,
  webhookRoutes,
  deliveryRoutes,
  credentialRoutes,
  credentialChangeRoutes,
  credentialExportRoutes,
  credentialJobRoutes,
  credentialImportRoutes,
  customerRoutes,
  mountpointRoutes,
  networkMountpointRoutes,
  sourcetableRoutes,
  upstreamRoutes,
  wallLinkRoutes,
  orderRoutes,
  productRoutes,
  networkRoutes,
  alertRoutes,
  channelRoutes,
  eventRoutes,
  sessionRoutes,
  viewRoutes,
  activityRoutes,
  stationRoutes,
  groupRoutes,
  stationDetailRoutes,
  stationArchiveRoutes,
  stationPositionRoutes,
  stationQualityRoutes,
  stationIntegrityRoutes,
  baseRoutes,
  archivedDayRoutes,
  rinexRoutes,
  standbyRoutes,
  forwardRoutes,
  hostRoutes,
  stationCertificateRoutes,
  stationEquipmentRoutes,
  stationImportRoutes,
  incidentRoutes,
  settingsRoutes,
  operatorSettingsRoutes,
  systemRoutes,
]

const API = '/console/api'
/** Max wait for current settings: a page with older settings is better than none. */
const TIMEOUT_MS = 1_000
const hide = { schema: { hide: true } as object }

export function consoleRoutes(services: ConsoleServices): (app: App) => void {
  return (app) => {
    app.register(
      async (console) => {
        sendSecurityHeaders(console, services.baseUrl)
        console.setErrorHandler((error: Error, _, reply) => sendOwnProblem(error, reply))
        const nothing = ({ method, url }: FastifyRequest) => {
          throw new Refusal('route_not_found', { method, path: url.split('?')[0]! })
        }
        console.setNotFoundHandler(nothing)
        // Every URL of the console returns the same page; the browser app picks the section.
        const page = async (request: FastifyRequest, reply: FastifyReply) => {
          if (request.url.startsWith(API)) return nothing(request)
          await settledWithin(services.current(), TIMEOUT_MS) // another node may have changed the settings in the page's head
          return services.sendPage(reply)
        }
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
