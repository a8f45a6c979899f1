// The role `api`: everything behind the HTTP port, wired together.
import type { AddressInfo, Server } from 'node:net'
import type { Logger } from 'pino'
import { sourceRefuser } from '../../actions/network/source-address.ts'
import { type Config, isRelease, projectRoot } from '../../base/config/config.ts'
import { limitConnections, unheardOf } from '../../base/limits/connection-limit.ts'
import { letNewcomersInByTurns } from '../../base/limits/newcomers.ts'
import { clientOf } from '../../base/limits/rate-limiter.ts'
import { PasswordHasher } from '../../base/passwords/password-hasher.ts'
import { closeGently } from '../../base/serving/close-gently.ts'
import type { PdfMaker } from '../../delivery/pdf/maker.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import { buildApi } from '../../http/api/server.ts'
import type { ApiServices } from '../../http/api/services.ts'
import { consoleDoor } from '../../http/console/door.ts'
import type { ConsoleServices } from '../../http/console/services.ts'
import { appFolder } from '../../http/pages/app.ts'
import { Bundle, type PageFacts, pageSender } from '../../http/pages/bundle.ts'
import { type VisitorServices, visitorsDoor } from '../../http/public/door.ts'
import { lostPage } from '../../http/public/lost.ts'
import { Provider } from '../../http/sso/provider.ts'
import { sendTestMail } from '../../outbound/mail/test-mail.ts'
import { targetRefuser } from '../../outbound/webhooks/target.ts'
import { sharedWriter } from '../../store/credentials/writer.ts'
import { rateSharer } from '../../store/operations/rate-slots.ts'
import type { Foundation } from '../foundation.ts'
import { openAccessLog } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { handleOf, type InheritedSockets } from '../processes/hand-over/sockets.ts'
import { type LiveSettings, pageFactsOf } from '../settings.ts'
import { version } from '../version.ts'
import { openCustomerPages } from './delivery.ts'
import { openShop, paymentDoors, paymentProviderOf } from './shop.ts'
import { addressesOf } from './source-names.ts'
import { openSubscriptions } from './subscriptions.ts'
import { streamTrier, tableReader } from './upstream-tables.ts'

const DRAIN_PATIENCE_MS = 10_000
const BACKLOG = 4096

export interface ApiRole {
  readonly address: AddressInfo
  readonly server: Server
  stop(): Promise<void>
  /** Another process listens on the same socket: whoever is connected is answered, as long as that does not take too long. */
  retire(): Promise<void>
}

