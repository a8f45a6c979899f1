// Delivers events to webhooks: leases due deliveries, tries each, records the result. Any number of processes can do
// this on one database. If a process dies, its leases expire and the deliveries become due again, so each arrives at
// least once. A webhook that does not answer delays only its own deliveries, and an owner's webhooks only that owner's.
import { recordAttempts } from '../../actions/webhooks/record-attempts.ts'
import { type Attempt, COMMON_HEADERS, type Sender } from '../../base/outgoing/sender.ts'
import type { Around } from '../../base/running/around.ts'
import { SharedRound } from '../../base/running/shared-round.ts'
import { type LoopWatch, wakeableLoop } from '../../base/running/wakeable-loop.ts'
import { webhookContext } from '../../base/secrets/contexts.ts'
import type { KeyRing } from '../../base/secrets.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { GIVE_UP_AFTER_MS, nextAttempt } from '../../domain/webhooks/retry-schedule.ts'
import type { DeliveryState } from '../../domain/webhooks/webhook.ts'
import type { Database } from '../../store/kit/database.ts'
import {
  type AttemptRecord,
  type Claim,
  claimDeliveries,
  releaseDeliveries,
  type Target,
  targetsOf,
} from '../../store/webhooks/deliveries.ts'
import { type Signer, signatureHeaders, signerOf } from './sign.ts'

const LEASE_MS = 30_000
/** Min lease time left to start an attempt, so that the lease outlasts it; otherwise the delivery is left alone. */
const LEASE_NEEDED_MS = 18_000
/** Max concurrent attempts per webhook. */
const AT_ONCE = 50
/** Max deliveries per claim and webhook. The next claim follows when half are left, so sending never has to wait. */
const PER_LOOK = 200
const PER_LOOK_FAILING = 1
/** Pause after repeated failures. Without it, a webhook with a large backlog is tried as fast as it can fail. */
const FAILED_AGAIN_REST_MS = 1_000
/** Max deliveries per claim and owner, shared by all its webhooks. */
const PER_LOOK_OWNER = 200
const TAKEN_AT_MOST = 1_000
/** Fallback: `onDue` wakes the loop within a second. */
const POLL_MS = MINUTE_MS
/** Pause between two claims, so that one claim refills all the room freed meanwhile. */
const GAP_MS = 10
/** Results are written in batches. */
const RECORD_EVERY_MS = 20
/** Time for attempts in progress at shutdown; slower ones are released and retried by another process. */
const STOP_TIMEOUT_MS = 5_000
const GONE = 410

export interface DeliveryServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly sender: Sender
  readonly clock: () => Date
  /** Registers `wake`, which is called within a second while a delivery is pending. Polling is only a fallback. */
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly watch?: LoopWatch | undefined
  /** Called for each recorded attempt; 'pending': it failed and will be retried. */
  readonly observe?: (outcome: DeliveryState, milliseconds: number) => void
  readonly retryDelaysMs: readonly number[]
  readonly around?: Around | undefined
}

/** Deliveries that this process has leased for one webhook. */
interface Line {
  target: Target
  signers: readonly [Signer, ...Signer[]]
  readonly waiting: { readonly claim: Claim; readonly leasedUntil: Date }[]
  sending: number
  share: number
  /** The last claim took its full share, so more may be due. */
  more: boolean
}

const heldBy = ({ waiting, sending }: Line) => waiting.length + sending

const hasEnough = (line: Line) => heldBy(line) > Math.floor(line.share / 2)

