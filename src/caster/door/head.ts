// Reads what a stranger asks, within bounds.
import type { Socket } from 'node:net'
import { type BadRequest, type Request, readRequest } from '@vertice/ntrip'

export interface HeadPatience {
  readonly handshakeMs: number
  /** A head without its empty line is taken for whole after so long without another byte, if all is there. */
  readonly quietMs: number
}

type Understood = (request: Request | BadRequest, head: Buffer) => void

/** Calls `understood` once, with the socket paused and all that came; or closes the socket. */
export const readHead = (socket: Socket, patience: HeadPatience, understood: Understood): void =>
  void new HeadReader(socket, patience, understood)

class HeadReader {
  readonly #socket: ReadSocket
  readonly #patience: HeadPatience
  readonly #understood: Understood
  readonly #timer: NodeJS.Timeout
  #quiet: NodeJS.Timeout | null = null
  #head: Buffer | null = null
  #isQuiet = false
  #hasAsked = false

  constructor(socket: Socket, patience: HeadPatience, understood: Understood) {
    this.#socket = socket as ReadSocket
    this.#patience = patience
    this.#understood = understood
    this.#timer = setTimeout(giveUp, patience.handshakeMs, this)
    // One function for all, as rovers have them: ten thousand may come at once.
    this.#socket.reader = this
    socket.on('data', onData).on('end', onEnd).on('close', onClose).resume()
  }

  take(data: Buffer): void {
    this.#head = this.#head ? Buffer.concat([this.#head, data]) : data
    const request = readRequest(this.#head)
    if (request !== 'incomplete') return void this.#understand(request, this.#head)
    this.#isQuiet = false
    if (this.#quiet) this.#quiet.refresh()
    else this.#quiet = setTimeout(becomeQuiet, this.#patience.quietMs, this)
  }

  /** Small devices forget the empty line: who has said all that we need to know, and then nothing, waits for us. */
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

  /** Takes what is there for all that will come. */
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

/** What came in time may not have been read yet when thousands come at once: that is done before setImmediate. */
const giveUp = (reader: HeadReader) => setImmediate(() => reader.beLate())

/** All that decides about it is there; for a stream or a push that is who asks. */
const saysAll = (request: Request | BadRequest) =>
  request.kind === 'bad' || request.kind === 'sourcetable' || request.credentials !== null
