// The door: reads what a stranger asks, within bounds, and answers or lets in.
import { createServer, type Server, type Socket } from 'node:net'
import type { Upstream } from '../../domain/network/upstream.ts'
import { type Pass, type RefusalReason, reasonFor, usernameAsMeant } from '../../domain/sessions/admission.ts'
import { refusesAnother } from '../../domain/sessions/limit.ts'
import type { Note, SessionOpening, SessionStart } from '../../domain/sessions/session.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { BadRequest, Dialect, Request } from '../../ntrip/request.ts'
import * as reply from '../../ntrip/response.ts'
import { endOldest } from '../../running/connection-limit.ts'
import { Rover } from '../rovers/rover.ts'
import type { Book } from '../services.ts'
import { badReply, refusalReply, say } from './answers.ts'
import { Guesses, loginOf } from './guesses.ts'
import { type HeadPatience, readHead } from './head.ts'
import type { House } from './house.ts'
import { type BadIntroduction, introduce } from './introductions.ts'
import { addressOf, isGone, passOnAddress, peerOf } from './peer.ts'
import { Pushes } from './pushes.ts'
import { Questions, type Wanted } from './questions.ts'
import { Table } from './table.ts'
import { AdmissionTurns } from './turns.ts'

const FROM_MEMORY: Note = { code: 'from_memory', params: {} }
const NOBODY_ASKED: SessionOpening = { opened: true, fromMemory: true, replaced: [] }

export interface DoorOptions extends HeadPatience {
  /** Send chunks to rev2 clients that can take them. */
  readonly chunked: boolean
  /** Whether connections from this address begin with a header that says whose they are; null: there are no proxies. */
  readonly isProxy?: ((address: string) => boolean) | null
}

export class Door {
  readonly #house: House
  readonly #options: DoorOptions
  readonly #guesses: Guesses
  readonly #turns: AdmissionTurns
  readonly #questions: Questions
  readonly #pushes: Pushes
  /** Those that have not been let in yet. */
  readonly #strangers = new Set<Socket>()
  /** Of those, connections on which TLS is still being agreed, by who is at the other end. */
  readonly #agreeing = new Map<string, Socket>()
  #isClosed = false
  readonly #table = new Table()
  #troubledAt = Number.NEGATIVE_INFINITY

  constructor(house: House, options: DoorOptions) {
    this.#house = house
    this.#options = options
    this.#guesses = new Guesses(house.services.tellGuesses)
    this.#turns = new AdmissionTurns(this.#guesses)
    const means = { services: house.services, guesses: this.#guesses, turns: this.#turns, troubled: this.#troubled }
    this.#questions = new Questions(means)
    this.#pushes = new Pushes(house, this.#guesses, this.#troubled)
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

  /** What listens instead of a server for TLS: proxies say whose a connection is before TLS begins on it. */
  inFrontOf(secure: Server): Server {
    if (!this.#options.isProxy) return secure
    const known = (raw: Socket) => void secure.emit('connection', raw)
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
          : this.#answer(socket, asMeant(request), head.subarray(request.headLength), letIn)
      answering.catch((error) => {
        this.#house.log.warn('a caster connection failed', addressOf(socket), { err: error })
        socket.destroy()
      })
    })
  }

  /** The database is away, or something is wrong: said once a second, however many are at the door. */
  readonly #troubled = (err: unknown): null => {
    const now = performance.now()
    if (now - this.#troubledAt <= 1_000) return null
    this.#troubledAt = now
    this.#house.services.warn('nobody can be let in now', { err })
    return null
  }

  tidy(): void {
    this.#turns.tidy(performance.now())
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
    if (request.kind === 'stream') return this.#openStream(socket, request, early, letIn)
    if (request.kind === 'push') return this.#takePush(socket, request, early, letIn)
    return this.#answerTable(socket, request)
  }

  async #takePush(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    if (!(await this.#newestBook())) return this.#refuse(socket, request, 'unavailable', null)
    return this.#pushes.take(socket, request, early, letIn)
  }

