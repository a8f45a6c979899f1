// Writes to a rover's socket without ever waiting for it, and closes the socket.
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { chunk, LAST_CHUNK } from '@vertice/ntrip'
import type { EndReason } from '../../domain/sessions/session.ts'
import { fastHandle, type Handle, writeTo } from './fast-write.ts'
import type { KernelQueues } from './kernel-queues.ts'

/** Behind TLS every write is queued for a turn of the event loop. What is queued for longer was not accepted. */
const ACCEPTED_WITHIN_MS = 250
const MAX_QUEUED_BYTES = 65_536
const CLOSED_AFTER_MS = 500

export abstract class RoverConnection {
  // Fields that every message needs come first, so that they are adjacent in memory.
  readonly #handle: Handle | null
  readonly #chunked: boolean
  bytes = 0
  readonly #socket: Socket
  /** When the queue became non-empty (performance.now). Unused with a handle, which reports its queue itself. */
  #queuedSince = 0

  constructor(socket: Socket, chunked: boolean) {
    this.#handle = fastHandle(socket)
    this.#chunked = chunked
    this.#socket = socket
  }

  greet(head: Buffer): void {
    this.#put(head)
  }

  /** Bytes that the kernel has sent and the rover has not acknowledged. */
  unacknowledgedIn(queues: KernelQueues): number {
    const { remoteAddress, remotePort } = this.#socket
    return remoteAddress === undefined ? 0 : queues.bytesFor(remoteAddress, remotePort!)
  }

  /** Returns the number of queued bytes; negative if the connection is broken. */
  protected write(data: Buffer): number {
    const bytes = this.#chunked ? chunkOf(data) : data
    this.bytes += data.length
    return this.#put(bytes)
  }

  protected get queued(): number {
    return this.#handle ? this.#handle.writeQueueSize : this.#socket.writableLength
  }

  /** Whether the rover does not accept data fast enough. With a handle, the result of `write` shows it. */
  protected get isClogged(): boolean {
    if (this.#handle) return false
    const { queued } = this
    if (queued > MAX_QUEUED_BYTES) return true
    return queued > 0 && performance.now() - this.#queuedSince > ACCEPTED_WITHIN_MS
  }

  protected get hasSaidGoodbye(): boolean {
    return this.#socket.readableEnded
  }

  protected closeFor(reason: EndReason): void {
    if (reason === 'too_slow' || reason === 'sent_too_much') this.#reset()
    else if (reason === 'broken') this.#socket.destroy()
    else this.#finish(reason)
  }

  #put(bytes: Buffer): number {
    if (this.#handle) return writeTo(this.#handle, bytes)
    if (this.queued === 0) this.#queuedSince = Math.trunc(performance.now())
    this.#socket.write(bytes)
    return 0
  }

  /** Closes without sending more. Resetting throws on a TLS socket, and leaks a socket that is being shut down. */
  #reset(): void {
    const socket = this.#socket
    if (socket instanceof TLSSocket || socket.writableEnded) socket.destroy()
    else socket.resetAndDestroy()
  }

  /** Queued bytes are still sent if the rover accepts them soon. */
  #finish(reason: EndReason): void {
    const socket = this.#socket
    // Without a last chunk the client would take the stream for broken.
    if (this.#chunked && reason !== 'client_left') this.#put(LAST_CHUNK)
    socket.end()
    setTimeout(() => socket.destroy(), CLOSED_AFTER_MS).unref()
  }
}

/** Each message is encoded as a chunk once for all rovers. */
let lastChunked: { data: Buffer; bytes: Buffer } | null = null
function chunkOf(data: Buffer): Buffer {
  if (lastChunked?.data !== data) lastChunked = { data, bytes: chunk(data) }
  return lastChunked.bytes
}
