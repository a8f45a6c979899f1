// The role `worker`: background jobs, webhook deliveries, mails and daily backups.
import { CHANNEL_TEST_MAIL } from '../../actions/alerts/channels/change.ts'
import { type LinkMail, LOGIN_LINK_MAIL, makeMailedLink } from '../../actions/people/mail-links.ts'
import { ACCOUNT_CHANGED } from '../../actions/people/notify-user.ts'
import { openStorage } from '../../archive/storage/open-storage.ts'
import { senderOnDemand } from '../../base/outgoing/sender-on-demand.ts'
import type { Component } from '../../base/running/component.ts'
import { ALERT_MAIL } from '../../domain/alerts/mail.ts'
import { layOut } from '../../domain/delivery/mail/layout.ts'
import { DAILY_MAILS } from '../../domain/delivery/mail/quota.ts'
import { linkUrl } from '../../domain/people/login-link.ts'
import { startPollingTelegram } from '../../outbound/chat/poll-telegram.ts'
import { startSendingMessages } from '../../outbound/chat/send-messages.ts'
import { accountChanged } from '../../outbound/mail/account-changed.ts'
import { alertLetter, alertMail, channelTestMail } from '../../outbound/mail/alert.ts'
import { loginLinkMail } from '../../outbound/mail/login-link.ts'
import { type MailServices, type Render, startSendingMails } from '../../outbound/mail/send-mails.ts'
import { webhookDeactivated } from '../../outbound/mail/webhook-deactivated.ts'
import { startDelivering } from '../../outbound/webhooks/deliver.ts'
import type { Database } from '../../store/kit/database.ts'
import { countPendingMails } from '../../store/mail/outbox.ts'
import { WEBHOOK_DEACTIVATED_MAIL } from '../../store/webhooks/deliveries.ts'
import { startDailyBackups } from '../backups/schedule.ts'
import { DueWorkPoll } from '../jobs/due-work.ts'
import { startHousekeeping } from '../jobs/housekeeping.ts'
import type { WorkerMetrics } from '../metrics/worker.ts'
import type { LiveConfig } from '../settings.ts'
import { computeRuns } from './archive/integrity.ts'
import { makeRinexFiles } from './archive/rinex.ts'
import type { RoleDependencies } from './context.ts'
import { customerMails, renewalMails } from './customers/mails.ts'
import { orderMails } from './customers/shop.ts'
import { RoleGroup } from './role.ts'
import { statusMails } from './subscriptions.ts'
import { tableReader } from './upstream-tables.ts'

export interface WorkerDependencies extends RoleDependencies {
  readonly workerMetrics: WorkerMetrics
}

type Stop = () => Promise<void>

/** Each component waits for its pending work when it stops; they stop in parallel. */
export function workerRole(dependencies: WorkerDependencies): Component {
  const { db, clock, log } = dependencies
  const dueWork = new DueWorkPoll({ db, clock, warn: warnOf(dependencies, 'due work') })
  return new RoleGroup(
    [
      dueWork,
      running(() => housekeep(dependencies, dueWork)),
      running(() => deliverWebhooks(dependencies, dueWork)),
      running(() => sendMails(dependencies)),
      running(() => sendChats(dependencies, dueWork)),
      running(() => pollTelegram(dependencies)),
      running(() => startDailyBackups(dependencies)),
      running(() => makeRinexFiles(dependencies, warnOf(dependencies, 'RINEX files'))),
      running(() => computeRuns(dependencies, warnOf(dependencies, 'integrity'))),
    ],
    log,
  )
}

function running(start: () => Stop | Promise<Stop>): Component {
  let stop: Stop | null = null
  return {
    async start() {
      stop = await start()
    },
    stop: () => stop?.(),
  }
}

const warnOf =
  ({ log }: WorkerDependencies, job: string) =>
  (err: unknown) =>
    log.warn({ err, job }, 'Background job failed')

function housekeep(dependencies: WorkerDependencies, dueWork: DueWorkPoll): Stop {
  const { db, keys, clock, live, log, workerMetrics, customerMail, hasTransport, around } = dependencies
  const { config, current } = live
  const storage = openStorage(config)
  return startHousekeeping({
    ...{ db, keys, current, clock, retention: config.retention, dueWork, watch: workerMetrics.jobs.watch, around },
    warn: (job, err) => warnOf(dependencies, job)(err),
    info: (facts, message) => log.info(facts, message),
    get customerMail() {
      return customerMail()
    },
    canMail: hasTransport,
    readTable: tableReader(config),
    removeArchiveFile: (name) => storage.remove(name),
  })
}