  async #answerTable(socket: Socket, request: Request): Promise<void> {
    const book = await this.#newestBook()
    if (!book) return this.#refuse(socket, request, 'unavailable', null)
    this.#showTable(socket, book, request.dialect, request.filter)
  }

  /** null: it cannot be had now. */
  async #newestBook(): Promise<Book | null> {
    try {
      const book = await this.#house.services.book()
      this.#house.bases.use(book)
      return book
    } catch (error) {
      return this.#troubled(error)
    }
  }

  #showTable(socket: Socket, book: Book, dialect: Dialect, filter = ''): void {
    const { bases, sources, services, network } = this.#house
    const now = services.clock()
    const measure = (stationId: number) => sources.shapeOf(stationId, now.getTime())
    const table = this.#table.now(book, bases.alive(), measure, dialect, filter, network.engine)
    say(socket, reply.sourcetableHead(dialect, table.length, now), table)
  }

  /** What waits for an answer keeps little meanwhile: ten thousand may wait at once. */
  async #openStream(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const book = await this.#newestBook()
    if (!book) return this.#refuse(socket, request, 'unavailable', null)
    const wanted = this.#wanted(request, book)
    if (!wanted) return this.#refuse(socket, request, 'unknown_mountpoint', null, book)
    if (!request.credentials) return this.#refuse(socket, request, 'no_credentials', null)
    const login = loginOf(request.credentials, addressOf(socket))
    const answers = await this.#questions.askInTurn(socket, login, request.credentials, wanted)
    if (answers === 'gone') return void socket.destroy()
    if (typeof answers === 'string')
      return this.#refuse(socket, request, answers, this.#guesses.holderOf(login)?.id ?? null)
    const { admission, upstream } = answers
    const { pass } = admission
    if (admission.refusal !== null || !pass)
      return this.#refuse(socket, request, admission.refusal ?? 'unknown_user', pass?.id ?? null)
    const refusal = this.#localRefusal(pass, wanted.station, upstream)
    if (refusal) return this.#refuse(socket, request, refusal, pass.id)
    if (isGone(socket)) return void socket.destroy()

    const start = this.#startOf(socket, request, pass, wanted)
    const opening = await this.#openSession(socket, start, admission.fromMemory)
    if (opening === 'gone') return void socket.destroy()
    if (typeof opening === 'string') return this.#refuse(socket, request, opening, pass.id)
    letIn()
    const rover = this.#welcome(socket, request, start, pass, opening)
    if (wanted.station) rover.follow(this.#house.bases.feedOf(wanted.station.id))
    else this.#house.network.add(rover, upstream)
    if (request.gga) rover.locate(request.gga)
    if (early.length > 0) rover.receive(early)
    socket.resume()
    this.#house.sessions.settle(rover)
  }

  /** null: there is no such mountpoint. */
  #wanted({ mountpoint }: Request, { network }: Book): Wanted | null {
    if (mountpoint.toLowerCase() === network.mountpoint.toLowerCase())
      return { mountpoint: network.mountpoint, station: null }
    const station = this.#house.bases.stationAt(mountpoint)
    return station ? { mountpoint: station.mountpoint, station } : null
  }

  #startOf(socket: Socket, { agent }: Request, pass: Pass, { mountpoint }: Wanted): SessionStart {
    const { services } = this.#house
    return {
      id: services.newId(),
      credentialId: pass.id,
      username: pass.username,
      mountpoint,
      startedAt: services.clock(),
      address: addressOf(socket),
      agent,
    }
  }

  #welcome(socket: Socket, request: Request, start: SessionStart, pass: Pass, opening: SessionOpening): Rover {
    const { sessions, roverEvents } = this.#house
    const chunked = this.#options.chunked && request.takesChunks && request.dialect === 'ntrip2'
    const rover = new Rover(socket, start, pass, chunked, roverEvents)
    rover.greet(reply.streamHead(request.dialect, start.startedAt, { chunked }))
    if (opening.fromMemory) sessions.addFromMemory(rover, start, pass)
    else sessions.add(rover)
    if (opening.fromMemory) rover.note(FROM_MEMORY)
    return rover
  }

  /** Last of all, so that a session is made only for who is let in; or why there is none. */
  async #openSession(
    socket: Socket,
    start: SessionStart,
    fromMemory: boolean,
  ): Promise<SessionOpening | RefusalReason | 'gone'> {
    const { services, sessions } = this.#house
    if (fromMemory) return NOBODY_ASKED
    sessions.expect(start.credentialId)
    const opening = await services.openSession(start).catch(this.#troubled)
    sessions.expectNoMore(start.credentialId)
    for (const id of opening?.replaced ?? []) sessions.end({ id, credentialId: start.credentialId }, 'replaced')
    if (opening && !opening.opened) return 'too_many_sessions'
    const isRevoked = sessions.wasJustRevoked(start.credentialId)
    if (opening && !isRevoked && !isGone(socket)) return opening
    services.record.abandoned(start, services.clock(), !opening ? 'broken' : isRevoked ? 'revoked' : 'client_left')
    return !opening ? 'unavailable' : isRevoked ? 'revoked' : 'gone'
  }

  /** What only this caster knows. */
  #localRefusal(pass: Pass, station: Station | null, upstream: Upstream | null): RefusalReason | null {
    const { sessions, bases } = this.#house
    if (sessions.wasJustRevoked(pass.id)) return 'revoked'
    if (refusesAnother(pass, sessions.countOf(pass.id))) return 'too_many_sessions'
    const nothing = station ? bases.whyNothing(station.id) : upstream ? null : bases.whyNoNetwork()
    if (nothing) return nothing
    return sessions.isFull(pass) && !this.#turns.storm.mayReplace(pass, performance.now()) ? 'too_often' : null
  }

  #refuse(
    socket: Socket,
    request: Request,
    reason: RefusalReason,
    credentialId: number | null,
    book: Book | null = null,
  ): void {
    const at = this.#house.services.clock()
    const { dialect, mountpoint } = request
    if (request.kind === 'stream') this.#record(socket, request, reason, credentialId)
    // Rev1 has no other way to say it.
    if (reason === 'unknown_mountpoint' && dialect === 'ntrip1' && book) this.#showTable(socket, book, dialect)
    else say(socket, refusalReply(reason, { dialect, at }, mountpoint))
  }

  #record(socket: Socket, request: Request, reason: RefusalReason, credentialId: number | null): void {
    const { services } = this.#house
    const { mountpoint, agent } = request
    const username = request.credentials?.username ?? ''
    services.record.refused({
      ...{ at: services.clock(), username, credentialId, mountpoint, agent },
      reason: reasonFor(reason, username),
      address: addressOf(socket),
    })
  }

  async #answerBad(socket: Socket, { reason, method, asked }: BadRequest): Promise<void> {
    const { services } = this.#house
    if (asked?.dialect === 'ntrip1' && asked.agent !== '') {
      const book = await services.book().catch(this.#troubled)
      return this.#refuse(socket, asMeant(asked), book ? 'unknown_mountpoint' : 'unavailable', null, book)
    }
    if (asked) this.#record(socket, asMeant(asked), 'unknown_mountpoint', null)
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
