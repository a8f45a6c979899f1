// Records which background jobs of this process succeed, and since when one fails.
import type { Registry } from 'prom-client'
import type { LoopWatch } from '../../base/running/wakeable-loop.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import { registerScraped } from './scraped.ts'

interface Job {
  /** Unix time in ms. Before the first run, the job's start; 0 if it has only failed since. */
  succeededAt: number
  failures: number
  /** First failure since the last success; `null` if the last run succeeded. */
  failingSince: number | null
}

/** A job that fails once and then succeeds is not reported. */
const KEEPS_FAILING_MS = 5 * MINUTE_MS

export interface FailingJob {
  readonly name: string
  readonly since: Date
}

export class Jobs {
  readonly #jobs = new Map<string, Job>()

  readonly watch = (name: string): LoopWatch => {
    const job: Job = { succeededAt: Date.now(), failures: 0, failingSince: null }
    let hasSucceeded = false
    this.#jobs.set(name, job)
    return {
      succeeded() {
        hasSucceeded = true
        job.succeededAt = Date.now()
        job.failingSince = null
      },
      failed() {
        job.failures += 1
        if (!hasSucceeded) job.succeededAt = 0
        job.failingSince ??= Date.now()
      },
    }
  }

  failing(now = Date.now()): FailingJob[] {
    return [...this.#jobs].flatMap(([name, { failingSince }]) =>
      failingSince !== null && now - failingSince >= KEEPS_FAILING_MS ? [{ name, since: new Date(failingSince) }] : [],
    )
  }

  register(registry: Registry): void {
    const all = (value: (job: Job) => number) => () =>
      Array.from(this.#jobs, ([name, job]) => [{ name }, value(job)] as const)
    registerScraped(
      registry,
      {
        name: 'vertice_job_last_success_timestamp_seconds',
        help: 'Time a background job last succeeded, by name. Before its first run: its start time; 0: it has only failed since.',
        type: 'gauge',
        aggregator: 'max',
      },
      all(({ succeededAt }) => succeededAt / 1000),
    )
    registerScraped(
      registry,
      {
        name: 'vertice_job_failures_total',
        help: 'Failed runs of a background job, by name.',
        type: 'counter',
      },
      all(({ failures }) => failures),
    )
  }
}
