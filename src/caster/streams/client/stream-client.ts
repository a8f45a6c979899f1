// A stream from another caster: connects, requests it, forwards the data, and reconnects when it is lost.
import type net from 'node:net'
import { ChunkedDecoder, readResponse, streamRequest, withoutLineEnds } from '@vertice/ntrip'
import { FromFirstFrame } from '@vertice/rtcm'
import type { SourceAddress, StreamLoss } from '../../../domain/network/source-address.ts'
import { connectTo, lossOf, type Reachable } from './guarded-connection.ts'

const ANSWER_WITHIN_MS = 15_000
const SILENT_FOR_MS = 60_000
const FIRST_BACK_OFF_MS = 1_000
const MAX_BACK_OFF_MS = 60_000
const AGENT = 'Vertice/1'

export interface StreamEvents {
  opened(): void
  data(bytes: Buffer): void
  /** The client retries unless it was closed. */
  lost(why: StreamLoss): void
}

export interface StreamOptions {
  /** The GGA sentence that a VRS engine needs. */
  readonly position?: string | null
  /** False if the operator declared another format: data is then forwarded without a check. */
  readonly onlyRtcm?: boolean
  readonly maxBackOffMs?: number
}

const plain = (
  code: 'closed' | 'not_rtcm' | 'no_answer' | 'no_data' | 'silent' | 'ended' | 'badly_chunked',
): StreamLoss => ({
  code,
  params: {},
})

export class StreamClient {
  readonly #from: SourceAddress
  readonly #reachable: Reachable
  readonly #events: StreamEvents
  readonly #onlyRtcm: boolean
  readonly #maxBackOffMs: number
  #socket: net.Socket | null = null
  #retry: NodeJS.Timeout | null = null
  #backOffMs = FIRST_BACK_OFF_MS
  #open = false
  #closed = false
  #position: string | null

  constructor(from: SourceAddress, reachable: Reachable, events: StreamEvents, options: StreamOptions = {}) {
    const { position = null, onlyRtcm = true, maxBackOffMs = MAX_BACK_OFF_MS } = options
    this.#maxBackOffMs = maxBackOffMs
    this.#from = from
    this.#onlyRtcm = onlyRtcm
    this.#reachable = reachable
    this.#events = events
    this.#position = position
    this.#connect()
  }

  position(sentence: string): void {
    this.#position = sentence
    if (this.#open) this.#socket?.write(`${sentence}\r\n`)
  }

  /** Closes the connection and reconnects after this pause. */
  hangUp(pauseMs: number): void {
    this.#backOffMs = pauseMs
    this.#socket?.destroy()
  }

  close(): void {
    this.#closed = true
    if (this.#retry) clearTimeout(this.#retry)
    this.#socket?.destroy()
  }

  #connect(): void {
    const { host, port, mountpoint, credentials } = this.#from
    const socket = connectTo(this.#from, this.#reachable)
    this.#socket = socket
    this.#open = false
    let why: StreamLoss = plain('closed')
    let head: Buffer = Buffer.alloc(0)
    let decoder: ChunkedDecoder | null = null
    let mayBeginWithLineEnds = false
    const rtcm = this.#onlyRtcm ? new FromFirstFrame() : null

    const ready = () =>
      socket.write(
        streamRequest({
          revision: 2,
          host,
          port,
          mountpoint,
          credentials,
          agent: AGENT,
          ...(this.#position !== null && { gga: this.#position }),
        }),
        'latin1',
      )
    const fail = (reason: StreamLoss) => {
      why = reason
      socket.destroy()
    }
    // Not the socket's own timeout, which the positions that we send would reset.
    const giveUp = () => fail(plain(this.#open ? 'silent' : 'no_answer'))
    let timer = setTimeout(giveUp, ANSWER_WITHIN_MS)
    const pass = (bytes: Buffer) => {
      const data = mayBeginWithLineEnds ? withoutLineEnds(bytes) : bytes
      if (data.length === 0) return
      mayBeginWithLineEnds = false
      timer.refresh()
      for (const part of decoder ? decoder.push(data) : [data]) hand(part)
      if (!socket.destroyed && decoder && decoder.state !== 'open')
        fail(plain(decoder.state === 'ended' ? 'ended' : 'badly_chunked'))
    }
    const hand = (part: Buffer) => {
      const stream = rtcm ? rtcm.push(part) : part
      if (stream === null) return fail(plain('not_rtcm'))
      if (stream.length === 0) return
      // Only after data arrives: a caster that responds and hangs up must not be called every second.
      this.#backOffMs = FIRST_BACK_OFF_MS
      this.#events.data(stream)
    }
    socket.setKeepAlive(true, 30_000)
    socket.once(this.#from.tls ? 'secureConnect' : 'connect', ready)
    socket.on('data', (bytes: Buffer) => {
      if (this.#open) return pass(bytes)
      head = Buffer.concat([head, bytes])
      const answer = readResponse(head)
      if (answer === 'incomplete') return
      if (answer.status === 'refused') {
        const { reason, said } = answer
        return fail({ code: 'refused', params: { reason, said } })
      }
      this.#open = true
      clearTimeout(timer)
      timer = setTimeout(giveUp, SILENT_FOR_MS)
      if (answer.chunked) decoder = new ChunkedDecoder()
      mayBeginWithLineEnds = answer.lineEndsMayFollow
      this.#events.opened()
      if (this.#position) this.position(this.#position)
      pass(head.subarray(answer.headLength))
    })
    socket.on('error', (error) => {
      why = lossOf(error, this.#from)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      this.#open = false
      if (this.#closed) return
      this.#events.lost(why)
      const jitter = 0.8 + 0.4 * Math.random()
      if (!this.#closed) this.#retry = setTimeout(() => this.#connect(), this.#backOffMs * jitter)
      // A caster that rejects the request is retried less often than one that cannot be reached.
      const mostMs = why.code === 'refused' ? MAX_BACK_OFF_MS : this.#maxBackOffMs
      this.#backOffMs = Math.min(this.#backOffMs * 2, mostMs)
    })
  }
}
