// Fills a new database with the demo's network: settings, stations, credentials, an owner with a token and a webhook.
import { expireCredentials } from '../actions/credentials/expire.ts'
import { setNetwork } from '../actions/network/set.ts'
import { setOperatorSettings } from '../actions/network/set-operator.ts'
import { createTokenOf } from '../actions/people/tokens/create.ts'
import { pushSecret } from '../actions/stations/source.ts'
import { createWebhook } from '../actions/webhooks/create.ts'
import { PasswordHasher } from '../base/passwords/password-hasher.ts'
import type { KeyRing } from '../base/secrets.ts'
import { program, system } from '../domain/audit/action.ts'
import { SCOPES } from '../domain/people/tokens/token.ts'
import { DAY_MS } from '../domain/time/units.ts'
import { EVENT_TYPES } from '../domain/webhooks/events.ts'
import { type CasterDefaults, loadBook } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { type Login, planLogin, writeCredentials } from './customers/credentials.ts'
import { NETWORK_MOUNTPOINT, NETWORK_NAME, TOKEN_NAME } from './customers/names.ts'
import { writeOrders } from './customers/orders.ts'
import { type ConsoleLogin, writePeople } from './customers/people.ts'
import { writeStations } from './history.ts'
import { writePastRovers } from './past-rovers.ts'
import { REFUSED_ROVER, ROVERS, type RoverLogin } from './rovers.ts'
import { STATIONS } from './stations.ts'

export interface PrepareServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly casterDefaults: CasterDefaults
  /** URL of the VRS engine with its login; if `null`, the nearest base serves the network mountpoint. */
  readonly engineUrl: string | null
  readonly webhookUrl: string
  readonly now: Date
  /** Called before each step. */
  readonly step: (what: string) => void
}

export interface Prepared {
  readonly token: string
  readonly webhookSecret: string
  readonly people: readonly ConsoleLogin[]
  readonly credentials: number
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
const BANK_DETAILS = 'Banco de Pruebas (simulated), CLABE 000 000 0000000000 0'

export async function prepare(services: PrepareServices): Promise<Prepared> {
  const { db, keys, now, step, engineUrl } = services
  step(`${STATIONS.length} stations with 60 days of history`)
  const actionContext = { db, keys, now, by: system('demo') }
  await setOperatorSettings(
    { ...actionContext, given: { smtp: null, mailFrom: null } },
    { shop: true, bankDetails: BANK_DETAILS },
  )
  await setNetwork(actionContext, { name: NETWORK_NAME, mountpoint: NETWORK_MOUNTPOINT, upstream: engineUrl })
  const stationIds = await writeStations(db, actionContext.by, now)
  const pushSecrets = new Map<string, string>()
  for (const { code } of STATIONS) pushSecrets.set(code, (await pushSecret(actionContext, { code }, false)).secret)

  step('an owner with its token, and two months of credentials')
  const request = { name: TOKEN_NAME, scopes: SCOPES, expiresAt: null }
  const { token, secret } = await createTokenOf(actionContext, NETWORK_NAME, request)
  const { ownerId } = token
  const context = { ...actionContext, book: await loadBook(db, services.casterDefaults) }
  // Issued by the reseller's token, as a reseller's software would.
  const selling = { ...context, by: program(token, { id: 'demo', ip: '127.0.0.1' }) }
  const longAgo = new Date(now.getTime() - 61 * DAY_MS)
  const { count, logins } = await writeCredentials(selling, ownerId, [
    planLogin(now, GUEST_STATION, 'For you to try', GUEST),
    planLogin(now, null, 'For you to try, network', GUEST),
    planLogin(longAgo, REFUSED_ROVER.stationCode, REFUSED_ROVER.label, { validitySeconds: 60 * 86_400 }),
    ...ROVERS.map(({ stationCode, label }) => planLogin(longAgo, stationCode, label, { validitySeconds: 90 * 86_400 })),
  ])
  const [base, network, refused, ...others] = logins as [Login, Login, Login, ...Login[]]

  const rovers = ROVERS.map((rover, index) => ({ ...rover, login: others[index]! }))
  const refusedRover = { ...REFUSED_ROVER, login: refused }
  await writePastRovers(db, ownerId, rovers, refusedRover, stationIds, now)

  await writeOrders(context, ownerId)
  await expireCredentials(context)
  // Created last, so that the webhook receives only new events, not two months at once.
  const wanted = { ownerId, url: services.webhookUrl, eventTypes: EVENT_TYPES }
  const webhook = await createWebhook(actionContext, 'all', wanted)
  return {
    token: secret,
    webhookSecret: webhook.secret,
    people: await writePeople(db, new PasswordHasher(), ownerId, now),
    credentials: count,
    stationIds,
    pushSecrets,
    rovers,
    refusedRover,
    guests: { base, network },
  }
}
