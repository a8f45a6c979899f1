// Fills a fresh database with the demo's network: settings, stations, credentials, an owner with a token and a webhook.
import type { Actor } from '../actions/context.ts'
import { expireCredentials } from '../actions/credentials/expire.ts'
import { setNetwork } from '../actions/network/set.ts'
import { pushSecret } from '../actions/stations/source.ts'
import { createToken } from '../actions/tokens/create.ts'
import { createWebhook } from '../actions/webhooks/create.ts'
import { system } from '../domain/audit/deed.ts'
import { SCOPES } from '../domain/tokens/token.ts'
import { EVENT_TYPES } from '../domain/webhooks/events.ts'
import { PasswordHasher } from '../running/password-hasher.ts'
import type { KeyRing } from '../secrets.ts'
import { type CasterDefaults, loadBook } from '../store/current.ts'
import type { Database } from '../store/database.ts'
import { issueLogin, type Login, writeCredentials } from './customers/credentials.ts'
import { NETWORK_MOUNTPOINT, NETWORK_NAME, TOKEN_NAME } from './customers/names.ts'
import { writeOrders } from './customers/orders.ts'
import { type ConsoleLogin, writePeople } from './customers/people.ts'
import { writeStations } from './history.ts'
import { type DemoRover, REFUSED_ROVER, ROVERS } from './rovers.ts'
import { STATIONS } from './stations.ts'

export interface PrepareServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly casterDefaults: CasterDefaults
  /** The VRS engine with its login; null: the nearest base serves the network's mountpoint. */
  readonly upstream: string | null
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
  /** For whoever tries the demo. */
  readonly guests: { readonly base: Login; readonly network: Login }
}

export interface RoverLogin extends DemoRover {
  readonly login: Login
}

export const GUEST_STATION = 'CDMX'
/** Whoever pastes several lines must not throw themselves out. */
const GUEST = { maxSessions: 20 }
const DAY_MS = 86_400_000

export async function prepare(services: PrepareServices): Promise<Prepared> {
  const { db, keys, now, step, upstream } = services
  step(`${STATIONS.length} stations with 60 days of history`)
  const deed = { db, keys, now, by: system('demo') }
  await setNetwork(deed, { name: NETWORK_NAME, mountpoint: NETWORK_MOUNTPOINT, upstream })
  const stationIds = await writeStations(db, deed.by, now)
  const pushSecrets = new Map<string, string>()
  for (const { code } of STATIONS) pushSecrets.set(code, (await pushSecret(deed, { code }, false)).secret)

  step('an owner with its token, and two months of credentials')
  const request = { ownerName: NETWORK_NAME, name: TOKEN_NAME, scopes: SCOPES, expiresAt: null }
  const { token, secret } = await createToken(db, request, now)
  const actor: Actor = { ownerId: token.ownerId, tokenId: token.id }
  const context = { db, keys, book: await loadBook(db, services.casterDefaults), now }
  const credentials = await writeCredentials(context, actor)

  const lately = { ...context, now: new Date(now.getTime() - 2 * DAY_MS) }
  const withLogin = async (rover: DemoRover, more: { validitySeconds?: number } = {}): Promise<RoverLogin> => ({
    ...rover,
    login: await issueLogin(lately, actor, rover.stationCode, rover.label, more),
  })
  const rovers: RoverLogin[] = []
  for (const rover of ROVERS) rovers.push(await withLogin(rover))
  const refusedRover = await withLogin(REFUSED_ROVER, { validitySeconds: 86_400 })
  const guests = {
    base: await issueLogin(context, actor, GUEST_STATION, 'For you to try', GUEST),
    network: await issueLogin(context, actor, null, 'For you to try, network', GUEST),
  }

  await writeOrders(context, actor.ownerId)
  await expireCredentials(context)
  // Last, so that it is told of what happens from now on, and not of two months at once.
  const webhook = await createWebhook({ db, keys, now }, actor.ownerId, {
    url: services.webhookUrl,
    eventTypes: EVENT_TYPES,
  })
  return {
    token: secret,
    webhookSecret: webhook.secret,
    people: await writePeople(db, new PasswordHasher(), actor.ownerId, now),
    credentials: credentials + rovers.length + 3,
    stationIds,
    pushSecrets,
    rovers,
    refusedRover,
    guests,
  }
}
