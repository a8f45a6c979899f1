// The role `api`: everything behind the HTTP port, wired together.
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'
import { sourceRefuser } from '../actions/network/source-address.ts'
import { buildApi } from '../api/server.ts'
import { type Config, projectRoot } from '../config.ts'
import { consoleDoor } from '../console/door.ts'
import type { ConsoleServices } from '../console/services.ts'
import type { CustomerMail } from '../domain/handover/handover.ts'
import type { PdfMaker } from '../handover/pdf/maker.ts'
import { sendTestMail } from '../mail/test-mail.ts'
import { buildWeb } from '../pages/build.ts'
import { Bundle, pageSender } from '../pages/bundle.ts'
import { limitConnections, unheardOf } from '../running/connection-limit.ts'
import { letNewcomersInByTurns } from '../running/newcomers.ts'
import { PasswordHasher } from '../running/password-hasher.ts'
import { clientOf } from '../running/rate-limiter.ts'
import { sharedWriter } from '../store/credentials/writer.ts'
import type { Current } from '../store/current/current.ts'
import { addRequests } from '../store/rate-windows.ts'
import { visitorsDoor } from '../visitors/door.ts'
import { targetRefuser } from '../webhooks/target.ts'
import type { Foundation } from './foundation.ts'
import { openCustomerPages } from './handover.ts'
import type { Metrics } from './metrics.ts'
import { readiness } from './readiness.ts'
import { openShop, paymentDoors, paymentProviderOf } from './shop.ts'
import { addressesOf } from './source-names.ts'
import { version } from './version.ts'

const DRAIN_PATIENCE_MS = 10_000
const BACKLOG = 4096

export interface ApiRole {
  readonly address: AddressInfo
  stop(): Promise<void>
}

export async function startApiRole(
  { db, keys, clock, casterDefaults }: Foundation,
  config: Config,
  current: () => Promise<Current>,
  log: Logger,
  metrics: Metrics,
  customerMail: CustomerMail | null,
  sheets: PdfMaker,
): Promise<ApiRole> {
  let draining = false
  const notReady = readiness(db)
  const { baseUrl } = config
  const bundle = await loadBundle(log, config.mapTiles === null ? [] : [new URL(config.mapTiles.url).origin])
  const refuseTarget = targetRefuser(config.webhookAllow)
  const networkName = async () => (await current()).book.network.name
  const paymentProvider = await paymentProviderOf(config)
  const forConsole: ConsoleServices = {
    db,
    keys,
    hasher: new PasswordHasher(),
    baseUrl,
    clock,
    clientOf,
    current,
    networkName,
    refuseTarget,
    refuseSource: sourceRefuser(config.casterPullAllow, addressesOf),
    simulated: config.simulated,
    version,
    mapTiles: config.mapTiles,
    casterDefaults,
    mail: mailFrom(config, networkName),
    customerMail,
    paymentProvider,
    bankDetails: config.bankDetails,
    statusPage: config.statusPage,
    dataDir: config.databaseUrl === null ? config.dataDir : null,
    sendPage: pageSender(bundle, 'index'),
  }
  const { statusPage, simulated, mapTiles } = config
  const customers = openCustomerPages({ db, keys, clock }, config, current, sheets)
  const shop = openShop({ db, clock }, config, current, paymentProvider)
  const forVisitors = {
    db,
    current,
    clock,
    simulated,
    baseUrl,
    bundle,
    statusPage,
    mapTiles,
    customers: customers.services,
    shop: shop.services,
  }
  const payments = await paymentDoors({ db, keys, current, clock, customerMail }, config)
  const api = await buildApi({
    db,
    keys,
    current,
    credentialWriter: sharedWriter(db),
    baseUrl,
    rateLimitPerMinute: config.rateLimitPerMinute,
    shareRateCounts: (minute, counts) => addRequests(db, minute, counts),
    trustProxy: config.trustProxy,
    clock,
    customerMail,
    refuseTarget,
    otherDoors: [consoleDoor(forConsole), visitorsDoor(forVisitors), ...payments],
    observe: metrics.observe,
    // Its own entries of level info ("Server listening") repeat what the start says to people.
    log: log.child({}, { level: config.logLevel === 'info' ? 'warn' : config.logLevel }),
    notReady: async () => (draining ? 'draining' : notReady()),
  })
  limitConnections([api.server], {
    warn: (message) => log.warn(message),
    makeRoom: unheardOf(api.server),
    waiting: letNewcomersInByTurns(api.server),
  })
  const stop = async () => {
    draining = true
    const impatient = setTimeout(() => api.server.closeAllConnections(), DRAIN_PATIENCE_MS)
    // A connection whose request was answered meanwhile is kept alive by its client for ever.
    const idle = setInterval(() => api.server.closeIdleConnections(), 50)
    await api.close()
    customers.stop()
    shop.stop()
    clearTimeout(impatient)
    clearInterval(idle)
  }
  try {
    await api.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  } catch (error) {
    await stop()
    throw error
  }
  return { address: api.server.address() as AddressInfo, stop }
}

function mailFrom({ smtp, mailFrom }: Config, networkName: () => Promise<string>): ConsoleServices['mail'] {
  if (!smtp) return null
  const sendTest = async (to: string) => sendTestMail(smtp, mailFrom, await networkName(), to)
  return { server: `${smtp.host}:${smtp.port}`, from: mailFrom.address, sendTest }
}

/** Without its pages the service still does what machines ask of it. */
async function loadBundle(log: Logger, imageSources: readonly string[]): Promise<Bundle | null> {
  try {
    return await Bundle.load(await buildWeb(projectRoot, (message) => log.info(message)), imageSources)
  } catch (err) {
    log.error({ err }, 'the browser app could not be built: the console and the public pages are off')
    return null
  }
}
