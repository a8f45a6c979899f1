// Does long work on the archive in a process of its own, one job at a time: decoding a day takes seconds and would block
// the event loop. The process starts with a job and ends with it, so that its memory returns to the system.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { environmentWithoutSecrets } from '../../base/config/config.ts'
import { MINUTE_MS } from '../../domain/time/units.ts'
import type { StorageConfig } from '../storage/open-storage.ts'

/** Settings of the storage, which the process opens itself. */
export interface ChildRequest<Job> {
  readonly job: Job
  readonly storage: StorageConfig
}

export type ChildAnswer<Outcome> =
  | { readonly percent: number }
  | { readonly outcome: Outcome }
  | { readonly error: string }

/** Limits of the heap. */
export const PROCESS_FLAGS = ['--max-old-space-size=96', '--max-semi-space-size=2']
/** glibc keeps freed memory per thread; with one arena for all threads, a month takes 27 MB less. */
export const PROCESS_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
/** Progress is reported after every hour of data. The slowest, at 50 Hz from a bucket, takes about a minute. */
const SILENT_MS = 10 * MINUTE_MS
/** V8 writes a long report when the heap is full. */
const MOST_REPORT = 2_000

export interface WorkshopOptions {
  /** The module that the process runs. */
  readonly main: string
  /** For messages: what the process does. */
  readonly purpose: string
  /** For tests. */
  readonly silentMs?: number
}

export class Workshop<Job, Outcome> {
  readonly #storage: StorageConfig
  readonly #main: string
  readonly #purpose: string
  readonly #silentMs: number
  #child: ChildProcess | null = null

  constructor({ dataDir, archiveBucket }: StorageConfig, { main, purpose, silentMs = SILENT_MS }: WorkshopOptions) {
    this.#storage = { dataDir, archiveBucket }
    this.#main = main
    this.#purpose = purpose
    this.#silentMs = silentMs
  }

  /** Call only after the previous job is done. */
  async make(job: Job, progress: (percent: number) => void): Promise<Outcome> {
    const child = fork(this.#main, {
      env: { ...environmentWithoutSecrets(), ...PROCESS_ENVIRONMENT },
      execArgv: PROCESS_FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    this.#child = child
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
    const silence = setTimeout(() => {
      reject(new Error(`the process that ${this.#purpose} reported no progress for ${this.#silentMs / 1000} s`))
    }, this.#silentMs)
    let report = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      report = (report + text).slice(-MOST_REPORT)
    })
    child.on('message', (answer: ChildAnswer<Outcome>) => {
      silence.refresh()
      if ('percent' in answer) progress(answer.percent)
      else if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer.outcome)
    })
    child.on('error', reject)
    child.once('close', (code, signal) =>
      reject(new Error(`the process that ${this.#purpose} ended with ${signal ?? code}. ${report}`.trim())),
    )
    child.send({ job, storage: this.#storage } satisfies ChildRequest<Job>, () => {}) // a failure ends in 'close'
    try {
      return await promise
    } finally {
      clearTimeout(silence)
      this.#child = null
      await killed(child)
    }
  }

  /** The running job fails; it is retried later. */
  async close(): Promise<void> {
    if (this.#child) await killed(this.#child)
  }
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
