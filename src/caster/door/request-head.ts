// Reads the head of a request, within limits.
import type { Socket } from 'node:net'
import { type BadRequest, type Request, readRequest } from '@vertice/ntrip'

export interface HeadTimeouts {
  readonly handshakeMs: number
  /** A head without its empty line counts as complete after this long without a byte, if it has all that is needed. */
  readonly quietMs: number
}

type Understood = (request: Request | BadRequest, head: Buffer) => void

/** Calls `understood` once, with the socket paused and all bytes so far; or closes the socket. */
export const readHead = (socket: Socket, timeouts: HeadTimeouts, understood: Understood): void =>
  void new HeadReader(socket, timeouts, understood)

class HeadReader {
  readonly #socket: ReadSocket
  readonly #timeouts: HeadTimeouts
  readonly #understood: Understood
  readonly #timer: NodeJS.Timeout
  #quiet: NodeJS.Timeout | null = null
  #head: Buffer | null = null
  #isQuiet = false
  #hasAsked = false

  constructor(socket: Socket, timeouts: HeadTimeouts, understood: Understood) {
    this.#socket = socket as ReadSocket
    this.#timeouts = timeouts
    this.#understood = understood
    this.#timer = setTimeout(giveUp, timeouts.handshakeMs, this)
    // One function for all connections: ten thousand may arrive at once.
    this.#socket.reader = this
    socket.on('data', onData).on('end', onEnd).on('close', onClose).resume()
  }

  take(data: Buffer): void {
    this.#head = this.#head ? Buffer.concat([this.#head, data]) : data
    const request = readRequest(this.#head)
    if (request !== 'incomplete') return void this.#understand(request, this.#head)
    this.#isQuiet = false
    if (this.#quiet) this.#quiet.refresh()
    else this.#quiet = setTimeout(becomeQuiet, this.#timeouts.quietMs, this)
  }

  /** Small devices forget the empty line and then wait for our reply. */
  beQuiet(): void {
    this.#isQuiet = !this.#settle(saysAll)
  }

  end(): void {
    if (!this.#settle(() => true)) this.#socket.destroy()
  }

  beLate(): void {
    if (this.#hasAsked) return
    if (!this.#settle((request) => this.#isQuiet || (request.kind !== 'bad' && saysAll(request))))
      this.#socket.destroy()
  }

  stopTimers(): void {
    clearTimeout(this.#timer)
    if (this.#quiet) clearTimeout(this.#quiet)
  }

  /** Takes the bytes so far for the complete head. */
  #settle(isEnough: (request: Request | BadRequest) => boolean): boolean {
    const request = this.#head && readRequest(this.#head, true)
    if (!this.#head || !request || request === 'incomplete' || !isEnough(request)) return false
    this.#understand(request, this.#head)
    return true
  }

  #understand(request: Request | BadRequest, head: Buffer): void {
    this.stopTimers()
    this.#hasAsked = true
    this.#socket.reader = null
    this.#socket.off('data', onData).off('end', onEnd).off('close', onClose).pause()
    this.#understood(request, head)
  }
}

type ReadSocket = Socket & { reader: HeadReader | null }

function onData(this: Socket, data: Buffer): void {
  ;(this as ReadSocket).reader?.take(data)
}

function onEnd(this: Socket): void {
  ;(this as ReadSocket).reader?.end()
}

function onClose(this: Socket): void {
  ;(this as ReadSocket).reader?.stopTimers()
}

const becomeQuiet = (reader: HeadReader) => reader.beQuiet()

/** When thousands connect at once, a head may have arrived in time but be unread. An immediate runs after reading. */
const giveUp = (reader: HeadReader) => setImmediate(() => reader.beLate())

/** Whether the head has all that is needed; for a stream or a push that includes the credentials. */
const saysAll = (request: Request | BadRequest) =>
  request.kind === 'bad' || request.kind === 'sourcetable' || request.credentials !== null