/** Returns a function that stops: no new attempts, and a short time for those in progress. */
export function startDelivering(services: DeliveryServices): () => Promise<void> {
  const { db, clock, warn } = services
  const lines = new Map<number, Line>()
  /** Webhooks that failed repeatedly, and the end of their pause by performance.now(). */
  const resting = new Map<number, number>()
  /** Attempts in progress, each with a function that abandons it. */
  const attempts = new Map<Promise<void>, () => void>()
  const abandoned: number[] = []
  const recording = new SharedRound<AttemptRecord, void>(
    async (records) => {
      await recordAttempts(db, records, clock())
      return records.map(() => undefined)
    },
    { gatherMs: RECORD_EVERY_MS },
  )
  let taken = 0
  /** The last claim was limited by TAKEN_AT_MOST. */
  let full = false
  let stopping = false
  const { wake: poll, stop: stopPolling } = wakeableLoop(take, {
    everyMs: POLL_MS,
    gapMs: GAP_MS,
    watch: services.watch,
    warn,
  })

  function held(): Map<number, number> {
    const now = performance.now()
    for (const [webhookId, until] of resting) if (until <= now) resting.delete(webhookId)
    return new Map([
      ...Array.from(resting.keys(), (webhookId) => [webhookId, PER_LOOK_FAILING] as const),
      ...Array.from(lines, ([webhookId, line]) => [webhookId, heldBy(line)] as const),
    ])
  }

  async function take(): Promise<void> {
    const limit = TAKEN_AT_MOST - taken
    if (limit <= 0) return
    full = false
    const now = clock()
    const leasedUntil = new Date(now.getTime() + LEASE_MS)
    const claims = await claimDeliveries(db, {
      now,
      leasedUntil,
      perWebhook: PER_LOOK,
      perFailingWebhook: PER_LOOK_FAILING,
      perOwner: PER_LOOK_OWNER,
      limit,
      held: held(),
    })
    full = claims.length === limit
    if (claims.length === 0) return
    const ofWebhook = Map.groupBy(claims, (claim) => claim.webhookId)
    for (const target of await targetsOf(db, [...ofWebhook.keys()], now))
      enqueue(target, ofWebhook.get(target.id)!, leasedUntil)
  }

  function enqueue(target: Target, claims: readonly Claim[], leasedUntil: Date): void {
    const share = claims[0]!.share
    const news = {
      target,
      share,
      signers: signersOf(services.keys, target),
      more: claims.length >= share,
    }
    const line: Line = Object.assign(lines.get(target.id) ?? { waiting: [], sending: 0 }, news)
    lines.set(target.id, line)
    for (const claim of claims) line.waiting.push({ claim, leasedUntil })
    taken += claims.length
    advance(line)
  }

  function advance(line: Line): void {
    while (line.sending < AT_ONCE && line.waiting.length > 0 && !stopping) {
      const { claim, leasedUntil } = line.waiting.shift()!
      if (leasedUntil.getTime() - clock().getTime() > LEASE_NEEDED_MS) begin(claim, line)
      else taken -= 1
    }
    if (line.more && !hasEnough(line)) poll()
    if (heldBy(line) === 0) lines.delete(line.target.id)
  }

  function begin(claim: Claim, line: Line): void {
    line.sending += 1
    const outcome = Promise.withResolvers<AttemptRecord | null>()
    followedDelivery(services, claim, line).then(outcome.resolve, outcome.reject)
    const attempt = outcome.promise
      .then((record) => {
        const failedAgain = line.target.failingSince !== null && record !== null && record.state !== 'delivered'
        if (failedAgain) resting.set(line.target.id, performance.now() + FAILED_AGAIN_REST_MS)
        return record
      })
      .finally(() => {
        line.sending -= 1
        advance(line)
      })
      .then(async (record) => {
        if (!record) return void abandoned.push(claim.id)
        await recording.join(record)
        services.observe?.(record.state, record.durationMs)
      })
      .catch(warn) // not recorded: the lease expires and the delivery is retried
      .finally(() => {
        taken -= 1
        attempts.delete(attempt)
        if (full && taken <= TAKEN_AT_MOST / 2) poll()
      })
    attempts.set(attempt, () => outcome.resolve(null))
  }

  services.onDue(poll)
  poll()
  return async () => {
    stopping = true
    await stopPolling()
    const notBegun = [...lines.values()].flatMap(({ waiting }) => waiting.map(({ claim }) => claim.id))
    const timer = setTimeout(() => {
      for (const abandon of attempts.values()) abandon()
    }, STOP_TIMEOUT_MS)
    await Promise.all([...attempts.keys(), releaseDeliveries(db, notBegun, clock()).catch(warn)])
    clearTimeout(timer)
    if (abandoned.length > 0) await releaseDeliveries(db, abandoned, clock()).catch(warn)
  }
}

function signersOf(keys: KeyRing, { id, secret, previousSecrets }: Target): Line['signers'] {
  const open = (sealed: Buffer) => signerOf(keys.decrypt(sealed, webhookContext(id)))
  return [open(secret), ...previousSecrets.map(open)]
}

/** Continues the trace that created the event, if known, and propagates it to the receiver. */
function followedDelivery(services: DeliveryServices, claim: Claim, line: Line): Promise<AttemptRecord> {
  const { around } = services
  if (!around) return deliver(services, claim, line)
  const attributes = {
    'http.request.method': 'POST',
    'server.address': URL.canParse(line.target.url) ? new URL(line.target.url).hostname : '',
    'vertice.webhook.id': claim.webhookId,
    'vertice.event.id': claim.eventId,
    'vertice.attempt': claim.attempt,
  }
  return around({ name: 'deliver webhook', kind: 'client', attributes, cause: claim.eventId }, async (underway) => {
    const record = await deliver(services, claim, line, { traceparent: underway.traceparent })
    if (record.status !== null) underway.set('http.response.status_code', record.status)
    if (record.state !== 'delivered') underway.fail(record.error?.code ?? String(record.status))
    return record
  })
}

async function deliver(
  { sender, clock, retryDelaysMs }: DeliveryServices,
  claim: Claim,
  { target, signers }: Line,
  more: Readonly<Record<string, string>> = {},
): Promise<AttemptRecord> {
  const at = clock()
  const signatures = signatureHeaders(signers, { id: claim.eventId, body: claim.body }, at)
  const headers = { ...COMMON_HEADERS, ...signatures, ...more }
  const attempt = await sender.send(target.url, claim.body, headers)
  return {
    deliveryId: claim.id,
    webhookId: claim.webhookId,
    at,
    status: attempt.status,
    durationMs: attempt.durationMs,
    error: attempt.error,
    response: printable(attempt.response),
    request: { url: target.url, headers },
    ...outcomeOf(claim.attempt, target.failingSince, attempt, clock(), retryDelaysMs),
  }
}

function outcomeOf(
  attempt: number,
  failingSince: Date | null,
  { status, retryAfter }: Attempt,
  now: Date,
  delaysMs: readonly number[],
): Pick<AttemptRecord, 'state' | 'dueAt' | 'deactivate'> {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', dueAt: now, deactivate: null }
  if (status === GONE) return { state: 'failed', dueAt: now, deactivate: 'gone' }
  const next = nextAttempt(attempt, now, { delaysMs, random: Math.random(), retryAfter })
  const failingForLong = failingSince !== null && now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS
  return {
    state: next === null ? 'failed' : 'pending',
    dueAt: next ?? now,
    deactivate: failingForLong ? 'failing' : null,
  }
}

/** Replaces NUL, which a response may contain and PostgreSQL rejects. */
const printable = (text: string) => text.replaceAll('\0', '�')
