// Keeps a connection to a caster: connects, sends the request, reads the response, and reconnects with a growing delay.
import { connect, type Socket } from 'node:net'
import type { Refused } from '@vertice/ntrip'
import { StreamResponse } from './stream-response.ts'

export type CallEvent =
  | { readonly kind: 'connected' }
  | { readonly kind: 'refused'; readonly reason: Refused['reason']; readonly said: string }
  /** Before or after the connection was established. */
  | { readonly kind: 'disconnected'; readonly why: string }

/** The delay doubles after each failure. */
export interface Retry {
  readonly firstMs: number
  readonly longestMs: number
}

export interface CallerOptions {
  readonly host: string
  readonly port: number
  /** The request head. */
  readonly request: () => string
  readonly retry: Retry
  readonly onEvent: (event: CallEvent) => void
  readonly onData?: (data: Buffer) => void
}

export type CallerState = 'stopped' | 'waiting' | 'dialling' | 'connected'

const ANSWER_WITHIN_MS = 15_000
/** Data that a slow caster has not read is dropped, as in a real station's modem. */
const MOST_UNSENT_BYTES = 256 * 1024

export class Caller {
  readonly #options: CallerOptions
  #state: CallerState = 'stopped'
  #socket: Socket | null = null
  #timer: NodeJS.Timeout | undefined
  #failures = 0

  constructor(options: CallerOptions) {
    this.#options = options
  }

  get state(): CallerState {
    return this.#state
  }

  start(): void {
    if (this.#state === 'stopped') this.#dial()
  }

  stop(): void {
    this.#leave('stopped')
  }

  /** Disconnects, and reconnects after that time. */
  hangUp(forMs: number): void {
    if (this.#state === 'stopped') return
    this.#leave('waiting')
    this.#dialIn(forMs)
  }

  /** False if the bytes were dropped. */
  send(bytes: Buffer | string): boolean {
    if (this.#state !== 'connected' || this.#socket!.writableLength > MOST_UNSENT_BYTES) return false
    this.#socket!.write(bytes)
    return true
  }

  #leave(state: 'stopped' | 'waiting'): void {
    const wasConnected = this.#state === 'connected'
    this.#state = state
    clearTimeout(this.#timer)
    this.#socket?.destroy()
    this.#socket = null
    if (wasConnected) this.#options.onEvent({ kind: 'disconnected', why: 'hung up' })
  }

  #dialIn(ms: number): void {
    this.#timer = setTimeout(() => this.#dial(), ms)
  }

  #dial(): void {
    const { host, port, request } = this.#options
    const socket = connect({ host, port, noDelay: true })
    const response = new StreamResponse()
    let why = 'closed by the caster'
    this.#state = 'dialling'
    this.#socket = socket
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy(new Error('no answer')))
    socket.on('connect', () => socket.write(request()))
    socket.on('error', ({ message }) => {
      why = message
    })
    socket.on('data', (bytes) => {
      const { answer, data } = response.push(bytes)
      if (answer?.status === 'stream') this.#opened(socket)
      else if (answer) this.#failed(socket, { kind: 'refused', reason: answer.reason, said: answer.said })
      for (const part of data) this.#options.onData?.(part)
    })
    socket.on('close', () => this.#failed(socket, { kind: 'disconnected', why }))
  }

  #opened(socket: Socket): void {
    if (socket !== this.#socket) return
    socket.setTimeout(0)
    this.#state = 'connected'
    this.#failures = 0
    this.#options.onEvent({ kind: 'connected' })
  }

  /** Once per connection: events after a rejection or a local disconnect are ignored. */
  #failed(socket: Socket, event: CallEvent): void {
    if (socket !== this.#socket) return
    const { firstMs, longestMs } = this.#options.retry
    this.#socket = null
    this.#state = 'waiting'
    socket.destroy()
    this.#dialIn(Math.min(firstMs * 2 ** this.#failures++, longestMs))
    this.#options.onEvent(event)
  }
}
