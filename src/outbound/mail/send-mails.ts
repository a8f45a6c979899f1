// Sends what is in the outbox: takes due mails on a lease (`take.ts`), puts each into words, hands it to the SMTP server, records what
// came of it. Any number of processes may do this on one database. Each mail is sent at least once: a process that dies between
// the server's yes and our record leaves a lease that ends, and the mail goes out again under the same Message-ID. Once the
// yes is recorded it never does.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Around } from '../../base/running/around.ts'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { type Brand, DEFAULT_BRAND } from '../../domain/delivery/brand.ts'
import type { MailFailure, UnwantedReason } from '../../domain/mail/failure.ts'
import { framedMail } from '../../domain/mail/frame.ts'
import type { MailQuota } from '../../domain/mail/quota.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { nextAttempt } from '../../domain/webhooks/retry-schedule.ts'
import type { Database } from '../../store/kit/database.ts'
import { type Mail, type MailRecord, type MailState, recordMail } from '../../store/mail/outbox.ts'
import { endHolds } from '../../store/mail/quotas.ts'
import { takeMails } from './take.ts'
import { type Content, MailError, saidOf, type Transport } from './transport.ts'

const ATTEMPT_MS = 5 * MINUTE_MS
const LEASE_MS = 6 * MINUTE_MS
const AT_ONCE = 5
const POLL_MS = 10_000
const STOP_PATIENCE_MS = 10_000
const RECORD_AGAIN_MS = 1_000
/** Each counted from the attempt before: eight attempts in about two days. */
const RETRY_DELAYS_MS = [1, 5, 30, 120, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

/** Why there is nothing to send any more: what the mail tells of was undone meanwhile, or it comes too late. */
export interface Unwanted {
  readonly unwanted: UnwantedReason
}

/** Puts a mail of one kind into words, when it is sent. */
export type Render = (
  mail: Mail,
  networkName: string,
  signal: AbortSignal,
) => Content | Unwanted | Promise<Content | Unwanted>

export interface MailServices {
  readonly db: Database
  readonly transport: Transport
  /** By kind; a mail of another kind is left for a process that knows it. */
  readonly render: Readonly<Record<string, Render>>
  /** Without a name, mails carry the network's. */
  readonly from: { readonly name: string | null; readonly address: string }
  readonly networkName: () => Promise<string>
  /** How mails look; as we do, where nothing is said. */
  readonly brand?: Brand
  /** Whether there is a way for mails at all now; where nothing is said there is. */
  readonly isOpen?: () => Promise<boolean>
  readonly clock: () => Date
  /** Calls back soon after something was written, as well as it can; the poll is the net. */
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  /** Told whether the looks for what is due succeed. */
  readonly watch?: LoopWatch
  /** 'pending': the attempt failed and there will be another. */
  readonly observe?: (outcome: MailState) => void
  readonly retryDelaysMs?: readonly number[]
  /** Left out: none. */
  readonly quota?: MailQuota
  readonly around?: Around | undefined
}

/** Returns how to stop: nothing new is begun, and mails under way get a little while. */
export function startSendingMails(services: MailServices): () => Promise<void> {
  const { db, clock, warn, render } = services
  const sending = new Set<Promise<void>>()
  const stop = new AbortController()
  let stopping = false
  const { wake: poll, stop: stopPolling } = wakeableLoop(take, { everyMs: POLL_MS, watch: services.watch, warn })

  async function take(): Promise<void> {
    if (services.isOpen && !(await services.isOpen())) return
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
      .then((record) => recordPatiently(record, leasedUntil))
      .catch(warn)
      .finally(() => {
        sending.delete(attempt)
        poll()
      })
    sending.add(attempt)
  }

  /** While the database is away for a moment: what is not recorded when the lease ends is sent again. */
  async function recordPatiently(record: MailRecord, leasedUntil: Date): Promise<void> {
    for (;;) {
      try {
        await recordMail(db, record)
        return services.observe?.(record.state)
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
    const impatient = setTimeout(() => stop.abort(), STOP_PATIENCE_MS)
    await Promise.all(sending)
    clearTimeout(impatient)
  }
}

/** Neither whom it is for nor what is in it is told. */
function followedAttempt(services: MailServices, mail: Mail, signal: AbortSignal): Promise<MailRecord> {
  const { around } = services
  if (!around) return attemptOf(services, mail, signal)
  const attributes = { 'vertice.mail.id': mail.id, 'vertice.mail.kind': mail.kind, 'vertice.attempt': mail.attempt }
  return around({ name: 'send mail', kind: 'client', attributes, cause: null }, async (underway) => {
    const record = await attemptOf(services, mail, signal)
    underway.set('vertice.outcome', record.state)
    if (record.error) underway.fail(record.error.code)
    return record
  })
}

async function attemptOf(services: MailServices, mail: Mail, signal: AbortSignal): Promise<MailRecord> {
  const { clock, warn, retryDelaysMs = RETRY_DELAYS_MS } = services
  const record = (state: MailState, error: MailFailure | null = null, dueAt = clock()): MailRecord => ({
    id: mail.id,
    attempt: mail.attempt,
    at: clock(),
    state,
    dueAt,
    error,
  })
  // Begun as often as allowed and never finished: it may be what brings the process down.
  if (mail.attempt > retryDelaysMs.length + 1) return record('failed', { code: 'broken_off', params: {} })
  try {
    const unwanted = await send(services, mail, signal)
    return unwanted === null ? record('sent') : record('failed', { code: 'unwanted', params: { why: unwanted } })
  } catch (error) {
    const { message, failure, forGood } =
      error instanceof MailError ? error : new MailError(saidOf((error as Error).message))
    const rules = { delaysMs: retryDelaysMs, random: Math.random(), retryAfter: null }
    const next = forGood ? null : nextAttempt(mail.attempt, clock(), rules)
    warn(
      new Error(
        `mail ${mail.id} (${mail.kind}) was not sent, ${next ? 'and will be tried again' : 'for good'}: ${message}`,
      ),
    )
    return next ? record('pending', failure, next) : record('failed', failure)
  }
}

/** Returns why it was not wanted any more, or null. */
async function send(services: MailServices, mail: Mail, signal: AbortSignal) {
  const { transport, render } = services
  const network = await services.networkName()
  const { from, brand = DEFAULT_BRAND } = services
  const content = await render[mail.kind]!(mail, network, signal)
  if ('unwanted' in content) return content.unwanted
  const id = `vertice-${mail.id}-${mail.createdAt.getTime().toString(36)}@${from.address.split('@')[1]}`
  const framed = framedMail(content, network, brand)
  await transport.send({ ...framed, id, from: { ...from, name: from.name ?? network }, to: mail.recipient }, signal)
  return null
}
