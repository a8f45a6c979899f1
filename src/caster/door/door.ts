// Accepts connections: reads requests of unknown clients within limits, and answers or admits them.
import { createServer, type Server, type Socket } from 'node:net'
import { type BadRequest, type Request, reply } from '@vertice/ntrip'
import { endOldest } from '../../base/limits/connection-limit.ts'
import { normalizedUsername } from '../../domain/sessions/admission.ts'
import { forwardedClient } from './connections/forwarded-for.ts'
import { addressOf, copyClientAddress, peerOf, setClientAddress } from './connections/peer.ts'
import { type BadIntroduction, introduce } from './connections/proxy-introduction.ts'
import type { DoorDependencies } from './dependencies.ts'
import { ConnectionsPerAddress } from './limits/connections-per-address.ts'
import { PasswordGuesses } from './limits/password-guesses.ts'
import { PushRequests } from './push-requests.ts'
import { Reception } from './reception.ts'
import { badReply, say } from './replies.ts'
import { type HeadTimeouts, readHead } from './request-head.ts'
import { type RoverRequestOptions, RoverRequests } from './rover-requests.ts'

export interface DoorOptions extends HeadTimeouts, RoverRequestOptions {
  /** Whether connections from this address begin with a PROXY header; null means that there are no proxies. */
  readonly isProxy?: ((address: string) => boolean) | null
  /** Whether this address is an HTTP proxy, whose X-Forwarded-For is trusted; null means that there are none. */
  readonly isHttpProxy?: ((address: string) => boolean) | null
  /** Max connections per client address; null means unlimited. */
  readonly mostPerAddress?: number | null
}

/** Requests for sourcetables on one connection. */
const MOST_REQUESTS = 100

/** A connection that is counted for its address. */
interface Counted {
  readonly raw: Socket
  readonly isWithinLimit: boolean
}

/** A connection that has not been admitted. */
interface Visit {
  readonly socket: Socket
  /** Address of the client, or of the HTTP proxy in front of it. */
  readonly sender: string
  readonly isWithinLimit: boolean
  /** Ends the visit: the connection becomes a rover's or a station's. */
  readonly letIn: () => void
  /** Requests that may still follow on this connection. */
  readonly left: number
}

export class Door {
  readonly #dependencies: DoorDependencies
  readonly #options: DoorOptions
  readonly #addresses: ConnectionsPerAddress
  readonly #reception: Reception
  readonly #roverRequests: RoverRequests
  readonly #pushRequests: PushRequests
  /** Connections that have not been admitted yet. */
  readonly #strangers = new Set<Socket>()
  /** Strangers that are still in the TLS handshake, by peer. */
  readonly #agreeing = new Map<string, Counted>()
  #isClosed = false
  readonly tickMs = 60_000

  constructor(dependencies: DoorDependencies, options: DoorOptions) {
    this.#dependencies = dependencies
    this.#options = options
    this.#addresses = new ConnectionsPerAddress(options.mostPerAddress ?? null)
    const guesses = new PasswordGuesses(dependencies.services.tellGuesses)
    this.#reception = new Reception(dependencies)
    this.#roverRequests = new RoverRequests(dependencies, this.#reception, guesses, options)
    this.#pushRequests = new PushRequests(dependencies, guesses, this.#reception.troubled)
  }

  /** Registers a connection whose TLS handshake has begun. Until it is accepted, it counts as a stranger. */
  readonly expect = (raw: Socket): void => {
    if (this.#isClosed) return void raw.destroy()
    const counted = this.#count(raw)
    if (!counted) return
    const peer = peerOf(raw)
    this.#strangers.add(raw)
    this.#agreeing.set(peer, counted)
    raw.once('close', () => {
      this.#strangers.delete(raw)
      if (this.#agreeing.get(peer) === counted) this.#agreeing.delete(peer)
    })
  }

  readonly acceptSecure = (socket: Socket): void => {
    const peer = peerOf(socket)
    const { raw, isWithinLimit } = this.#agreeing.get(peer)!
    copyClientAddress(raw, socket)
    this.#strangers.delete(raw)
    this.#agreeing.delete(peer)
    this.#accept(socket, isWithinLimit)
  }

  readonly accept = (socket: Socket): void =>
    this.#introduce(socket, () => {
      const counted = this.#count(socket)
      if (counted) this.#accept(socket, counted.isWithinLimit)
    })

  /**
   * Counts the connection of its address. Closes it and returns `null` if the address has far too many. The connection
   * of an HTTP proxy is counted for its client, once the request names it.
   */
  #count(raw: Socket): Counted | null {
    const address = addressOf(raw)
    if (this.#options.isHttpProxy?.(address)) return { raw, isWithinLimit: true }
    if (this.#addresses.isFlooded(address)) {
      raw.destroy()
      return null
    }
    const isWithinLimit = !this.#addresses.isFull(address)
    this.#addresses.add(raw, address)
    return { raw, isWithinLimit }
  }

