// The dependencies of everything on the HTTP port: the API, the console, the public pages and payment notifications.
import type { Logger } from 'pino'
import type { AskBotName } from '../../actions/alerts/channels/telegram.ts'
import { sourceRefuser } from '../../actions/network/source-address.ts'
import { partStore } from '../../archive/integrity/base-parts.ts'
import { readRoverFile } from '../../archive/rinex/rover-file.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { type Config, inspectConfig, isRelease, projectRoot } from '../../base/config/config.ts'
import { clientOf } from '../../base/limits/rate-limiter.ts'
import { senderOnDemand } from '../../base/outgoing/sender-on-demand.ts'
import { PasswordHasher } from '../../base/passwords/password-hasher.ts'
import type { Component } from '../../base/running/component.ts'
import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { ApiServices } from '../../http/api/services.ts'
import { consoleRoutes } from '../../http/console/console.ts'
import type { ConsoleServices } from '../../http/console/services.ts'
import { appFolder } from '../../http/pages/app.ts'
import { Bundle, type PageFacts, pageSender } from '../../http/pages/bundle.ts'
import { lostPage } from '../../http/public/lost.ts'
import { type PublicServices, publicRoutes } from '../../http/public/public.ts'
import { Provider } from '../../http/sso/provider.ts'
import { botName, botUrl } from '../../outbound/chat/services/telegram.ts'
import { ReportMaker } from '../../outbound/delivery/pdf/reports.ts'
import { sendTestMail } from '../../outbound/mail/test-mail.ts'
import { targetRefuser } from '../../outbound/webhooks/target.ts'
import { sharedWriter } from '../../store/credentials/writer.ts'
import { isSetReadOnly } from '../../store/kit/connections/server-facts.ts'
import { rateSharer } from '../../store/operations/rate-slots.ts'
import { openAccessLog } from '../log.ts'
import { type LiveSettings, pageFactsOf } from '../settings.ts'
import { version } from '../version.ts'
import { rinexDownloads } from './archive/rinex.ts'
import type { RoleDependencies } from './context.ts'
import { type CustomerPages, openCustomerPages } from './customers/delivery.ts'
import { openShop, paymentDoors, paymentProviderOf } from './customers/shop.ts'
import { sentRebuilder } from './sent-bytes.ts'
import { addressesOf } from './source-names.ts'
import { openSubscriptions } from './subscriptions.ts'
import { streamTrier, tableReader } from './upstream-tables.ts'

interface Composed {
  readonly services: ApiServices
  /** Started and stopped with the server. */
  readonly components: readonly Component[]
}

interface Prepared extends RoleDependencies {
  readonly bundle: Bundle
  readonly paymentProvider: PaymentProvider | null
}

export async function composeApi(dependencies: RoleDependencies, notReady: ApiServices['notReady']): Promise<Composed> {
  const { db, keys, clock, live, log, metrics, telemetry } = dependencies
  const { config, current } = live
  const { baseUrl } = config
  const bundle = await loadBundle(log, () => pageFactsOf(live))
  const paymentProvider = await paymentProviderOf(config)
  const payments = await paymentDoors(Object.assign(liveServices(dependencies), { db, keys, current, clock }), config)
  const prepared: Prepared = { ...dependencies, bundle, paymentProvider }
  const customers = customerPages(dependencies)
  const shop = openShop({ db, clock }, config, current, paymentProvider)
  const subscribers = openSubscriptions({ db, clock })
  const visitors: PublicServices = Object.assign(liveServices(dependencies), {
    ...{ db, current, clock, simulated: config.simulated, baseUrl, bundle },
    customers: customers.services,
    ownerLogo: (hash: string) => dependencies.brands.logo(hash),
    shop: shop.services,
    subscribers: subscribers.services,
    rinex: rinexDownloads(dependencies),
  })
  const services: ApiServices = Object.assign(liveServices(dependencies), {
    ...{ db, keys, current, clock, baseUrl, paymentProvider, notReady },
    credentialWriter: sharedWriter(db),
    rateLimitPerMinute: config.rateLimitPerMinute,
    shareRateCounts: rateSharer(db),
    trustProxy: config.trustProxy,
    refuseTarget: targetRefuser(config.webhookAllow),
    deliveriesKeptMs: config.retention.deliveriesMs,
    showLost: lostPage(baseUrl, customers.services),
    otherRoutes: [consoleRoutes(consoleServices(prepared)), publicRoutes(visitors), ...payments],
    observe: metrics.observe,
    accessLog: accessLogOf(config),
    traceRequests: telemetry?.traceRequests,
    // Fastify's own entries of level info ("Server listening") repeat what the start command prints.
    log: log.child({}, { level: config.logLevel === 'info' ? 'warn' : config.logLevel }),
  })
  return { services, components: [customers, shop, subscribers] }
}

/**
 * The operator can change these while the service runs, so each read returns the current value. Every caller gets its
 * own object and extends it with `Object.assign`: a spread would copy the current values.
 */
