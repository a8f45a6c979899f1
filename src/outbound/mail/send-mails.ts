// Sends the mails of the outbox: leases due mails (`take.ts`), renders each, hands it to the SMTP server and records
// the result. Any number of processes can do this on one database. Each mail is sent at least once: if a process dies
// after the server has accepted a mail, the lease expires and the mail is sent again under the same Message-ID. Once
// recorded as sent, it is never sent again.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Around } from '../../base/running/around.ts'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { type Brand, DEFAULT_BRAND } from '../../domain/delivery/brand.ts'
import type { MailFailure, UnwantedReason } from '../../domain/delivery/mail/failure.ts'
import { framedMail } from '../../domain/delivery/mail/frame.ts'
import type { MailQuota } from '../../domain/delivery/mail/quota.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { nextAttempt } from '../../domain/webhooks/retry-schedule.ts'
import type { Database } from '../../store/kit/database.ts'
import { hasPendingMails, type Mail, type MailRecord, type MailState, recordMail } from '../../store/mail/outbox.ts'
import { endHolds } from '../../store/mail/quotas.ts'
import { takeMails } from './take.ts'
import { type Content, MailError, saidOf, type Transport } from './transport.ts'

const ATTEMPT_MS = 5 * MINUTE_MS
const LEASE_MS = 6 * MINUTE_MS
const AT_ONCE = 5
const POLL_MS = 10_000
const STOP_TIMEOUT_MS = 10_000
const RECORD_AGAIN_MS = 1_000
/** Delays after the previous attempt: eight attempts in about two days. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

/** Reason not to send a mail: its cause was undone, or it is too late. */
export interface NotSent {
  readonly unwanted: UnwantedReason
}

/** A mail in the name of an organization; in that of the network without `sender`. */
export interface Rendered extends Content {
  readonly sender?: { readonly name: string; readonly brand: Brand }
}

/** Renders a mail of one kind at the time of sending. */
export type Render = (
  mail: Mail,
  networkName: string,
  signal: AbortSignal,
) => Rendered | NotSent | Promise<Rendered | NotSent>

export interface MailServices {
  readonly db: Database
  readonly transport: Transport
  /** By kind; mails of other kinds are left to a process that knows them. */
  readonly render: Readonly<Record<string, Render>>
  /** If `name` is `null`, mails show the network's name as sender. */
  readonly from: { readonly name: string | null; readonly address: string }
  readonly networkName: () => Promise<string>
  readonly brand?: Brand
  /** Checks whether mail can be sent at all now; defaults to yes. */
  readonly isOpen?: () => Promise<boolean>
  readonly clock: () => Date
  /** Calls back soon after a mail was queued, best effort; polling covers lost calls. */
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch
  /** 'pending': the attempt failed and will be retried. */
  readonly observe?: (outcome: MailState) => void
  readonly retryDelaysMs?: readonly number[]
  /** Undefined means unlimited. */
  readonly quota?: MailQuota
  readonly around?: Around | undefined
}

/** Returns a function that stops: no new mails, and a short time for those in progress. */
export function startSendingMails(services: MailServices): () => Promise<void> {
  const { db, clock, warn, render } = services
  const sending = new Set<Promise<void>>()
  const stop = new AbortController()
  let stopping = false
  const { wake: poll, stop: stopPolling } = wakeableLoop(take, { everyMs: POLL_MS, watch: services.watch, warn })

  async function take(): Promise<void> {
    if (services.isOpen && !(await services.isOpen())) return
    if (!(await hasPendingMails(db))) return
    for (const whose of ['service', 'tenants'] as const) {
      const limit = AT_ONCE - sending.size
      if (limit === 0) return
      const now = clock()
      const leasedUntil = new Date(now.getTime() + LEASE_MS)
      const wanted = { now, leasedUntil, kinds: Object.keys(render), limit, quota: services.quota ?? null }
      const { mails, more } = await takeMails(db, whose, wanted)
      for (const mail of mails) begin(mail, leasedUntil)
      if (more) poll()
    }
  }

  function begin(mail: Mail, leasedUntil: Date): void {
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(ATTEMPT_MS)])
    const attempt = followedAttempt(services, mail, signal)
      .then((record) => recordBeforeLeaseEnds(record, leasedUntil))
      .catch(warn)
      .finally(() => {
        sending.delete(attempt)
        poll()
      })
    sending.add(attempt)
  }

  /** Retries while the database is unavailable. A mail that is not recorded when the lease expires is sent again. */
  async function recordBeforeLeaseEnds(record: MailRecord, leasedUntil: Date): Promise<void> {
    for (;;) {
      try {
        await recordMail(db, record)
        return services.observe?.(outcomeOf(record))
      } catch (error) {
        if (stopping || clock().getTime() + RECORD_AGAIN_MS > leasedUntil.getTime()) throw error
        warn(error)
        await sleep(RECORD_AGAIN_MS)
      }
    }
  }

  services.onDue(poll)
  endHolds(db, clock()).then(poll, warn)
  return async () => {
    stopping = true
    await stopPolling()
    const timer = setTimeout(() => stop.abort(), STOP_TIMEOUT_MS)
    await Promise.all(sending)
    clearTimeout(timer)
  }
}

