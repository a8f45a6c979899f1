// Makes RINEX files in a worker thread, one at a time: decoding a day takes seconds and would block the event loop. The
// thread starts with a job and ends with it, so that its memory is free between jobs.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { StorageConfig } from '../storage/open-storage.ts'
import type { RinexJob, RinexOutcome } from './make.ts'

/** Settings of the storage, which the thread opens itself. */
export interface ThreadRequest {
  readonly job: RinexJob
  readonly storage: StorageConfig
}

export type ThreadAnswer =
  | { readonly percent: number }
  | { readonly outcome: RinexOutcome }
  | { readonly error: string }

/**
 * Limits of the thread's heap. Measured with a simulated station of four constellations in MSM7, beside the rest of the
 * process: 75 MB for 24 h at 1 Hz (128 MB without the second limit), and 83 MB for 31 days at 30 s without the
 * navigation file, which is written record by record.
 */
const HEAP_MB = 96
const YOUNG_MB = 12

export class RinexWorkshop {
  readonly #storage: StorageConfig
  #thread: Worker | null = null

  constructor(storage: StorageConfig) {
    this.#storage = storage
  }

  /** Call only after the previous job is done. */
  async make(job: RinexJob, progress: (percent: number) => void): Promise<RinexOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<RinexOutcome>()
    const thread = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: YOUNG_MB },
    })
    this.#thread = thread
    thread.on('message', (answer: ThreadAnswer) => {
      if ('percent' in answer) progress(answer.percent)
      else if ('outcome' in answer) resolve(answer.outcome)
      else reject(new Error(answer.error))
    })
    thread.on('error', reject)
    thread.on('exit', () => reject(new Error('the thread that makes RINEX files has ended')))
    thread.postMessage({ job, storage: this.#storage } satisfies ThreadRequest)
    try {
      return await promise
    } finally {
      this.#thread = null
      await thread.terminate()
    }
  }

  /** The running job fails; it is retried later. */
  async close(): Promise<void> {
    await this.#thread?.terminate()
  }
}
