// Starts and stops the roles and hands each the functions it needs.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeSetupLink } from '../actions/people/login-links.ts'
import type { Caster } from '../caster/caster.ts'
import type { Config } from '../config.ts'
import { startHousekeeping } from '../jobs/housekeeping.ts'
import { type MailServices, startSendingMails } from '../mail/send-mails.ts'
import { openTransport, type Transport } from '../mail/transport.ts'
import { webhookDeactivated } from '../mail/webhook-deactivated.ts'
import { CurrentReader } from '../store/current/current.ts'
import { countPendingMails } from '../store/mail/outbox.ts'
import { WEBHOOK_DEACTIVATED_MAIL } from '../store/webhooks/deliveries.ts'
import { startDelivering } from '../webhooks/deliver.ts'
import { openSender } from '../webhooks/send.ts'
import { startApiRole } from './api.ts'
import { startCasterRole } from './caster.ts'
import { type Foundation, layFoundation } from './foundation.ts'
import { customerMailOf, customerMails, openSheets } from './handover.ts'
import { openLog } from './log.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { orderMails } from './shop.ts'

export interface Service {
  /** Where the API listens; null when this process has no such role. */
  readonly apiAddress: AddressInfo | null
  readonly metricsAddress: AddressInfo
  /** Where the caster listens, if this process has that role. */
  readonly casterAddress: AddressInfo | null
  readonly casterTlsAddress: AddressInfo | null
  /** For the first administrator, while there is none and this process has pages to show. */
  readonly setupToken: string | null
  /** Answers what was asked, takes nothing new, lets go of the database. */
  stop(): Promise<void>
}

/** `transport`: another way for mails than SMTP_URL. */
export async function startService(config: Config, transport: Transport | null = null): Promise<Service> {
  const log = openLog(config.logLevel)
  const foundation = await layFoundation(config, (message) => log.warn(message))
  const { db, casterDefaults } = foundation
  const stops: (() => Promise<unknown>)[] = []
  // What is half started must not keep the process, or the database, alive.
  const stop = async () => {
    for (const stopPart of stops.reverse()) await stopPart()
    await foundation.close()
  }
  try {
    const reader = new CurrentReader(db, casterDefaults)
    const current = () => reader.current()
    const clock = () => new Date()
    const networkName = async () => (await current()).book.network.name
    const way = transport ?? (config.smtp && openTransport(config.smtp))
    const customerMail = customerMailOf(config, way !== null)
    const sheets = openSheets(config)
    stops.push(() => sheets.close())
    const metrics = createMetrics(db.pool)
    const metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort)
    stops.push(() => closeServer(metricsServer))

    if (config.roles.includes('worker')) {
      const warn = (job: string, err: unknown) => log.warn({ err, job }, 'a background job failed')
      const info = (facts: object, message: string) => log.info(facts, message)
      stops.push(startHousekeeping({ db, keys: foundation.keys, current, clock, customerMail, warn, info }))
      stops.push(startWebhooks(foundation, config, (err) => warn('webhooks', err)))
      const mails = {
        clock,
        networkName,
        observe: metrics.countMail,
        warn: (err: unknown) => warn('mail', err),
        render: {
          [WEBHOOK_DEACTIVATED_MAIL]: webhookDeactivated,
          ...customerMails(foundation, config, current, sheets, clock),
          ...orderMails(foundation, config),
        },
      }
      stops.push(await startMails(foundation, config, way, mails))
    }

    let caster: Caster | null = null
    if (config.roles.includes('caster')) {
      const role = await startCasterRole(foundation, config, current, log, metrics)
      stops.push(() => role.stop())
      caster = role.caster
    }

    let apiAddress: AddressInfo | null = null
    if (config.roles.includes('api')) {
      const role = await startApiRole(foundation, config, current, log, metrics, customerMail, sheets)
      stops.push(() => role.stop())
      apiAddress = role.address
    }
    const setupToken = apiAddress === null ? null : await makeSetupLink(db, clock())
    return {
      apiAddress,
      setupToken,
      metricsAddress: metricsServer.address() as AddressInfo,
      casterAddress: caster?.address ?? null,
      casterTlsAddress: caster?.tlsAddress ?? null,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

function startWebhooks({ db, keys }: Foundation, config: Config, warn: (error: unknown) => void): () => Promise<void> {
  const sender = openSender(config.webhookAllow)
  let stopListening = async () => {}
  const stopDelivering = startDelivering({
    db,
    keys,
    sender,
    clock: () => new Date(),
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

type MailMeans = Pick<MailServices, 'clock' | 'networkName' | 'observe' | 'warn' | 'render'>

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

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