/** A mail that is no longer wanted is rightly not sent, and no failure. */
const outcomeOf = ({ state, error }: MailRecord): MailState => (error?.code === 'unwanted' ? 'skipped' : state)

/** The span contains neither recipient nor content. */
function followedAttempt(services: MailServices, mail: Mail, signal: AbortSignal): Promise<MailRecord> {
  const { around } = services
  if (!around) return attemptOf(services, mail, signal)
  const attributes = { 'vertice.mail.id': mail.id, 'vertice.mail.kind': mail.kind, 'vertice.attempt': mail.attempt }
  return around({ name: 'send mail', kind: 'client', attributes, cause: null }, async (underway) => {
    const record = await attemptOf(services, mail, signal)
    const outcome = outcomeOf(record)
    underway.set('vertice.outcome', outcome)
    if (record.error && outcome !== 'skipped') underway.fail(record.error.code)
    return record
  })
}

async function attemptOf(services: MailServices, mail: Mail, signal: AbortSignal): Promise<MailRecord> {
  const { clock, warn, retryDelaysMs = RETRY_DELAYS_MS } = services
  const record = (state: MailRecord['state'], error: MailFailure | null = null, dueAt = clock()): MailRecord => ({
    id: mail.id,
    attempt: mail.attempt,
    at: clock(),
    state,
    dueAt,
    error,
  })
  // All attempts were started and none finished: the mail may be what crashes the process.
  if (mail.attempt > retryDelaysMs.length + 1) return record('failed', { code: 'broken_off', params: {} })
  try {
    const unwanted = await send(services, mail, signal)
    return unwanted === null ? record('sent') : record('failed', { code: 'unwanted', params: { why: unwanted } })
  } catch (error) {
    const { message, failure, forGood } =
      error instanceof MailError ? error : new MailError(saidOf((error as Error).message))
    const rules = { delaysMs: retryDelaysMs, random: Math.random(), retryAfter: null }
    const next = forGood ? null : nextAttempt(mail.attempt, clock(), rules)
    warn(new Error(`Could not send e-mail ${mail.id} (${mail.kind}); ${next ? 'will retry' : 'giving up'}: ${message}`))
    return next ? record('pending', failure, next) : record('failed', failure)
  }
}

/** Returns the reason if the mail is no longer wanted, otherwise `null`. */
async function send(services: MailServices, mail: Mail, signal: AbortSignal) {
  const { transport, render } = services
  const network = await services.networkName()
  const { from, brand = DEFAULT_BRAND } = services
  const rendered = await render[mail.kind]!(mail, network, signal)
  if ('unwanted' in rendered) return rendered.unwanted
  const { sender, ...content } = rendered
  const id = `vertice-${mail.id}-${mail.createdAt.getTime().toString(36)}@${from.address.split('@')[1]}`
  const framed = framedMail(content, sender?.name ?? network, sender?.brand ?? brand)
  await transport.send(
    { ...framed, id, from: { ...from, name: sender?.name ?? from.name ?? network }, to: mail.recipient },
    signal,
  )
  return null
}