const liveServices = ({ live, customerMail }: Pick<RoleDependencies, 'live' | 'customerMail'>) => ({
  get customerMail() {
    return customerMail()
  },
  get mapTiles() {
    return live.config.mapTiles
  },
  get bankDetails() {
    return live.config.bankDetails
  },
  get statusPage() {
    return live.config.statusPage
  },
  get coveragePage() {
    return live.config.coveragePage
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
    return mailFrom(live)
  },
})

/** With the service's own database connections: it already holds those that it may open. */
const doctorOf =
  ({ db, config }: Pick<RoleDependencies, 'db' | 'config'>) =>
  async () => {
    // Loaded when an operator asks: few processes ever need it.
    const { examine } = await import('../health/doctor/examine.ts')
    return examine({ ...inspectConfig(), config }, undefined, async () => ({
      db,
      isReadOnly: () => isSetReadOnly(db.pool),
      close: async () => {},
    }))
  }

const ASK_TIMEOUT_MS = 10_000

/** An operator asks rarely, so no connection is kept. */
export const botNameAsker =
  ({ webhookAllow, telegramApiUrl }: Pick<Config, 'webhookAllow' | 'telegramApiUrl'>): AskBotName =>
  async (token) => {
    const sender = senderOnDemand(webhookAllow, ASK_TIMEOUT_MS)
    return botName(sender, botUrl(telegramApiUrl, token)).finally(() => sender.close())
  }

function consoleServices(dependencies: Prepared): ConsoleServices {
  const { db, keys, clock, casterDefaults, live, log, bundle, paymentProvider } = dependencies
  const { config, current, given } = live
  const { baseUrl, simulated, localLogin, fallbackSender } = config
  return Object.assign(liveServices(dependencies), {
    ...{ db, keys, clock, casterDefaults, current, given, paymentProvider, version, clientOf },
    ...{ baseUrl, simulated, localLogin, fallbackSender },
    hasher: new PasswordHasher(),
    doctor: doctorOf(dependencies),
    rebuildSent: sentRebuilder({ db, clock, config, book: async () => (await current()).book }),
    networkName: () => networkName(live),
    singleSignOn: openSingleSignOn(config, clock, log),
    askBotName: botNameAsker(config),
    refuseTarget: targetRefuser(config.webhookAllow),
    deliveriesKeptMs: config.retention.deliveriesMs,
    refuseSource: sourceRefuser(config.casterPullAllow, addressesOf, config.casterInputs),
    readTable: tableReader(config),
    tryStream: streamTrier(config),
    readRoverFile,
    positionPdf: positionPdfs(live),
    storeBasePart: partStore(openStorage(config)),
    dataDir: config.databaseUrl === null ? config.dataDir : null,
    sendPage: pageSender(bundle, 'index'),
  })
}

function customerPages({ db, keys, clock, live, sheets, brands, customerMail, log }: RoleDependencies): CustomerPages {
  return openCustomerPages({ db, keys, clock, current: live.current, sheets, brands }, live.config, {
    brand: () => live.brand,
    canMail: () => customerMail() !== null,
    warn: (err) => log.warn({ err }, 'Could not notify the casters which customer pages are open'),
    warnUnheard: (credential) =>
      log.warn(
        { credential },
        'A customer requested a renewal, but there is no recipient: its organization has no e-mail address and no administrator who can sign in',
      ),
  })
}

/** An unreachable provider does not delay the start: it is queried again at the next sign-in. */
function openSingleSignOn({ singleSignOn: settings }: Config, clock: () => Date, log: Logger): Provider | null {
  if (!settings) return null
  const provider = new Provider(settings, { clock, warn: (message) => log.warn(message) })
  provider.warmUp()
  return provider
}

/** Independent of the log level. */
function accessLogOf({ accessLog }: Config): ApiServices['accessLog'] {
  if (accessLog === 0) return null
  const lines = openAccessLog()
  return { fraction: accessLog, write: (line) => lines.info(line, 'request') }
}

function positionPdfs(live: LiveSettings): ConsoleServices['positionPdf'] {
  const reports = new ReportMaker()
  return (report, language) => reports.make({ report, language, brand: live.brand })
}

const networkName = async ({ current }: LiveSettings) => (await current()).book.network.name

function mailFrom(live: LiveSettings): ConsoleServices['mail'] {
  const { smtp, mailFrom } = live.config
  if (!smtp) return null
  const sendTest = async (to: string) => sendTestMail(smtp, mailFrom, await networkName(live), live.brand, to)
  return { server: `${smtp.host}:${smtp.port}`, from: mailFrom.address, sendTest }
}

/** The start fails without the browser app, so a ready process always serves the console. */
async function loadBundle(log: Logger, facts: () => PageFacts): Promise<Bundle> {
  return Bundle.load(await appFolder(projectRoot, isRelease, (message) => log.info(message)), facts)
}
