// Splits what a caster sends into its response and the data after it.
import { ChunkedDecoder, type Refused, readResponse, type StreamOpened, withoutLineEnds } from '@vertice/ntrip'

interface Part {
  /** Set once, when the response is complete. */
  readonly answer: StreamOpened | Refused | null
  readonly data: readonly Buffer[]
}

export class StreamResponse {
  #head = Buffer.alloc(0)
  #isOpen = false
  #lineEndsMayFollow = false
  #chunks: ChunkedDecoder | null = null

  push(bytes: Buffer): Part {
    if (this.#isOpen) return { answer: null, data: this.#data(bytes) }
    this.#head = Buffer.concat([this.#head, bytes])
    const answer = readResponse(this.#head)
    if (answer === 'incomplete') return { answer: null, data: [] }
    if (answer.status === 'refused') return { answer, data: [] }
    this.#isOpen = true
    this.#lineEndsMayFollow = answer.lineEndsMayFollow
    this.#chunks = answer.chunked ? new ChunkedDecoder() : null
    return { answer, data: this.#data(this.#head.subarray(answer.headLength)) }
  }

  #data(bytes: Buffer): readonly Buffer[] {
    const data = this.#lineEndsMayFollow ? withoutLineEnds(bytes) : bytes
    if (data.length === 0) return []
    this.#lineEndsMayFollow = false
    return this.#chunks?.push(data) ?? [data]
  }
}
