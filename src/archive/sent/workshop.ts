// Rebuilds what rovers were sent, in a worker thread and one job at a time: it would block the event loop for seconds.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal, type RefusalCode, type RefusalParams } from '../../domain/codes/refusal.ts'
import type { Sent } from '../../domain/sessions/sent.ts'
import type { StorageConfig } from '../storage/open-storage.ts'
import type { SentJob } from './rebuild.ts'

export interface SentRequest {
  readonly job: SentJob
  readonly storage: StorageConfig
}

export type SentAnswer =
  | { readonly sent: Sent }
  | { readonly refusal: { readonly code: RefusalCode; readonly params: RefusalParams } }
  | { readonly error: string }

export class SentWorkshop {
  readonly #storage: StorageConfig
  #last: Promise<unknown> = Promise.resolve()

  constructor({ dataDir, archiveBucket }: StorageConfig) {
    this.#storage = { dataDir, archiveBucket }
  }

  rebuild(job: SentJob): Promise<Sent> {
    const rebuilt = this.#last.then(() => rebuildInThread({ job, storage: this.#storage }))
    this.#last = rebuilt.catch(() => {})
    return rebuilt
  }
}

async function rebuildInThread(request: SentRequest): Promise<Sent> {
  const { promise, resolve, reject } = Promise.withResolvers<Sent>()
  const thread = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url))
  thread.on('message', (answer: SentAnswer) => {
    // Buffers arrive as plain byte arrays.
    if ('sent' in answer) resolve({ ...answer.sent, bytes: Buffer.from(answer.sent.bytes) })
    else if ('refusal' in answer) reject(new Refusal(answer.refusal.code, answer.refusal.params as never))
    else reject(new Error(answer.error))
  })
  thread.on('error', reject)
  thread.on('exit', () => reject(new Error('the thread that rebuilds streams has ended')))
  thread.postMessage(request)
  try {
    return await promise
  } finally {
    await thread.terminate()
  }
}
