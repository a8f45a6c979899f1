// Sheets for whoever asks. What is asked for again while nothing has changed is made once: those who ask together share it, those who
// come a moment later get the same bytes. Who finds too many before them is told so; who goes away is not worked for. Mails
// stand in a line of their own, so neither waits for a crowd at the other.
import { createHash } from 'node:crypto'
import type { Brand } from '../../domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { Language } from '../../domain/people/user.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { Paper } from './document.ts'
import { KeptSheets } from './kept.ts'
import { FairQueue } from './queue.ts'
import { type PdfRequest, Workshop } from './workshop.ts'

/** How much may wait; others only for tests. */
const LIMITS = {
  /** Sheets to be made, in each line and of one owner; a tenth of a second each. */
  waiting: 100,
  waitingOfOwner: 20,
  /** Who shares the wait for one sheet. */
  callers: 500,
}
/** About a hundred sheets. */
const KEPT_BYTES = 8 * 1024 * 1024
const IDLE_MS = 15_000

export type Lane = 'pages' | 'mails'

/** Too many wait already: later there will be room. */
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
  readonly lane?: Lane
  /** Whoever asked has gone. */
  readonly signal?: AbortSignal
}

export class PdfMaker {
  readonly #workshop: Workshop
  readonly #brand: () => Brand
  readonly #kept = new KeptSheets(KEPT_BYTES)
  readonly #jobs = new Map<string, Job>()
  readonly #lanes: Readonly<Record<Lane, FairQueue<Job>>>
  readonly #mostCallers: number
  #turn: Lane = 'pages'
  #underWay: Job | null = null
  #idle: NodeJS.Timeout | undefined

  /** `brand`: looked at for each sheet. */
  constructor(brand: () => Brand, { waiting, waitingOfOwner, callers } = LIMITS) {
    this.#workshop = new Workshop()
    this.#brand = brand
    const lane = () => new FairQueue<Job>(waiting, waitingOfOwner)
    this.#lanes = { pages: lane(), mails: lane() }
    this.#mostCallers = callers
  }

  async make(
    delivery: CustomerDelivery,
    { language, paper = 'letter', lane = 'pages', signal }: SheetWish,
  ): Promise<Buffer> {
    signal?.throwIfAborted()
    const request = { delivery, language, paper, brand: this.#brand() }
    const key = keyOf(request)
    const kept = this.#kept.get(key)
    if (kept) return kept
    const name = `${lane} ${key}`
    const job = this.#jobs.get(name) ?? this.#enqueue({ name, key, lane, request, callers: new Set() })
    if (job.callers.size >= this.#mostCallers) throw new TooManyWait()
    return this.#wait(job, signal)
  }

  /** What is still wanted then is refused. */
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
      // What is being made already is finished, and kept: the next who asks may be the same one.
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

  /** Nobody has wanted anything for a while: neither the thread nor what was made is worth its memory. */
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
 * All that stands on the sheet, so whatever changes (a revocation, a new link, a station that fell silent) makes another one; and
 * the minute, which it names as the time it was made.
 */
function keyOf({ delivery, language, paper, brand }: PdfRequest): string {
  const minute = Math.floor(delivery.now.getTime() / MINUTE_MS)
  const state = JSON.stringify([language, paper, brand.shades, { ...delivery, now: minute }])
  return createHash('sha256')
    .update(state)
    .update(brand.logo?.content ?? '')
    .digest('base64')
}
