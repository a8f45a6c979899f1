// Makes sheets in a worker thread, one at a time, because loading the library and the fonts and the work itself would
// block the event loop. The thread starts with the first sheet and ends with `close`.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Brand } from '../../../domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../../domain/delivery/delivery.ts'
import type { ReceiverKey } from '../../../domain/delivery/receivers/names.ts'
import type { Language } from '../../../domain/people/user.ts'
import type { Paper } from './document.ts'
import type { ReportWish } from './position-report.ts'

export interface PdfRequest {
  readonly delivery: CustomerDelivery
  readonly language: Language
  readonly paper: Paper
  readonly receiver: ReceiverKey | null
  readonly brand: Brand
}

export type PdfAnswer = { readonly pdf: Uint8Array } | { readonly error: string }

/** Timeout of a sheet. A sheet takes a tenth of a second, so a job that exceeds this hangs. */
const TIMEOUT_MS = 20_000
/** The first sheet of a thread also loads the library and the fonts: over a second of CPU time at low priority. */
const FIRST_TIMEOUT_MS = 60_000
/** The fonts and one sheet need a fraction of this. */
const HEAP_MB = 128

interface UnderWay {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

export class Workshop {
  #thread: Worker | null = null
  /** Whether the thread has made a sheet, so that the library and the fonts are loaded. */
  #isLoaded = false
  #underWay: UnderWay | null = null

  /** Call only after the previous sheet is done. */
  make(request: PdfRequest | ReportWish): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.#underWay = { resolve, reject }
    this.#thread ??= this.#begin()
    this.#thread.ref()
    this.#thread.postMessage(request)
    const timeoutMs = this.#isLoaded ? TIMEOUT_MS : FIRST_TIMEOUT_MS
    const timer = setTimeout(() => void this.close(new Error('the sheet took too long')), timeoutMs)
    return promise.finally(() => {
      clearTimeout(timer)
      this.#underWay = null
      this.#thread?.unref() // an idle thread must not keep the process alive
    })
  }

  /** Rejects the running job. A later sheet starts a new thread. */
  async close(reason = new Error('the service is stopping')): Promise<void> {
    const thread = this.#thread
    this.#thread = null
    this.#underWay?.reject(reason)
    await thread?.terminate()
  }

  #begin(): Worker {
    const thread = new Worker(new URL(`./thread${extname(import.meta.url)}`, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    })
    this.#isLoaded = false
    thread.on('message', (answer: PdfAnswer) => {
      if (this.#thread !== thread) return
      this.#isLoaded = true
      if ('pdf' in answer) this.#underWay?.resolve(Buffer.from(answer.pdf.buffer))
      else this.#underWay?.reject(new Error(answer.error))
    })
    const ended = (error: Error) => {
      if (this.#thread !== thread) return
      this.#thread = null
      this.#underWay?.reject(error)
    }
    thread.on('error', ended)
    thread.on('exit', () => ended(new Error('the thread that makes sheets has ended')))
    return thread
  }
}