function deliverWebhooks(dependencies: WorkerDependencies, dueWork: DueWorkPoll): Stop {
  const { db, keys, clock, live, workerMetrics, around } = dependencies
  const sender = senderOnDemand(live.config.webhookAllow)
  let stopListening = async () => {}
  const stopDelivering = startDelivering({
    ...{ db, keys, sender, clock, around },
    warn: warnOf(dependencies, 'webhooks'),
    watch: workerMetrics.jobs.watch('webhooks'),
    observe: workerMetrics.observeDelivery,
    retryDelaysMs: live.config.webhookRetryDelaysMs,
    onDue: (wake) => {
      dueWork.onDue('webhooks', wake)
      stopListening = db.listen('deliveries', wake)
    },
  })
  return async () => {
    await stopListening()
    await stopDelivering()
    await sender.close()
  }
}

function sendChats(dependencies: WorkerDependencies, dueWork: DueWorkPoll): Stop {
  const { db, keys, clock, live, workerMetrics, around } = dependencies
  const { config, current } = live
  const sender = senderOnDemand(config.webhookAllow)
  let stopListening = async () => {}
  const stopSending = startSendingMessages({
    ...{ db, keys, sender, clock, around },
    telegramApiUrl: config.telegramApiUrl,
    warn: warnOf(dependencies, 'chat messages'),
    alertLetter: (mail) => alertLetter(mail, config.baseUrl),
    networkName: async () => (await current()).book.network.name,
    watch: workerMetrics.jobs.watch('chat messages'),
    onDue: (wake) => {
      dueWork.onDue('chats', wake)
      stopListening = db.listen('chat', wake)
    },
  })
  return async () => {
    await stopListening()
    await stopSending()
    await sender.close()
  }
}

/** Longer than Telegram holds a poll. */
const POLL_TIMEOUT_MS = 40_000
const MOST_UPDATE_BYTES = 2_000_000

function pollTelegram(dependencies: WorkerDependencies): Stop {
  const { db, keys, clock, live, workerMetrics } = dependencies
  const { webhookAllow, telegramApiUrl } = live.config
  return startPollingTelegram({
    ...{ db, keys, clock, apiUrl: telegramApiUrl },
    sender: senderOnDemand(webhookAllow, POLL_TIMEOUT_MS, MOST_UPDATE_BYTES),
    warn: warnOf(dependencies, 'Telegram bot'),
    watch: workerMetrics.jobs.watch('Telegram bot'),
  })
}

async function sendMails(dependencies: WorkerDependencies): Promise<Stop> {
  const { db, clock, live, workerMetrics, transport, hasTransport, around } = dependencies
  const { config, current } = live
  const warn = warnOf(dependencies, 'mail')
  const waiting = hasTransport() ? 0 : await countPendingMails(db)
  if (waiting > 0)
    warn(
      new Error(
        `${waiting} e-mails are waiting, but no mail server is configured: set SMTP_URL, or Settings → Mail in the console`,
      ),
    )
  let stopListening = async () => {}
  const stopSending = startSendingMails({
    ...{ db, transport, clock, warn, around },
    networkName: async () => (await current()).book.network.name,
    isOpen: async () => {
      await current()
      return hasTransport()
    },
    // The operator can change the brand and the sender while the service runs.
    get brand() {
      return live.brand
    },
    get from() {
      return config.mailFrom
    },
    observe: workerMetrics.countMail,
    watch: workerMetrics.jobs.watch('mail'),
    ...mailKinds(dependencies),
    onDue: (wake) => {
      stopListening = db.listen('mails', wake)
    },
  })
  return async () => {
    await stopListening()
    await stopSending()
  }
}

function mailKinds(dependencies: WorkerDependencies): Pick<MailServices, 'render' | 'quota'> {
  const { live, sheets, brands } = dependencies
  const { config, current } = live
  // Sent in the operator's name on behalf of tenants, so each tenant has a daily quota.
  const fromTenants = {
    ...customerMails(dependencies, config, current, { sheets, brands }),
    ...orderMails(dependencies, config),
  }
  return {
    render: {
      [WEBHOOK_DEACTIVATED_MAIL]: webhookDeactivated,
      [ACCOUNT_CHANGED]: accountChanged,
      ...statusMails(dependencies, config),
      [ALERT_MAIL]: alertMail(layOut, config.baseUrl),
      [CHANNEL_TEST_MAIL]: channelTestMail(layOut),
      [LOGIN_LINK_MAIL]: linkMail(dependencies, config),
      ...fromTenants,
      ...renewalMails(dependencies, config, current),
    },
    quota: { kinds: Object.keys(fromTenants), ...DAILY_MAILS },
  }
}

/** Creates the link when the mail is sent, so the outbox contains no secret. */
export const linkMail = (
  { db, clock }: { readonly db: Database; readonly clock: () => Date },
  { baseUrl }: Pick<LiveConfig, 'baseUrl'>,
): Render =>
  loginLinkMail<LinkMail>(async (facts) => {
    const token = await makeMailedLink(db, facts, clock())
    return token && linkUrl(baseUrl, facts.purpose, token)
  })
