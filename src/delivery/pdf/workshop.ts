// Makes sheets in a thread of their own, one at a time: the library, the fonts and the work would hold up rovers and callers for as
// long as they take. The thread begins with the first sheet and ends when it is told to.
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Brand } from '../../domain/delivery/brand.ts'
import type { CustomerDelivery } from '../../domain/delivery/delivery.ts'
import type { Language } from '../../domain/people/user.ts'
import type { Paper } from './document.ts'

export interface PdfRequest {
  readonly delivery: CustomerDelivery
  readonly language: Language
  readonly paper: Paper
  readonly brand: Brand
}

export type PdfAnswer = { readonly pdf: Uint8Array } | { readonly error: string }

/** A sheet takes a tenth of a second; whatever takes this long will not end by itself. */
const PATIENCE_MS = 20_000
/** The first sheet of a thread also loads the library and the fonts: over a second of processor time at a low priority. */
const FIRST_PATIENCE_MS = 60_000
/** The fonts and one sheet take a fraction of it. */
const HEAP_MB = 128

interface UnderWay {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

export class Workshop {
  #thread: Worker | null = null
  /** The thread has made a sheet, so the library and the fonts are loaded. */
  #isLoaded = false
  #underWay: UnderWay | null = null

  /** Not before the one before is done. */
  make(request: PdfRequest): Promise<Buffer> {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    this.#underWay = { resolve, reject }
    this.#thread ??= this.#begin()
    this.#thread.ref()
    this.#thread.postMessage(request)
    const patienceMs = this.#isLoaded ? PATIENCE_MS : FIRST_PATIENCE_MS
    const impatient = setTimeout(() => void this.close(new Error('the sheet took too long')), patienceMs)
    return promise.finally(() => {
      clearTimeout(impatient)
      this.#underWay = null
      this.#thread?.unref() // an idle thread must not keep a process alive that has nothing else to do
    })
  }

  /** What is under way is refused; another sheet begins another thread. */
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
