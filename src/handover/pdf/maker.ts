// Makes sheets in a thread of their own: the library, the fonts and the work would hold up rovers and callers for as long as they take.
// The thread begins with the first sheet and ends when nobody has wanted one for a while.
import { Worker } from 'node:worker_threads'
import type { Handover } from '../../domain/handover/handover.ts'
import type { Language } from '../../domain/people/user.ts'
import type { Logo } from '../logo.ts'
import type { Paper } from './document.ts'

export interface PdfRequest {
  readonly id: number
  readonly handover: Handover
  readonly language: Language
  readonly paper: Paper
}

export type PdfAnswer = { readonly id: number } & ({ readonly pdf: Uint8Array } | { readonly error: string })

const IDLE_MS = 60_000

interface Waiting {
  readonly resolve: (pdf: Buffer) => void
  readonly reject: (error: Error) => void
}

export class PdfMaker {
  readonly #logo: Logo | null
  readonly #waiting = new Map<number, Waiting>()
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #asked = 0

  constructor(logo: Logo | null) {
    this.#logo = logo
  }

  make(handover: Handover, language: Language, paper: Paper = 'letter'): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      clearTimeout(this.#idle)
      const id = ++this.#asked
      this.#waiting.set(id, { resolve, reject })
      this.#thread ??= this.#begin()
      this.#thread.ref()
      this.#thread.postMessage({ id, handover, language, paper } satisfies PdfRequest)
    })
  }

  /** What is still wanted then is refused. */
  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    this.#refuseAll(new Error('the service is stopping'))
    await thread?.terminate()
  }

  #begin(): Worker {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), { workerData: { logo: this.#logo } })
    thread.on('message', (answer: PdfAnswer) => this.#answered(thread, answer))
    const ended = (error: Error) => {
      if (this.#thread !== thread) return
      this.#thread = null // the next who wants a sheet begins another
      this.#refuseAll(error)
    }
    thread.on('error', ended)
    thread.on('exit', () => ended(new Error('the thread that makes sheets has ended')))
    return thread
  }

  #answered(thread: Worker, answer: PdfAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('pdf' in answer) waiting?.resolve(Buffer.from(answer.pdf))
    else waiting?.reject(new Error(answer.error))
    if (this.#waiting.size > 0) return
    thread.unref() // an idle thread must not keep a process alive that has nothing else to do
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
  }

  #refuseAll(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}
