// Sends a stream to another caster, or to a plain TCP port: connects, waits for a caster to accept the stream, sends, and
// reconnects when the connection is lost.
import type net from 'node:net'
import { chunk, LAST_CHUNK, pushRequest, readPushResponse } from '@vertice/ntrip'
import { type Forward, type ForwardAddress, isPlain, type ListenAddress } from '../../../domain/network/forward.ts'
import type { StreamLoss } from '../../../domain/network/source-address.ts'
import { connectTo, lossOf, type Reachable } from '../client/guarded-connection.ts'

const ANSWER_WITHIN_MS = 15_000
export const FIRST_BACK_OFF_MS = 1_000
export const MAX_BACK_OFF_MS = 60_000
/** A receiver that accepts and hangs up must not be called every second. */
const STABLE_AFTER_MS = 10_000
/** Several minutes of a stream with all constellations. */
export const MAX_QUEUED_BYTES = 256 * 1024
/** A receiver that reads nothing for this long is reconnected: corrections that old are of no use. */
export const STALLED_AFTER_MS = 15_000
/** Time for the last bytes when this node hangs up. */
const CLOSE_WITHIN_MS = 2_000
const AGENT = 'Vertice/1'

export interface PushEvents {
  accepted(): void
  /** The client retries unless it was closed. */
  lost(why: StreamLoss): void
}

/** `to`: an address that this node connects to. */
export interface Push extends Pick<Forward, 'revision'> {
  readonly to: Exclude<ForwardAddress, ListenAddress>
}

export class PushClient {
  readonly #forward: Push
  readonly #reachable: Reachable
  readonly #events: PushEvents
  #socket: net.Socket | null = null
  #retry: NodeJS.Timeout | null = null
  #backOffMs = FIRST_BACK_OFF_MS
  #isAccepted = false
  #isClosed = false
  #why: StreamLoss = { code: 'closed', params: {} }
  /** Since when bytes wait in the queue of this process (performance.now); `null` if none do. */
  #queuedSince: number | null = null

  constructor(forward: Push, reachable: Reachable, events: PushEvents) {
    this.#forward = forward
    this.#reachable = reachable
    this.#events = events
    this.#connect()
  }

  /** Returns the sent bytes: 0 if the receiver has not accepted the stream, or reads too slowly. */
  send(data: Buffer): number {
    const socket = this.#socket
    if (!this.#isAccepted || !socket || socket.destroyed) return 0
    const now = performance.now()
    if (socket.writableLength === 0) this.#queuedSince = null
    else this.#queuedSince ??= now
    const isStalled = this.#queuedSince !== null && now - this.#queuedSince > STALLED_AFTER_MS
    if (isStalled || socket.writableLength + data.length > MAX_QUEUED_BYTES) {
      this.#fail({ code: 'stalled', params: {} })
      return 0
    }
    socket.write(this.#isChunked ? chunk(data) : data)
    return data.length
  }

  close(): void {
    this.#isClosed = true
    if (this.#retry) clearTimeout(this.#retry)
    const socket = this.#socket
    if (!socket || socket.destroyed) return
    if (!this.#isAccepted) return void socket.destroy()
    if (this.#isChunked) socket.write(LAST_CHUNK)
    socket.end()
    setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref()
  }

  get #isChunked(): boolean {
    return this.#forward.revision === 2 && !isPlain(this.#forward.to)
  }

  #fail(why: StreamLoss): void {
    this.#why = why
    this.#socket?.destroy()
  }

  #connect(): void {
    const { to, revision } = this.#forward
    const plain = isPlain(to)
    const socket = connectTo(plain ? { ...to, tls: false } : to, this.#reachable)
    this.#socket = socket
    this.#isAccepted = false
    this.#queuedSince = null
    this.#why = { code: 'closed', params: {} }
    let head: Buffer = Buffer.alloc(0)
    let acceptedAt: number | null = null
    const timer = setTimeout(() => this.#fail({ code: 'no_answer', params: {} }), ANSWER_WITHIN_MS)
    socket.setKeepAlive(true, 30_000)
    socket.setNoDelay(true)
    const accept = () => {
      clearTimeout(timer)
      acceptedAt = performance.now()
      this.#isAccepted = true
      this.#events.accepted()
    }
    if (plain) socket.once('connect', accept)
    else
      socket.once(to.tls ? 'secureConnect' : 'connect', () =>
        socket.write(pushRequest({ ...to, revision, agent: AGENT, chunked: revision === 2 }), 'latin1'),
      )
    socket.on('data', (bytes: Buffer) => {
      if (this.#isAccepted || plain) return // read and ignored, so that the receiver is not blocked
      head = Buffer.concat([head, bytes])
      const response = readPushResponse(head)
      if (response === 'incomplete') return
      if (response.status === 'refused') {
        const { reason, said } = response
        return this.#fail({ code: 'refused', params: { reason, said } })
      }
      accept()
    })
    socket.on('error', (error) => {
      this.#why = lossOf(error, to)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      this.#isAccepted = false
      if (this.#isClosed) return
      if (acceptedAt !== null && performance.now() - acceptedAt > STABLE_AFTER_MS) this.#backOffMs = FIRST_BACK_OFF_MS
      this.#events.lost(this.#why)
      const jitter = 0.8 + 0.4 * Math.random()
      if (!this.#isClosed) this.#retry = setTimeout(() => this.#connect(), this.#backOffMs * jitter)
      this.#backOffMs = Math.min(this.#backOffMs * 2, MAX_BACK_OFF_MS)
    })
  }
}
