// Sends a stream on a port of this machine to the radios that connect to it, without NTRIP.
import net from 'node:net'
import { saidBy } from '../../../base/outgoing/tls-failure.ts'
import type { ListenAddress } from '../../../domain/network/forward.ts'
import { placeOf } from '../../../domain/network/raw-address.ts'
import type { StreamLoss } from '../../../domain/network/source-address.ts'
import { isWithin, parseCidr } from '../../../domain/webhooks/public-address.ts'
import type { RawReachable } from '../client/raw-client.ts'
import {
  FIRST_BACK_OFF_MS,
  MAX_BACK_OFF_MS,
  MAX_QUEUED_BYTES,
  type PushEvents,
  STALLED_AFTER_MS,
} from './push-client.ts'

/** Each one takes a file descriptor and a queue. */
export const MOST_CLIENTS = 16

export interface ListenEvents extends PushEvents {
  /** The last client left. */
  left(): void
  /** Frames that describe the base, for a client that connects while others are served. */
  readonly first: () => Buffer
}

export class ListeningPort {
  readonly #at: ListenAddress
  readonly #reachable: RawReachable
  readonly #events: ListenEvents
  /** Each client, and since when bytes wait in its queue (performance.now); `null` if none do. */
  readonly #clients = new Map<net.Socket, number | null>()
  #server: net.Server | null = null
  #retry: NodeJS.Timeout | null = null
  #backOffMs = FIRST_BACK_OFF_MS
  #isClosed = false

  constructor(at: ListenAddress, reachable: RawReachable, events: ListenEvents) {
    this.#at = at
    this.#reachable = reachable
    this.#events = events
    this.#listen()
  }

  /** Returns the sent bytes, for all clients. */
  send(data: Buffer): number {
    let sent = 0
    for (const client of [...this.#clients.keys()]) if (this.#sendTo(client, data)) sent += data.length
    return sent
  }

  close(): void {
    this.#isClosed = true
    if (this.#retry) clearTimeout(this.#retry)
    this.#server?.close()
    for (const client of this.#clients.keys()) client.destroy()
  }

  #sendTo(client: net.Socket, data: Buffer): boolean {
    const now = performance.now()
    const since = client.writableLength === 0 ? null : (this.#clients.get(client) ?? now)
    this.#clients.set(client, since)
    const isStalled = since !== null && now - since > STALLED_AFTER_MS
    if (isStalled || client.writableLength + data.length > MAX_QUEUED_BYTES) {
      client.destroy()
      return false
    }
    client.write(data)
    return true
  }

  #listen(): void {
    if (!this.#reachable.mayUse(this.#at)) {
      const input = placeOf(this.#at)
      return void process.nextTick(() => this.#fail({ code: 'input_not_allowed', params: { input } }))
    }
    const allowed = this.#at.from.map(parseCidr)
    const server = net.createServer((socket) => this.#take(socket, isWithin(socket.remoteAddress ?? '', allowed)))
    this.#server = server
    server.once('error', (error) => this.#fail({ code: 'said', params: { said: saidBy(error) } }))
    server.once('listening', () => {
      this.#backOffMs = FIRST_BACK_OFF_MS
    })
    server.listen({ port: this.#at.port })
  }

  #take(socket: net.Socket, isAllowed: boolean): void {
    socket.on('error', () => {}) // 'close' follows
    if (!isAllowed || this.#isClosed || this.#clients.size >= MOST_CLIENTS) return void socket.destroy()
    this.#reachable.count?.(socket)
    socket.setKeepAlive(true, 30_000)
    socket.setNoDelay(true)
    socket.resume() // what a radio sends is read and ignored
    this.#clients.set(socket, null)
    socket.once('close', () => {
      this.#clients.delete(socket)
      if (this.#clients.size === 0 && !this.#isClosed) this.#events.left()
    })
    if (this.#clients.size === 1) return void this.#events.accepted()
    const first = this.#events.first()
    if (first.length > 0) this.#sendTo(socket, first)
  }

  #fail(why: StreamLoss): void {
    if (this.#isClosed) return
    this.#events.lost(why)
    const jitter = 0.8 + 0.4 * Math.random()
    if (!this.#isClosed) this.#retry = setTimeout(() => this.#listen(), this.#backOffMs * jitter)
    this.#backOffMs = Math.min(this.#backOffMs * 2, MAX_BACK_OFF_MS)
  }
}
