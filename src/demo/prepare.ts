// Fills a new database with the demo's network: settings, stations, organizations, credentials, orders and webhooks.
import type { NetworkContext } from '../actions/context.ts'
import { expireCredentials } from '../actions/credentials/expire.ts'
import { setNetwork } from '../actions/network/set.ts'
import { setOperatorSettings } from '../actions/network/set-operator.ts'
import { pushSecret } from '../actions/stations/source.ts'
import { createWebhook } from '../actions/webhooks/create.ts'
import { PasswordHasher } from '../base/passwords/password-hasher.ts'
import type { KeyRing } from '../base/secrets.ts'
import { system } from '../domain/audit/action.ts'
import { DAY_MS, DAY_S } from '../domain/time/units.ts'
import { EVENT_TYPES } from '../domain/webhooks/events.ts'
import { type CasterDefaults, loadBook } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { type Login, planLogin, writeCredentials } from './customers/credentials.ts'
import { NETWORK_MOUNTPOINT, NETWORK_NAME } from './customers/names.ts'
import { writeOrders } from './customers/orders.ts'
import { type Organizations, writeOrganizations, writeQuotas } from './customers/organizations.ts'
import { type ConsoleLogin, writePeople } from './customers/people.ts'
import { type External, writeExternal } from './network/external.ts'
import { writeGroups } from './network/groups.ts'
import { writeIncidents } from './network/incidents.ts'
import { writeMountpoints } from './network/mountpoints.ts'
import { REFUSED_ROVER, ROVERS, type RoverLogin } from './network/rovers.ts'
import { STATIONS } from './network/stations.ts'
import { writeStations } from './past/history.ts'
import { writePastRovers } from './past/rovers.ts'

export interface PrepareServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly casterDefaults: CasterDefaults
  /** URL of the VRS engine with its login; if `null`, the nearest base serves the network mountpoint. */
  readonly engineUrl: string | null
  readonly external: External
  readonly webhookUrl: string
  /** A webhook URL that always fails. */
  readonly brokenWebhookUrl: string
  readonly now: Date
  /** Called before each step. */
  readonly step: (what: string) => void
}

export interface Prepared {
  /** The faults of the sites count from then. */
  readonly startedAt: Date
  /** The operator's token. */
  readonly token: string
  /** The token of the reseller that sells while the demo runs. */
  readonly resellerToken: string
  readonly webhookSecret: string
  readonly people: readonly ConsoleLogin[]
  readonly credentials: number
  /** Including those of the external caster. */
  readonly stationIds: ReadonlyMap<string, number>
  readonly pushSecrets: ReadonlyMap<string, string>
  readonly rovers: readonly RoverLogin[]
  readonly refusedRover: RoverLogin
  /** Credentials for the user of the demo. */
  readonly guests: { readonly base: Login; readonly network: Login }
}

export const GUEST_STATION = 'CDMX'
/** Allows the user to paste several commands without replacing their own sessions. */
const GUEST = { maxSessions: 20 }
const BANK_DETAILS = 'Banco Demo · CLABE 000 000 0000000000 0'

export async function prepare(services: PrepareServices): Promise<Prepared> {
  const { db, keys, now, step, engineUrl, external } = services
  step(`${STATIONS.length} stations with 60 days of history`)
  const actionContext = { db, keys, now, by: system('demo') }
  await setOperatorSettings(
    { ...actionContext, given: { smtp: null, mailFrom: null } },
    { shop: true, bankDetails: BANK_DETAILS },
  )
  await setNetwork(actionContext, { name: NETWORK_NAME, mountpoint: NETWORK_MOUNTPOINT, upstream: engineUrl })
  const ownIds = await writeStations(db, actionContext.by, now)
  const pushSecrets = new Map<string, string>()
  for (const { code } of STATIONS) pushSecrets.set(code, (await pushSecret(actionContext, { code }, false)).secret)
  const groupIds = await writeGroups(actionContext)
  await writeMountpoints(actionContext)
  const stationIds = new Map([...ownIds, ...(await writeExternal(actionContext, external))])

  step('three organizations, and two months of credentials')
  const organizations = await writeOrganizations(actionContext)
  const context = { ...actionContext, book: await loadBook(db, services.casterDefaults) }
  const { count, base, network, rovers, refusedRover } = await writeLogins(context, organizations)
  await writePastRovers(db, { organizations, rovers, refused: refusedRover, stationIds }, now)
  await writeOrders(context, organizations, groupIds)
  await expireCredentials(context)
  await writeQuotas(context, organizations)
  await writeIncidents(context, stationIds)

  // Created last, so that webhooks receive only new events, not two months of events together.
  const { operator, survey } = organizations
  const wanted = { ownerId: operator.ownerId, url: services.webhookUrl, eventTypes: EVENT_TYPES }
  const webhook = await createWebhook(actionContext, 'all', wanted)
  await createWebhook(actionContext, 'all', {
    ownerId: survey.ownerId,
    url: services.brokenWebhookUrl,
    eventTypes: ['credential.issued', 'credential.revoked'],
  })
  return {
    startedAt: now,
    token: operator.secret,
    resellerToken: survey.secret,
    webhookSecret: webhook.secret,
    people: await writePeople(db, new PasswordHasher(), organizations, now),
    credentials: count,
    stationIds,
    pushSecrets,
    rovers,
    refusedRover,
    guests: { base, network },
  }
}

async function writeLogins(context: NetworkContext, organizations: Organizations) {
  const { now } = context
  const longAgo = new Date(now.getTime() - 61 * DAY_MS)
  const { count, logins } = await writeCredentials(context, organizations, [
    planLogin(now, GUEST_STATION, 'Demo', GUEST),
    planLogin(now, null, 'Demo VRS', GUEST),
    planLogin(longAgo, REFUSED_ROVER.stationCode, REFUSED_ROVER.label, { validitySeconds: 60 * DAY_S }),
    ...ROVERS.map(({ stationCode, label, seller, group }) =>
      planLogin(longAgo, stationCode, label, { validitySeconds: 90 * DAY_S, seller, group }),
    ),
  ])
  const [base, network, refused, ...others] = logins as [Login, Login, Login, ...Login[]]
  const rovers = ROVERS.map((rover, index) => ({ ...rover, login: others[index]! }))
  return { count, base, network, rovers, refusedRover: { ...REFUSED_ROVER, login: refused } }
}
