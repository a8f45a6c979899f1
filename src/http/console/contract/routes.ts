// Every route of the console with its input and answer. Server and browser take their types from here, so they cannot
// disagree.
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import { ALERT_ROUTES } from './alerts/alerts.ts'
import { CHANNEL_ROUTES } from './alerts/channels.ts'
import { HOST_ROUTES } from './alerts/hosts.ts'
import { INCIDENT_ROUTES } from './alerts/incidents.ts'
import { AUDIT_ROUTES } from './audit.ts'
import { CREDENTIAL_ROUTES } from './credentials/credentials.ts'
import { CUSTOMER_ROUTES } from './credentials/customers.ts'
import { HANDOVER_ROUTES } from './credentials/delivery.ts'
import { CREDENTIAL_IMPORT_ROUTES } from './credentials/import.ts'
import { CREDENTIAL_JOB_ROUTES } from './credentials/jobs.ts'
import { MOUNTPOINT_ROUTES } from './network/mountpoints.ts'
import { NETWORK_ROUTES } from './network/network.ts'
import { OPERATOR_SETTINGS_ROUTES } from './network/operator-settings.ts'
import { UPSTREAM_ROUTES } from './network/upstreams.ts'
import { WALL_LINK_ROUTES } from './network/wall-links.ts'
import { ORDER_ROUTES } from './orders.ts'
import { PEOPLE_ROUTES } from './people/people.ts'
import { TOKEN_ROUTES } from './people/tokens.ts'
import type { Json } from './pieces.ts'
import { SESSION_ROUTES } from './sessions.ts'
import { ARCHIVE_ROUTES } from './stations/archive.ts'
import { BASE_ROUTES } from './stations/bases.ts'
import { EQUIPMENT_ROUTES } from './stations/equipment.ts'
import { FORWARD_ROUTES } from './stations/forwards.ts'
import { GROUP_ROUTES } from './stations/groups.ts'
import { INTEGRITY_ROUTES } from './stations/integrity.ts'
import { POSITION_ROUTES } from './stations/position.ts'
import { QUALITY_ROUTES } from './stations/quality.ts'
import { RINEX_ROUTES } from './stations/rinex.ts'
import { STATION_ROUTES } from './stations/stations.ts'
import { SYSTEM_ROUTES } from './system.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'

export const CONSOLE_ROUTES = {
  ...PEOPLE_ROUTES,
  ...TOKEN_ROUTES,
  ...AUDIT_ROUTES,
  ...WEBHOOK_ROUTES,
  ...CREDENTIAL_ROUTES,
  ...CREDENTIAL_JOB_ROUTES,
  ...CREDENTIAL_IMPORT_ROUTES,
  ...CUSTOMER_ROUTES,
  ...HANDOVER_ROUTES,
  ...ORDER_ROUTES,
  ...NETWORK_ROUTES,
  ...INCIDENT_ROUTES,
  ...ALERT_ROUTES,
  ...CHANNEL_ROUTES,
  ...HOST_ROUTES,
  ...OPERATOR_SETTINGS_ROUTES,
  ...SESSION_ROUTES,
  ...STATION_ROUTES,
  ...FORWARD_ROUTES,
  ...ARCHIVE_ROUTES,
  ...POSITION_ROUTES,
  ...QUALITY_ROUTES,
  ...RINEX_ROUTES,
  ...INTEGRITY_ROUTES,
  ...BASE_ROUTES,
  ...EQUIPMENT_ROUTES,
  ...MOUNTPOINT_ROUTES,
  ...UPSTREAM_ROUTES,
  ...WALL_LINK_ROUTES,
  ...GROUP_ROUTES,
  ...SYSTEM_ROUTES,
}

type Routes = typeof CONSOLE_ROUTES
/** For example `GET /tokens/:id`. */
export type RouteName = keyof Routes

/** Parameter names in a path: `/users/:id/sessions/:sessionId` has `id` and `sessionId`. */
export type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name extends `${infer Before}.${string}`
      ? Before
      : Name
    : never

export type QueryOf<Name extends RouteName> = Routes[Name] extends { query: infer Query extends TSchema }
  ? Static<Query>
  : Record<never, never>
/** `undefined` if the route takes no body. A file has no schema. */
export type BodyOf<Name extends RouteName> = Routes[Name] extends { body: infer Body extends TSchema }
  ? Static<Body>
  : Routes[Name] extends { body: 'file' }
    ? unknown
    : undefined
/** The answer as the server builds it. */
export type AnswerOf<Name extends RouteName> = Routes[Name] extends { answer: infer Fields extends TProperties }
  ? Static<TObject<Fields>>
  : 'file'
/** The answer as the browser receives it: times are strings. */
export type ReceivedAnswer<Name extends RouteName> = Json<AnswerOf<Name>>
