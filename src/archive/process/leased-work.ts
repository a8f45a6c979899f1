// Work that one worker at a time does on a lease. A worker that dies loses its lease, and another one does the work.
import { MINUTE_MS } from '../../domain/time/units.ts'

const LEASE_MS = 2 * MINUTE_MS
/** Extends the lease while the work goes on, even if a long hour brings no progress. */
const RENEW_EVERY_MS = 30_000
/** Progress is noted in steps of this size, and with each renewal. */
const STEP_PCT = 10

export interface LeasedTask {
  /** Number of this attempt, starting at 1. */
  readonly attempt: number
}

/** The work was started in all attempts and ended in none, or the last attempt threw. */
export type BrokenWork = 'broken_off' | 'internal_error'

export interface LeasedWork<Task extends LeasedTask> {
  readonly mostAttempts: number
  /** Wait after the first failed attempt; after the second it is twice as long. */
  readonly retryAfterMs: number
  take(now: Date, leasedUntil: Date): Promise<Task | null>
  do(task: Task, lease: Lease<Task>): Promise<void>
  /** Extends the lease. Resolves to false if the task belongs to another worker. */
  renew(task: Task, percent: number, leasedUntil: Date): Promise<boolean>
  /** Ends the lease: the task is due again at this time. */
  release(task: Task, dueAt: Date): Promise<unknown>
  /** Ends the lease as if the task had not been taken. */
  giveBack(task: Task): Promise<unknown>
  /** The task cannot be done, and is not tried again. */
  fail(task: Task, failure: BrokenWork): Promise<unknown>
}

export interface WorkerServices {
  readonly clock: () => Date
  readonly warn: (error: unknown) => void
}

/** Returns whether there was a task. */
export async function workOnce<Task extends LeasedTask>(
  services: WorkerServices,
  work: LeasedWork<Task>,
  isStopping: () => boolean,
): Promise<boolean> {
  const { clock, warn } = services
  if (isStopping()) return false
  const task = await work.take(clock(), leaseEnd(clock()))
  if (!task) return false
  // All attempts were started and none finished: the task may be what crashes the process.
  if (task.attempt > work.mostAttempts) {
    await work.fail(task, 'broken_off')
    return true
  }
  const lease = new Lease(services, work, task)
  try {
    await work.do(task, lease)
    await lease.end()
  } catch (error) {
    await lease.end()
    // A restart is no failure of the task.
    if (isStopping()) await work.giveBack(task)
    else {
      warn(error)
      if (task.attempt < work.mostAttempts) await work.release(task, retryAt(work, task, clock()))
      else await work.fail(task, 'internal_error')
    }
  }
  return true
}

export const retryAt = (work: { readonly retryAfterMs: number }, { attempt }: LeasedTask, now: Date): Date =>
  new Date(now.getTime() + work.retryAfterMs * attempt)

/** Renews itself until it is ended. */
export class Lease<Task extends LeasedTask> {
  readonly #services: WorkerServices
  readonly #work: Pick<LeasedWork<Task>, 'renew'>
  readonly #task: Task
  readonly #renewing = setInterval(() => this.#renew(), RENEW_EVERY_MS)
  #percent = 0
  #notedPercent = 0
  #isHeld = true
  /** A renewal that ends after the result is written would overwrite when the task is due again. */
  #renewed = Promise.resolve()

  constructor(services: WorkerServices, work: Pick<LeasedWork<Task>, 'renew'>, task: Task) {
    this.#services = services
    this.#work = work
    this.#task = task
  }

  progress(percent: number): void {
    this.#percent = percent
    if (percent < this.#notedPercent + STEP_PCT) return
    this.#notedPercent = percent
    this.#renew()
  }

  /** Whether the task still belonged to this worker at the last renewal. */
  async isHeld(): Promise<boolean> {
    await this.#renewed
    return this.#isHeld
  }

  end(): Promise<void> {
    clearInterval(this.#renewing)
    return this.#renewed
  }

  #renew(): void {
    this.#renewed = this.#renewed
      .then(async () => {
        this.#isHeld = await this.#work.renew(this.#task, this.#percent, leaseEnd(this.#services.clock()))
      })
      .catch(this.#services.warn)
  }
}

export const leaseEnd = (now: Date) => new Date(now.getTime() + LEASE_MS)
