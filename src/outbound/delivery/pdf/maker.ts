// Makes sheets on request. Identical requests share one sheet: concurrent callers wait for the same job, and later ones
// get it from the cache. Rejects requests when the queue is full, and drops jobs whose callers have disconnected. Pages
// and mails have separate queues, so a crowd in one does not delay the other.
import { createHash } from 'node:crypto'
import type { Brand } from '../../../domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { Language } from '../../../domain/people/user.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import type { Paper } from './document.ts'
import { FairQueue } from './queue.ts'
import { SheetCache } from './sheet-cache.ts'
import { type PdfRequest, Workshop } from './workshop.ts'

/** Queue limits; tests use smaller ones. */
const LIMITS = {
  /** Max waiting sheets per queue and per owner; each takes a tenth of a second. */
  waiting: 100,
  waitingOfOwner: 20,
  /** Max callers that share one sheet. */
  callers: 500,
}
/** About a hundred sheets. */
const KEPT_BYTES = 8 * 1024 * 1024
const IDLE_MS = 15_000

export type Lane = 'pages' | 'mails'

/** The queue is full; try again later. */
export class TooManyWait extends Error {}

interface Job {
  readonly name: string
  readonly key: string
  readonly lane: Lane
  readonly request: PdfRequest
  readonly callers: Set<PromiseWithResolvers<Buffer>>
}

export interface SheetWish {
  readonly language: Language
  readonly paper?: Paper
  readonly receiver?: ReceiverKey | null
  readonly lane?: Lane
  /** The network's brand if omitted. */
  readonly brand?: Brand
  /** Aborted when the caller has disconnected. */
  readonly signal?: AbortSignal
}

export class PdfMaker {
  readonly #workshop: Workshop
  readonly #brand: () => Brand
  readonly #kept = new SheetCache(KEPT_BYTES)
  readonly #jobs = new Map<string, Job>()
  readonly #lanes: Readonly<Record<Lane, FairQueue<Job>>>
  readonly #mostCallers: number
  #turn: Lane = 'pages'
  #underWay: Job | null = null
  #idle: NodeJS.Timeout | undefined

  /** `brand` is read for each sheet. */
  constructor(brand: () => Brand, { waiting, waitingOfOwner, callers } = LIMITS) {
    this.#workshop = new Workshop()
    this.#brand = brand
    const lane = () => new FairQueue<Job>(waiting, waitingOfOwner)
    this.#lanes = { pages: lane(), mails: lane() }
    this.#mostCallers = callers
  }

  async make(
    delivery: CustomerDelivery,
    { language, paper = 'letter', receiver = null, lane = 'pages', brand = this.#brand(), signal }: SheetWish,
  ): Promise<Buffer> {
    signal?.throwIfAborted()
    const request = { delivery, language, paper, receiver, brand }
    const key = keyOf(request)
    const kept = this.#kept.get(key)
    if (kept) return kept
    const name = `${lane} ${key}`
    const job = this.#jobs.get(name) ?? this.#enqueue({ name, key, lane, request, callers: new Set() })
    if (job.callers.size >= this.#mostCallers) throw new TooManyWait()
    return this.#wait(job, signal)
  }

  /** Rejects all waiting requests. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    this.#kept.clear()
    for (const job of this.#jobs.values())
      this.#settle(job, ({ reject }) => reject(new Error('the service is stopping')))
    await this.#workshop.close()
  }

  #enqueue(job: Job): Job {
    if (!this.#lanes[job.lane].add(ownerOf(job), job)) throw new TooManyWait()
    this.#jobs.set(job.name, job)
    queueMicrotask(() => this.#advance())
    return job
  }

  #wait(job: Job, signal: AbortSignal | undefined): Promise<Buffer> {
    const caller = Promise.withResolvers<Buffer>()
    job.callers.add(caller)
    const leave = () => {
      job.callers.delete(caller)
      caller.reject(signal!.reason)
      // A running job is finished and cached, because the same caller may retry.
      if (job.callers.size === 0 && job !== this.#underWay) this.#drop(job)
    }
    signal?.addEventListener('abort', leave, { once: true })
    return caller.promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  #advance(): void {
    if (this.#underWay) return
    const other = this.#turn === 'pages' ? 'mails' : 'pages'
    const job = this.#lanes[this.#turn].take() ?? this.#lanes[other].take()
    if (!job) {
      this.#rest()
      return
    }
    clearTimeout(this.#idle)
    this.#turn = job.lane === 'pages' ? 'mails' : 'pages'
    this.#underWay = job
    void this.#workshop
      .make(job.request)
      .then(
        (pdf) => {
          this.#kept.keep(job.key, pdf)
          this.#settle(job, ({ resolve }) => resolve(pdf))
        },
        (error) => this.#settle(job, ({ reject }) => reject(error)),
      )
      .finally(() => {
        this.#underWay = null
        this.#advance()
      })
  }

  /** Stops the thread and clears the cache after a while without requests, to free their memory. */
  #rest(): void {
    clearTimeout(this.#idle)
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
  }

  #settle(job: Job, tell: (caller: PromiseWithResolvers<Buffer>) => void): void {
    this.#drop(job)
    for (const caller of job.callers) tell(caller)
    job.callers.clear()
  }

  #drop(job: Job): void {
    this.#jobs.delete(job.name)
    this.#lanes[job.lane].remove(ownerOf(job), job)
  }
}

const ownerOf = ({ request }: Job) => request.delivery.credential.ownerId

/**
 * Hash of everything on the sheet, so that any change (a revocation, a new link, a silent station) makes a new one.
 * Includes the minute, because the sheet prints when it was made.
 */
function keyOf({ delivery, language, paper, receiver, brand }: PdfRequest): string {
  const minute = Math.floor(delivery.now.getTime() / MINUTE_MS)
  const state = JSON.stringify([language, paper, receiver, brand.shades, { ...delivery, now: minute }])
  return createHash('sha256')
    .update(state)
    .update(brand.logo?.content ?? '')
    .digest('base64')
}
