// The role `worker`: what happens in the background, webhooks and mails among it.
import type { Logger } from 'pino'
import { ACCOUNT_CHANGED } from '../actions/people/tell-user.ts'
import type { Config } from '../config.ts'
import type { CustomerMail } from '../domain/handover/handover.ts'
import type { PdfMaker } from '../handover/pdf/maker.ts'
import { startHousekeeping } from '../jobs/housekeeping.ts'
import { accountChanged } from '../mail/account-changed.ts'
import { type MailServices, startSendingMails } from '../mail/send-mails.ts'
import type { Transport } from '../mail/transport.ts'
import { webhookDeactivated } from '../mail/webhook-deactivated.ts'
import type { Current } from '../store/current/current.ts'
import { countPendingMails } from '../store/mail/outbox.ts'
import { countHeldMails } from '../store/mail/quotas.ts'
import { WEBHOOK_DEACTIVATED_MAIL } from '../store/webhooks/deliveries.ts'
import { startDelivering } from '../webhooks/deliver.ts'
import { openSender } from '../webhooks/send.ts'
import type { Foundation } from './foundation.ts'
import { customerMails } from './handover.ts'
import type { Metrics } from './metrics.ts'
import { orderMails } from './shop.ts'

export interface WorkerMeans {
  readonly current: () => Promise<Current>
  readonly log: Logger
  readonly metrics: Metrics
  readonly customerMail: CustomerMail | null
  readonly sheets: PdfMaker
  /** The way that mails take; null: none. */
  readonly transport: Transport | null
}

export interface WorkerRole {
  stop(): Promise<void>
}

export async function startWorkerRole(
  foundation: Foundation,
  config: Config,
  { current, log, metrics, customerMail, sheets, transport }: WorkerMeans,
): Promise<WorkerRole> {
  const warn = (job: string, err: unknown) => log.warn({ err, job }, 'a background job failed')
  const info = (facts: object, message: string) => log.info(facts, message)
  const { db, keys, clock } = foundation
  // These go out in the operator's name, and a tenant has a quota of them.
  const fromTenants = {
    ...customerMails(foundation, config, current, sheets),
    ...orderMails(foundation, config),
  }
  metrics.watchMails(() => countHeldMails(db))
  const stops = [
    startHousekeeping({ db, keys, current, clock, customerMail, warn, info, retention: config.retention }),
    startWebhooks(foundation, config, (err) => warn('webhooks', err)),
    await startMails(foundation, config, transport, {
      clock,
      networkName: async () => (await current()).book.network.name,
      observe: metrics.countMail,
      warn: (err: unknown) => warn('mail', err),
      render: {
        [WEBHOOK_DEACTIVATED_MAIL]: webhookDeactivated,
        [ACCOUNT_CHANGED]: accountChanged,
        ...fromTenants,
      },
      quota: {
        kinds: Object.keys(fromTenants),
        perOwner: config.mailPerOwner,
        perRecipient: config.mailPerRecipient,
      },
    }),
  ]
  return {
    // At once: each waits a while for what it has under way, and all of them together no longer than the slowest.
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
    },
  }
}

function startWebhooks(
  { db, keys, clock }: Foundation,
  config: Config,
  warn: (error: unknown) => void,
): () => Promise<void> {
  const sender = openSender(config.webhookAllow)
  let stopListening = async () => {}
  const stopDelivering = startDelivering({
    db,
    keys,
    sender,
    clock,
    warn,
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

type MailMeans = Pick<MailServices, 'clock' | 'networkName' | 'observe' | 'warn' | 'render' | 'quota'>

async function startMails({ db }: Foundation, { mailFrom }: Config, transport: Transport | null, means: MailMeans) {
  if (!transport) {
    const waiting = await countPendingMails(db)
    if (waiting > 0) means.warn(new Error(`${waiting} mails wait, and SMTP_URL is not set: nobody sends them here`))
    return async () => {}
  }
  let stopListening = async () => {}
  const stopSending = startSendingMails({
    ...means,
    db,
    transport,
    from: mailFrom,
    onDue: (wake) => {
      stopListening = db.listen('mails', wake)
    },
  })
  return async () => {
    await stopListening()
    await stopSending()
  }
}