  /** A server in front of the TLS servers, one of which is chosen per connection: the PROXY header precedes TLS. */
  inFrontOf(secure: () => Server): Server {
    const known = (raw: Socket) => void secure().emit('connection', raw)
    return createServer({ allowHalfOpen: true }, (raw) => this.#introduce(raw, known))
  }

  /** Until the client address is known, the connection counts as a stranger. */
  #introduce(socket: Socket, next: (socket: Socket) => void): void {
    const { isProxy, handshakeMs: timeoutMs } = this.#options
    if (!isProxy) return void next(socket)
    if (this.#isClosed) return void socket.destroy()
    const { services, log } = this.#dependencies
    const leave = () => this.#strangers.delete(socket)
    this.#strangers.add(socket)
    socket.on('close', leave)
    const bad = (why: BadIntroduction) => {
      services.record.unreadable('bad_proxy_header')
      log.warn('Rejected a connection: the proxy sent no valid PROXY header', addressOf(socket), { why })
    }
    introduce(socket, { isProxy, timeoutMs, bad }, () => {
      leave()
      socket.off('close', leave)
      next(socket)
    })
  }

  #accept(socket: Socket, isWithinLimit: boolean): void {
    if (this.#isClosed) return void socket.destroy()
    this.#strangers.add(socket)
    const onError = () => {}
    const onClose = () => this.#strangers.delete(socket)
    socket.on('close', onClose).on('error', onError)
    const letIn = () => {
      // A client may half-close after the request and still gets the reply. During a stream, a half-close is how a
      // client leaves: keeping the other half open would leave ghosts.
      socket.allowHalfOpen = false
      this.#strangers.delete(socket)
      socket.off('close', onClose).off('error', onError)
    }
    this.#readRequest({ socket, sender: addressOf(socket), isWithinLimit, letIn, left: MOST_REQUESTS })
  }

  #readRequest(visit: Visit): void {
    const { socket, letIn } = visit
    readHead(socket, this.#options, (request, head) => {
      const answering =
        request.kind === 'bad'
          ? this.#answerBad(socket, request)
          : this.#isAllowed(visit, request)
            ? this.#answer(visit, asMeant(request), head.subarray(request.headLength), letIn)
            : this.#turnAway(socket, asMeant(request))
      answering.catch((error) => {
        this.#dependencies.log.warn('Caster connection failed', addressOf(socket), { err: error })
        socket.destroy()
      })
    })
  }

  /** Whether the client is within the limit of its address. Behind an HTTP proxy, each request can be of another. */
  #isAllowed({ socket, sender, isWithinLimit }: Visit, request: Request): boolean {
    const { isHttpProxy } = this.#options
    if (!isHttpProxy?.(sender)) return isWithinLimit
    const client = forwardedClient(request.forwardedFor, isHttpProxy) ?? sender
    setClientAddress(socket, client)
    if (this.#addresses.isFull(client)) return false
    if (request.kind !== 'sourcetable') this.#addresses.add(socket, client)
    return true
  }

  /** Forgets clients that are within their limits again. */
  tick(): void {
    this.#roverRequests.tidy()
  }

  /** Closes the stranger that has waited longest; false if there is none. */
  makeRoom(): boolean {
    return endOldest(this.#strangers)
  }

  /** Permanent: connections that arrive or finish their TLS handshake later are closed too. */
  stop(): void {
    this.#isClosed = true
    for (const socket of this.#strangers) socket.destroy()
  }

  #answer(visit: Visit, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const { socket } = visit
    if (request.kind === 'stream') return this.#roverRequests.take(socket, request, early, letIn)
    if (request.kind === 'push') return this.#takePush(socket, request, early, letIn)
    return this.#answerTable(visit, request, early)
  }

  async #turnAway(socket: Socket, request: Request): Promise<void> {
    this.#reception.refuse(socket, request, 'address_full', null)
  }

  async #takePush(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    if (!(await this.#reception.newestBook())) return this.#reception.refuse(socket, request, 'unavailable', null)
    return this.#pushRequests.take(socket, request, early, letIn)
  }

  async #answerTable(visit: Visit, request: Request, early: Buffer): Promise<void> {
    const { socket, left } = visit
    const book = await this.#reception.newestBook()
    if (!book) return this.#reception.refuse(socket, request, 'unavailable', null)
    const keepsAlive = request.keepsAlive && left > 1 && !this.#isClosed && !socket.readableEnded
    const isSent = this.#reception.showTable(socket, book, request.dialect, { ...request, keepsAlive })
    if (!keepsAlive || !(await isSent)) return
    if (early.length > 0) socket.unshift(early)
    this.#readRequest({ ...visit, left: left - 1 })
  }

  async #answerBad(socket: Socket, { reason, method, asked }: BadRequest): Promise<void> {
    const { services } = this.#dependencies
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
  const username = normalizedUsername(typed)
  return username === typed ? request : { ...request, credentials: { username, password } }
}
