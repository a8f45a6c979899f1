// Every handler of the API. An operation without a handler does not compile.
import type { RequestAudit } from '../../../recording/request-audit.ts'
import type { Handlers } from '../handler.ts'
import type { ApiServices } from '../services.ts'
import { accountHandlers } from './account.ts'
import { archiveHandlers } from './archive.ts'
import { changeHandlers } from './credentials/change.ts'
import { issueHandlers } from './credentials/issue.ts'
import { readHandlers } from './credentials/read.ts'
import { revokeHandlers } from './credentials/revoke.ts'
import { testModeHandlers } from './credentials/test-mode.ts'
import { useHandlers } from './credentials/use.ts'
import { deliveryHandlers } from './deliveries.ts'
import { eventHandlers } from './events.ts'
import { groupHandlers } from './groups.ts'
import { mountpointHandlers } from './mountpoints.ts'
import { networkHandlers } from './network.ts'
import { orderHandlers } from './orders.ts'
import { stationHandlers } from './stations.ts'
import { vrsHandlers } from './vrs.ts'
import { webhookHandlers } from './webhooks.ts'

export const allHandlers = (services: ApiServices, requestAudit: RequestAudit): Handlers => ({
  ...stationHandlers(services),
  ...mountpointHandlers(services),
  ...groupHandlers(services),
  ...networkHandlers(services),
  ...vrsHandlers(services),
  ...readHandlers(services, requestAudit),
  ...issueHandlers(services, requestAudit),
  ...changeHandlers(services, requestAudit),
  ...revokeHandlers(services, requestAudit),
  ...useHandlers(services),
  ...testModeHandlers(services),
  ...orderHandlers(services),
  ...archiveHandlers(services),
  ...webhookHandlers(services),
  ...deliveryHandlers(services),
  ...eventHandlers(services),
  ...accountHandlers(services),
})