export async function startApiRole(
  { db, keys, clock, casterDefaults }: Foundation,
  live: LiveSettings,
  log: Logger,
  metrics: Metrics,
  customerMail: () => CustomerMail | null,
  sheets: PdfMaker,
  notReady: () => Promise<string | null>,
  inherited: InheritedSockets | null = null,
  traceRequests?: ApiServices['traceRequests'],
): Promise<ApiRole> {
  let draining = false
  const { config, current } = live
  const { baseUrl, simulated } = config
  const bundle = await loadBundle(log, () => pageFactsOf(live))
  const refuseTarget = targetRefuser(config.webhookAllow)
  const networkName = async () => (await current()).book.network.name
  const paymentProvider = await paymentProviderOf(config)
  /** What may be set while the service runs is looked at when it is needed. */
  const set = {
    get customerMail() {
      return customerMail()
    },
    get mapTiles() {
      return config.mapTiles
    },
    get bankDetails() {
      return config.bankDetails
    },
    get statusPage() {
      return config.statusPage
    },
    get subscribable() {
      return customerMail() !== null
    },
    get logos() {
      return live.logos
    },
    get brand() {
      return live.brand
    },
    get mail() {
      return mailFrom(live, networkName)
    },
  }
  const forConsole: ConsoleServices = withLooks(set, {
    db,
    keys,
    hasher: new PasswordHasher(),
    baseUrl,
    clock,
    clientOf,
    current,
    networkName,
    singleSignOn: openSingleSignOn(config, clock, log),
    localLogin: config.localLogin,
    refuseTarget,
    deliveriesKeptMs: config.retention.deliveriesMs,
    refuseSource: sourceRefuser(config.casterPullAllow, addressesOf),
    readTable: tableReader(config),
    tryStream: streamTrier(config),
    simulated,
    version,
    casterDefaults,
    paymentProvider,
    given: live.given,
    fallbackSender: config.fallbackSender,
    dataDir: config.databaseUrl === null ? config.dataDir : null,
    sendPage: pageSender(bundle, 'index'),
  })
  const customers = openCustomerPages({ db, keys, clock }, config, current, sheets, {
    brand: () => live.brand,
    canMail: () => customerMail() !== null,
    warn: (err) => log.warn({ err }, 'casters were not told whose pages are open'),
    warnUnheard: (credential) =>
      log.warn(
        { credential },
        'a customer asked for a renewal and nobody could be told: its organisation has no e-mail address and no administrator can sign in',
      ),
  })
  const subscribers = openSubscriptions({ db, clock })
  const shop = openShop({ db, clock }, config, current, paymentProvider)
  const forVisitors: VisitorServices = withLooks(set, {
    db,
    current,
    clock,
    simulated,
    baseUrl,
    bundle,
    customers: customers.services,
    shop: shop.services,
    subscribers: subscribers.services,
  })
  const forPayments = withLooks(set, { db, keys, current, clock })
  const payments = await paymentDoors(forPayments, config)
  const forApi: ApiServices = withLooks(set, {
    db,
    keys,
    current,
    credentialWriter: sharedWriter(db),
    baseUrl,
    rateLimitPerMinute: config.rateLimitPerMinute,
    shareRateCounts: rateSharer(db),
    trustProxy: config.trustProxy,
    clock,
    paymentProvider,
    refuseTarget,
    deliveriesKeptMs: config.retention.deliveriesMs,
    showLost: lostPage(baseUrl, customers.services),
    otherDoors: [consoleDoor(forConsole), visitorsDoor(forVisitors), ...payments],
    observe: metrics.observe,
    accessLog: accessLogOf(config),
    traceRequests,
    // Its own entries of level info ("Server listening") repeat what the start says to people.
    log: log.child({}, { level: config.logLevel === 'info' ? 'warn' : config.logLevel }),
    notReady: async () => (draining ? 'draining' : notReady()),
  })
  const api = await buildApi(forApi)
  const waiting = letNewcomersInByTurns(api.server)
  limitConnections([api.server], { warn: (message) => log.warn(message), makeRoom: unheardOf(api.server), waiting })
  const stop = async () => {
    draining = true
    const impatient = setTimeout(() => api.server.closeAllConnections(), DRAIN_PATIENCE_MS)
    // A connection whose request was answered meanwhile is kept alive by its client for ever.
    const idle = setInterval(() => api.server.closeIdleConnections(), 50)
    await api.close()
    customers.stop()
    shop.stop()
    subscribers.stop()
    clearTimeout(impatient)
    clearInterval(idle)
  }
  const { host, port } = config
  const taken = inherited?.take('api', host, port)
  try {
    await api.listen({ host, port, backlog: BACKLOG, ...taken })
    if (taken) handleOf(api.server)?.listen(BACKLOG) // of an inherited one Node makes it shorter
  } catch (error) {
    await stop()
    throw error
  }
  return {
    address: api.server.address() as AddressInfo,
    server: api.server,
    stop,
    async retire() {
      await closeGently(api.server, { patienceMs: DRAIN_PATIENCE_MS, waiting })
      await stop()
    },
  }
}

/** The provider may be away: nothing else waits for it, and it is asked again when somebody signs in. */
function openSingleSignOn({ singleSignOn: settings }: Config, clock: () => Date, log: Logger): Provider | null {
  if (!settings) return null
  const provider = new Provider(settings, { clock, warn: (message) => log.warn(message) })
  provider.look()
  return provider
}

/** Both in one, without asking what is set beforehand. */
const withLooks = <Set extends object, Rest extends object>(set: Set, rest: Rest): Set & Rest =>
  Object.defineProperties(
    {},
    { ...Object.getOwnPropertyDescriptors(set), ...Object.getOwnPropertyDescriptors(rest) },
  ) as Set & Rest

/** Whoever asked for it gets it, whatever else is logged. */
function accessLogOf({ accessLog }: Config): ApiServices['accessLog'] {
  if (accessLog === 0) return null
  const lines = openAccessLog()
  return { fraction: accessLog, write: (line) => lines.info(line, 'request') }
}

function mailFrom(live: LiveSettings, networkName: () => Promise<string>): ConsoleServices['mail'] {
  const { smtp, mailFrom } = live.config
  if (!smtp) return null
  const sendTest = async (to: string) => sendTestMail(smtp, mailFrom, await networkName(), live.brand, to)
  return { server: `${smtp.host}:${smtp.port}`, from: mailFrom.address, sendTest }
}

/** Whoever is told that the service is ready has its console: without the app the start fails. */
async function loadBundle(log: Logger, facts: () => PageFacts): Promise<Bundle> {
  return Bundle.load(await appFolder(projectRoot, isRelease, (message) => log.info(message)), facts)
}
