// The door: reads what a stranger asks, within bounds, and answers or lets in.
import { createServer, type Server, type Socket } from 'node:net'
import { type BadRequest, type Request, reply } from '@vertice/ntrip'
import { endOldest } from '../../base/limits/connection-limit.ts'
import { usernameAsMeant } from '../../domain/sessions/admission.ts'
import { AddressLimits } from './address-limits.ts'
import { badReply, say } from './answers.ts'
import { type ArrivalOptions, Arrivals } from './arrivals.ts'
import { Guesses } from './guesses.ts'
import { type HeadPatience, readHead } from './head.ts'
import type { House } from './house.ts'
import { type BadIntroduction, introduce } from './introductions.ts'
import { addressOf, passOnAddress, peerOf } from './peer.ts'
import { Pushes } from './pushes.ts'
import { Reception } from './reception.ts'

export interface DoorOptions extends HeadPatience, ArrivalOptions {
  /** Whether connections from this address begin with a header that says whose they are; null: there are no proxies. */
  readonly isProxy?: ((address: string) => boolean) | null
  /** So many connections one address may have at once; null: as many as come. */
  readonly mostPerAddress?: number | null
}

export class Door {
  readonly #house: House
  readonly #options: DoorOptions
  readonly #addresses: AddressLimits
  readonly #reception: Reception
  readonly #arrivals: Arrivals
  readonly #pushes: Pushes
  /** Those that have not been let in yet. */
  readonly #strangers = new Set<Socket>()
  /** Of those, connections on which TLS is still being agreed, by who is at the other end. */
  readonly #agreeing = new Map<string, Socket>()
  #isClosed = false

  constructor(house: House, options: DoorOptions) {
    this.#house = house
    this.#options = options
    this.#addresses = new AddressLimits(options.mostPerAddress ?? null)
    const guesses = new Guesses(house.services.tellGuesses)
    this.#reception = new Reception(house)
    this.#arrivals = new Arrivals(house, this.#reception, guesses, options)
    this.#pushes = new Pushes(house, guesses, this.#reception.troubled)
  }

  /** A connection that will be accepted once TLS is agreed on it; until then it is a stranger's like any other. */
  readonly expect = (raw: Socket): void => {
    if (this.#isClosed) return void raw.destroy()
    const peer = peerOf(raw)
    this.#strangers.add(raw)
    this.#agreeing.set(peer, raw)
    raw.once('close', () => {
      this.#strangers.delete(raw)
      if (this.#agreeing.get(peer) === raw) this.#agreeing.delete(peer)
    })
  }

  readonly acceptSecure = (socket: Socket): void => {
    const peer = peerOf(socket)
    const raw = this.#agreeing.get(peer)
    passOnAddress(raw, socket)
    this.#strangers.delete(raw!)
    this.#agreeing.delete(peer)
    this.#accept(socket)
  }

  readonly accept = (socket: Socket): void => this.#introduce(socket, this.#accept)

  /** What listens for a server for TLS, which is chosen by connection: proxies say whose one is before TLS begins on it. */
  inFrontOf(secure: () => Server): Server {
    const known = (raw: Socket) => void secure().emit('connection', raw)
    return createServer({ allowHalfOpen: true }, (raw) => this.#introduce(raw, known))
  }

  /** Until it is known whose it is, it is a stranger's like any other. */
  #introduce(socket: Socket, next: (socket: Socket) => void): void {
    const { isProxy, handshakeMs: patienceMs } = this.#options
    if (!isProxy) return void next(socket)
    if (this.#isClosed) return void socket.destroy()
    const { services, log } = this.#house
    const leave = () => this.#strangers.delete(socket)
    this.#strangers.add(socket)
    socket.on('close', leave)
    const bad = (why: BadIntroduction) => {
      services.record.unreadable('bad_proxy_header')
      log.warn('a proxy did not say whose connection it is', addressOf(socket), { why })
    }
    introduce(socket, { isProxy, patienceMs, bad }, () => {
      leave()
      socket.off('close', leave)
      next(socket)
    })
  }

  readonly #accept = (socket: Socket): void => {
    if (this.#isClosed) return void socket.destroy()
    this.#strangers.add(socket)
    const onError = () => {}
    const onClose = () => this.#strangers.delete(socket)
    socket.on('close', onClose).on('error', onError)
    const isWithinLimit = this.#addresses.enter(socket, addressOf(socket))
    readHead(socket, this.#options, (request, head) => {
      const letIn = () => {
        // Who has asked a question may shut its side and still gets the answer. A stream is another matter: its receiver says
        // goodbye in no other way, and waiting for more signs would make ghosts of those that left.
        socket.allowHalfOpen = false
        this.#strangers.delete(socket)
        socket.off('close', onClose).off('error', onError)
      }
      const answering =
        request.kind === 'bad'
          ? this.#answerBad(socket, request)
          : isWithinLimit
            ? this.#answer(socket, asMeant(request), head.subarray(request.headLength), letIn)
            : this.#turnAway(socket, asMeant(request))
      answering.catch((error) => {
        this.#house.log.warn('a caster connection failed', addressOf(socket), { err: error })
        socket.destroy()
      })
    })
  }

  tidy(): void {
    this.#arrivals.tidy()
  }

  /** Whoever has waited longest without being let in goes; false: there is nobody but those that were. */
  makeRoom(): boolean {
    return endOldest(this.#strangers)
  }

  /** For good: who comes later, or is through with TLS only then, is not let in either. */
  close(): void {
    this.#isClosed = true
    for (const socket of this.#strangers) socket.destroy()
  }

  #answer(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    if (request.kind === 'stream') return this.#arrivals.take(socket, request, early, letIn)
    if (request.kind === 'push') return this.#takePush(socket, request, early, letIn)
    return this.#answerTable(socket, request)
  }

  async #turnAway(socket: Socket, request: Request): Promise<void> {
    this.#reception.refuse(socket, request, 'address_full', null)
  }

  async #takePush(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    if (!(await this.#reception.newestBook())) return this.#reception.refuse(socket, request, 'unavailable', null)
    return this.#pushes.take(socket, request, early, letIn)
  }

  async #answerTable(socket: Socket, request: Request): Promise<void> {
    const book = await this.#reception.newestBook()
    if (!book) return this.#reception.refuse(socket, request, 'unavailable', null)
    this.#reception.showTable(socket, book, request.dialect, request.filter)
  }

  async #answerBad(socket: Socket, { reason, method, asked }: BadRequest): Promise<void> {
    const { services } = this.#house
    if (asked?.dialect === 'ntrip1' && asked.agent !== '') {
      const book = await services.book().catch(this.#reception.troubled)
      return this.#reception.refuse(socket, asMeant(asked), book ? 'unknown_mountpoint' : 'unavailable', null, book)
    }
    if (asked) this.#reception.record(socket, asMeant(asked), 'unknown_mountpoint', null)
    else services.record.unreadable()
    say(socket, method === 'SOURCE' ? reply.MOUNTPOINT_TAKEN_OR_INVALID : badReply(reason, services.clock()))
  }
}

function asMeant(request: Request): Request {
  if (request.credentials === null) return request
  const { username: typed, password } = request.credentials
  const username = usernameAsMeant(typed)
  return username === typed ? request : { ...request, credentials: { username, password } }
}
