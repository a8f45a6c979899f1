// Delivers what is owed: takes due deliveries on a lease, tries each, records what came of it. Any number of processes may
// do this on one database. A process that dies loses nothing: its leases end and the deliveries become due again, so each
// arrives at least once. A webhook that does not answer holds up only its own deliveries.
import { setTimeout as sleep } from 'node:timers/promises'
import { GIVE_UP_AFTER_MS, nextAttempt } from '../domain/retry-schedule.ts'
import type { KeyRing } from '../secrets.ts'
import type { Database } from '../store/database.ts'
import { type AttemptRecord, type Claim, claimDeliveries, recordAttempts } from '../store/deliveries.ts'
import { SharedRound } from '../store/shared-round.ts'
import type { Attempt, Sender } from './send.ts'
import { signatureHeaders } from './sign.ts'

const LEASE_MS = 30_000
const PER_WEBHOOK = 50
const PER_FAILING_WEBHOOK = 1
const UNDER_WAY = 500
const POLL_MS = 1_000
/** Between two looks: what finishes meanwhile is made good for together. */
const GAP_MS = 5
const GONE = 410

export interface DeliveryServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly sender: Sender
  readonly clock: () => Date
  /** Calls back soon after something became due, as well as it can; the poll is the net. */
  readonly onDue: (wake: () => void) => void
  readonly warn: (error: unknown) => void
  readonly retryDelaysMs: readonly number[]
}

/** Returns how to stop: nothing new is taken, and attempts under way are waited for. */
export function startDelivering(services: DeliveryServices): () => Promise<void> {
  const { db, clock, warn } = services
  const underWay = new Map<number, number>()
  const attempts = new Set<Promise<void>>()
  const recording = new SharedRound<AttemptRecord, void>(async (records) => {
    await recordAttempts(db, records)
    return records.map(() => undefined)
  })
  let stopping = false
  let looking: Promise<void> | null = null
  let again = false

  const look = (): void => {
    again = true
    looking ??= lookWhileAsked().finally(() => {
      looking = null
    })
  }

  async function lookWhileAsked(): Promise<void> {
    while (again && !stopping && attempts.size < UNDER_WAY) {
      again = false
      const now = clock()
      const claims = await claimDeliveries(db, {
        now,
        leaseEnd: new Date(now.getTime() + LEASE_MS),
        perWebhook: PER_WEBHOOK,
        perFailingWebhook: PER_FAILING_WEBHOOK,
        limit: UNDER_WAY - attempts.size,
        except: [...underWay].flatMap(([webhookId, count]) => (count >= PER_WEBHOOK ? [webhookId] : [])),
      }).catch((error) => {
        warn(error)
        return []
      })
      for (const claim of claims) begin(claim)
      if (claims.length > 0) again = true
      await sleep(GAP_MS)
    }
  }

  function begin(claim: Claim): void {
    const { webhookId } = claim
    underWay.set(webhookId, (underWay.get(webhookId) ?? 0) + 1)
    const attempt = deliver(services, claim)
      .then((record) => recording.join(record))
      .catch(warn) // not recorded: the lease ends and it is tried again
      .finally(() => {
        attempts.delete(attempt)
        const left = underWay.get(webhookId)! - 1
        if (left === 0) underWay.delete(webhookId)
        else underWay.set(webhookId, left)
        look()
      })
    attempts.add(attempt)
  }

  services.onDue(look)
  const timer = setInterval(look, POLL_MS)
  look()
  return async () => {
    stopping = true
    clearInterval(timer)
    await looking
    await Promise.all(attempts)
  }
}

async function deliver({ keys, sender, clock, retryDelaysMs }: DeliveryServices, claim: Claim): Promise<AttemptRecord> {
  const at = clock()
  const open = (sealed: Buffer) => keys.decrypt(sealed, `webhook:${claim.webhookId}`)
  const previous = claim.previousSecret ? [open(claim.previousSecret)] : []
  const headers = signatureHeaders([open(claim.secret), ...previous], { id: claim.eventId, body: claim.body }, at)
  const attempt = await sender.send(claim.url, claim.body, headers)
  return {
    deliveryId: claim.id,
    webhookId: claim.webhookId,
    at,
    status: attempt.status,
    durationMs: attempt.durationMs,
    error: attempt.error,
    response: printable(attempt.response),
    ...outcomeOf(claim, attempt, clock(), retryDelaysMs),
  }
}

function outcomeOf(
  { attempts, failingSince }: Claim,
  { status, retryAfter }: Attempt,
  now: Date,
  delaysMs: readonly number[],
): Pick<AttemptRecord, 'state' | 'dueAt' | 'deactivate'> {
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered', dueAt: now, deactivate: null }
  if (status === GONE) return { state: 'failed', dueAt: now, deactivate: 'the receiver answered 410 Gone' }
  const next = nextAttempt(attempts, now, { delaysMs, random: Math.random(), retryAfter })
  const failingForLong = failingSince !== null && now.getTime() - failingSince.getTime() >= GIVE_UP_AFTER_MS
  return {
    state: next === null ? 'failed' : 'pending',
    dueAt: next ?? now,
    deactivate: failingForLong ? 'only failures for five days' : null,
  }
}

/** PostgreSQL takes no NUL, and what a stranger answers may hold anything. */
const printable = (text: string) => text.replaceAll('\0', '�')
