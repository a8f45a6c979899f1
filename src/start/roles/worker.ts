// The role `worker`: what happens in the background, webhooks and mails among it.
import type { Logger } from 'pino'
import { type LinkMail, LOGIN_LINK_MAIL, makeMailedLink } from '../../actions/people/mail-links.ts'
import { ACCOUNT_CHANGED } from '../../actions/people/tell-user.ts'
import type { Around } from '../../base/running/around.ts'
import type { PdfMaker } from '../../delivery/pdf/maker.ts'
import { ALERT_MAIL } from '../../domain/alerts/mail.ts'
import type { Brand } from '../../domain/delivery/brand.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import { layOut } from '../../domain/mail/layout.ts'
import { DAILY_MAILS } from '../../domain/mail/quota.ts'
import { linkUrl } from '../../domain/people/login-link.ts'
import { accountChanged } from '../../outbound/mail/account-changed.ts'
import { alertMail } from '../../outbound/mail/alert.ts'
import { loginLinkMail } from '../../outbound/mail/login-link.ts'
import { type MailServices, type Render, startSendingMails } from '../../outbound/mail/send-mails.ts'
import type { Transport } from '../../outbound/mail/transport.ts'
import { webhookDeactivated } from '../../outbound/mail/webhook-deactivated.ts'
import { type DeliveryServices, startDelivering } from '../../outbound/webhooks/deliver.ts'
import { openSender } from '../../outbound/webhooks/send.ts'
import type { Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import { countPendingMails } from '../../store/mail/outbox.ts'
import { WEBHOOK_DEACTIVATED_MAIL } from '../../store/webhooks/deliveries.ts'
import type { Foundation } from '../foundation.ts'
import { startHousekeeping } from '../jobs/housekeeping.ts'
import type { WorkerMetrics } from '../metrics/worker.ts'
import type { LiveConfig } from '../settings.ts'
import { customerMails, renewalMails } from './delivery.ts'
import { orderMails } from './shop.ts'
import { statusMails } from './subscriptions.ts'
import { tableReader } from './upstream-tables.ts'

export interface WorkerMeans {
  readonly current: () => Promise<Current>
  readonly log: Logger
  readonly metrics: WorkerMetrics
  /** As it is now. */
  readonly customerMail: () => CustomerMail | null
  readonly sheets: PdfMaker
  /** The way that mails take, while there is one. */
  readonly transport: Transport
  readonly hasTransport: () => boolean
  readonly brand: () => Brand
  readonly around?: Around | undefined
}

export interface WorkerRole {
  stop(): Promise<void>
}

export async function startWorkerRole(
  foundation: Foundation,
  config: LiveConfig,
  { current, log, metrics, customerMail, sheets, transport, hasTransport, brand, around }: WorkerMeans,
): Promise<WorkerRole> {
  const warn = (job: string, err: unknown) => log.warn({ err, job }, 'a background job failed')
  const info = (facts: object, message: string) => log.info(facts, message)
  const { db, keys, clock } = foundation
  // These go out in the operator's name, and a tenant has a quota of them.
  const fromTenants = {
    ...customerMails(foundation, config, current, sheets),
    ...orderMails(foundation, config),
  }
  const { jobs, countMail, observeDelivery } = metrics
  const stops = [
    startHousekeeping({
      ...{ db, keys, current, clock, warn, info, retention: config.retention, watch: jobs.watch, around },
      get customerMail() {
        return customerMail()
      },
      canMail: hasTransport,
      readTable: tableReader(config),
    }),
    startWebhooks(foundation, config, {
      warn: (err) => warn('webhooks', err),
      watch: jobs.watch('webhooks'),
      observe: observeDelivery,
      around,
    }),
    await startMails(foundation, transport, hasTransport, {
      clock,
      networkName: async () => (await current()).book.network.name,
      isOpen: async () => {
        await current()
        return hasTransport()
      },
      get brand() {
        return brand()
      },
      get from() {
        return config.mailFrom
      },
      observe: countMail,
      watch: jobs.watch('mail'),
      around,
      warn: (err: unknown) => warn('mail', err),
      render: {
        [WEBHOOK_DEACTIVATED_MAIL]: webhookDeactivated,
        [ACCOUNT_CHANGED]: accountChanged,
        ...statusMails(foundation, config),
        [ALERT_MAIL]: alertMail(layOut, config.baseUrl),
        [LOGIN_LINK_MAIL]: linkMail(foundation, config),
        ...fromTenants,
        ...renewalMails(foundation, config, current),
      },
      quota: { kinds: Object.keys(fromTenants), ...DAILY_MAILS },
    }),
  ]
  return {
    // At once: each waits a while for what it has under way, and all of them together no longer than the slowest.
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

/** Made when it is sent: the outbox holds no link. */
export const linkMail = (
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  { baseUrl }: Pick<LiveConfig, 'baseUrl'>,
): Render =>
  loginLinkMail<LinkMail>(async (facts) => {
    const token = await makeMailedLink(db, facts, clock())
    return token && linkUrl(baseUrl, facts.purpose, token)
  })

function startWebhooks(
  { db, keys, clock }: Foundation,
  config: LiveConfig,
  told: Pick<DeliveryServices, 'warn' | 'watch' | 'observe' | 'around'>,
): () => Promise<void> {
  const sender = openSender(config.webhookAllow)
  let stopListening = async () => {}
  const stopDelivering = startDelivering({
    db,
    keys,
    sender,
    clock,
    ...told,
    retryDelaysMs: config.webhookRetryDelaysMs,
    onDue: (wake) => {
      stopListening = db.listen('deliveries', wake)
    },
  })
  return async () => {
    await stopListening()
    await stopDelivering()
    await sender.close()
  }
}

type MailMeans = Omit<MailServices, 'db' | 'transport' | 'onDue'>

async function startMails({ db }: Foundation, transport: Transport, hasTransport: () => boolean, means: MailMeans) {
  if (!hasTransport()) {
    const waiting = await countPendingMails(db)
    if (waiting > 0)
      means.warn(
        new Error(`${waiting} mails wait, and no mail server is set (SMTP_URL, or Settings): nobody sends them`),
      )
  }
  let stopListening = async () => {}
  // Whatever is looked at for each mail stays where it can change.
  const services = Object.defineProperties({} as MailServices, {
    ...Object.getOwnPropertyDescriptors(means),
    db: { value: db },
    transport: { value: transport },
    onDue: {
      value: (wake: () => void) => {
        stopListening = db.listen('mails', wake)
      },
    },
  })
  const stopSending = startSendingMails(services)
  return async () => {
    await stopListening()
    await stopSending()
  }
}
