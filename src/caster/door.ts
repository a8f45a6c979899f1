// The door: reads what a stranger asks, within bounds, and answers or lets in.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type RefusalReason, reasonFor, usernameAsMeant } from '../domain/sessions/admission.ts'
import { refusesAnother } from '../domain/sessions/limit.ts'
import type { Note } from '../domain/sessions/session.ts'
import type { Station } from '../domain/stations/station.ts'
import { type BadReason, type BadRequest, type Dialect, type Request, readRequest } from '../ntrip/request.ts'
import * as reply from '../ntrip/response.ts'
import { en } from '../words/en.ts'
import { es } from '../words/es.ts'
import type { BaseFeeds } from './bases.ts'
import { Guesses, type Login, loginOf } from './guesses.ts'
import type { NetworkMountpoint } from './network-mountpoint.ts'
import type { QuietLog } from './quiet-log.ts'
import { Rover, type RoverEvents } from './rover.ts'
import type { Book, CasterServices, RoverAdmission, RoverPass } from './services.ts'
import type { Sessions } from './sessions.ts'
import type { Sources } from './sources.ts'
import { FROM_ONE_ADDRESS } from './storm.ts'
import { Table } from './table.ts'
import { isGone, Turns } from './turns.ts'

const GOODBYE_MS = 2_000
const BAD_PUSH_WAITS_MS = 1_000
const RETRY_AFTER_SECONDS = 10
const KEEP_ALIVE_MS = 30_000
const FROM_MEMORY: Note = { code: 'from_memory', params: {} }

export interface DoorOptions {
  readonly handshakeMs: number
  /** A head without its empty line is taken for whole after so long without another byte, if all is there. */
  readonly quietMs: number
  /** Send chunks to rev2 clients that can take them. */
  readonly chunked: boolean
}

export interface House {
  readonly services: CasterServices
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly sessions: Sessions
  readonly network: NetworkMountpoint
  readonly roverEvents: RoverEvents
  readonly log: QuietLog
}

export class Door {
  readonly #house: House
  readonly #options: DoorOptions
  readonly #guesses = new Guesses()
  readonly #turns = new Turns(this.#guesses)
  /** Those that have not been let in yet. */
  readonly #strangers = new Set<Socket>()
  readonly #table = new Table()
  #troubledAt = Number.NEGATIVE_INFINITY

  constructor(house: House, options: DoorOptions) {
    this.#house = house
    this.#options = options
  }

  readonly accept = (socket: Socket): void => {
    socket.setNoDelay(true)
    this.#strangers.add(socket)
    let head: Buffer | null = null
    let quiet: NodeJS.Timeout | null = null
    let isQuiet = false
    let hasAsked = false
    const onError = () => {}
    const onClose = () => {
      clearTimeout(timer)
      if (quiet) clearTimeout(quiet)
      this.#strangers.delete(socket)
    }
    const onData = (data: Buffer) => {
      head = head ? Buffer.concat([head, data]) : data
      const request = readRequest(head)
      if (request !== 'incomplete') return understand(request, head)
      isQuiet = false
      if (quiet) quiet.refresh()
      else quiet = setTimeout(onQuiet, this.#options.quietMs)
    }
    /** Takes what is there for all that will come. */
    const settle = (isEnough: (request: Request | BadRequest) => boolean): boolean => {
      const request = head && readRequest(head, true)
      if (!head || !request || request === 'incomplete' || !isEnough(request)) return false
      understand(request, head)
      return true
    }
    // Small devices forget the empty line: who has said all that we need to know, and then nothing, waits for us.
    const onQuiet = () => {
      isQuiet = !settle(saysAll)
    }
    const onEnd = () => {
      if (!settle(() => true)) socket.destroy()
    }
    const onLate = () => {
      if (!settle((request) => isQuiet || (request.kind !== 'bad' && saysAll(request)))) socket.destroy()
    }
    // What came in time may not have been read yet when thousands come at once: that is done before setImmediate.
    const giveUp = () => setImmediate(() => hasAsked || onLate())
    const timer = setTimeout(giveUp, this.#options.handshakeMs)
    const understand = (request: Request | BadRequest, head: Buffer) => {
      clearTimeout(timer)
      if (quiet) clearTimeout(quiet)
      hasAsked = true
      socket.off('data', onData).off('end', onEnd).pause()
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
    }
    socket.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError)
  }

  /** The database is away, or something is wrong: said once a second, however many are at the door. */
  readonly #troubled = (err: unknown): null => {
    const now = performance.now()
    if (now - this.#troubledAt > 1_000) this.#house.services.warn('nobody can be let in now', { err })
    this.#troubledAt = now
    return null
  }

  tidy(): void {
    this.#turns.tidy(performance.now())
  }

  /** Whoever has waited longest without being let in goes; false: there is nobody but those that were. */
  makeRoom(): boolean {
    const [oldest] = this.#strangers
    oldest?.destroy()
    return oldest !== undefined
  }

  close(): void {
    for (const socket of this.#strangers) socket.destroy()
  }

  async #answer(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const book = await this.#house.services.book().catch(this.#troubled)
    if (!book) return this.#refuse(socket, request, 'unavailable', null)
    this.#house.bases.use(book)
    if (request.kind === 'sourcetable') return this.#showTable(socket, book, request.dialect, request.filter)
    if (request.kind === 'push') return this.#takePush(socket, request, early, letIn)
    return this.#openStream(socket, request, early, letIn, book)
  }

  #showTable(socket: Socket, book: Book, dialect: Dialect, filter = ''): void {
    const { bases, sources, services } = this.#house
    const now = services.clock()
    const measure = (stationId: number) => sources.meters.get(stationId)?.shape(now.getTime()) ?? null
    const table = this.#table.now(book, bases.alive(), measure, dialect, filter)
    this.#say(socket, reply.sourcetableHead(dialect, table.length, now), table)
  }

  async #openStream(socket: Socket, request: Request, early: Buffer, letIn: () => void, book: Book): Promise<void> {
    const { services, bases, sessions, network } = this.#house
    const { mountpoint, credentials } = request
    const isNetwork = mountpoint.toLowerCase() === book.network.mountpoint.toLowerCase()
    const station = isNetwork ? null : bases.stationAt(mountpoint)
    if (!isNetwork && !station) {
      this.#refuse(socket, request, 'unknown_mountpoint', null, book)
      return
    }
    if (!credentials) return this.#refuse(socket, request, 'no_credentials', null)
    const login = loginOf(credentials, addressOf(socket))
    const answers = await this.#askInTurn(socket, login, () =>
      Promise.all([services.admitRover(credentials, mountpoint), isNetwork ? services.upstream() : null]),
    )
    if (answers === 'gone') return void socket.destroy()
    if (typeof answers === 'string')
      return this.#refuse(socket, request, answers, this.#guesses.holderOf(login)?.id ?? null)
    const [admission, upstream] = answers
    const { pass } = admission
    const refusal = admission.refusal ?? this.#localRefusal(admission.pass, station, isNetwork && !upstream)
    if (refusal || !pass) return this.#refuse(socket, request, refusal ?? 'unknown_user', pass?.id ?? null)
    if (isGone(socket)) return void socket.destroy()

    letIn()
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    const chunked = this.#options.chunked && request.takesChunks && request.dialect === 'ntrip2'
    const startedAt = services.clock()
    const start = {
      id: services.newId(),
      credentialId: pass.id,
      username: pass.username,
      mountpoint: isNetwork ? book.network.mountpoint : station!.mountpoint,
      startedAt,
      address: addressOf(socket),
      agent: request.agent,
    }
    const rover = new Rover(socket, start, pass.expiresAt, chunked, this.#house.roverEvents)
    rover.greet(reply.streamHead(request.dialect, startedAt, { chunked }))
    sessions.add(rover, start, pass)
    if (admission.refusal === null && admission.fromMemory) rover.note(FROM_MEMORY)
    if (station) rover.follow(bases.feedOf(station.id))
    else network.add(rover, upstream)
    if (request.gga) rover.locate(request.gga)
    if (early.length > 0) rover.receive(early)
    socket.resume()
  }

  /** What only this caster knows. */
  #localRefusal(pass: RoverPass | null, station: Station | null, isNear: boolean): RefusalReason | null {
    const { sessions, bases } = this.#house
    if (!pass) return null
    if (sessions.wasJustRevoked(pass.id)) return 'revoked'
    if (refusesAnother(pass, sessions.countOf(pass.id) + (pass.sessionsElsewhere ?? 0))) return 'too_many_sessions'
    if (station && !bases.hasBytes(station.id)) return 'base_down'
    if (isNear && !bases.serveNetwork) return 'base_down'
    const isFull = sessions.countOf(pass.id) >= pass.maxSessions
    return isFull && !this.#turns.storm.mayReplace(pass, performance.now()) ? 'too_often' : null
  }

  /** Asks who it is when it is its turn; or why it was not asked. */
  async #askInTurn<Answers extends readonly [RoverAdmission, ...unknown[]]>(
    socket: Socket,
    login: Login,
    ask: () => Promise<Answers>,
  ): Promise<Answers | RefusalReason | 'gone'> {
    const turn = await this.#turns.next(socket, login)
    if (typeof turn === 'string') return turn
    try {
      const guess = this.#guesses.attempt(login, performance.now())
      if (!guess) return 'guessed_at'
      if (guess.waitMs > 0) turn.over()
      if (!(await stillThereAfter(guess.waitMs, socket))) return 'gone'
      const answers = await ask().catch(this.#troubled)
      if (!answers) return 'unavailable'
      const [{ pass, refusal }] = answers
      const holder = refusal === 'unknown_user' || refusal === 'bad_password' ? null : pass
      guess.answered(holder)
      turn.answered(holder)
      return answers
    } finally {
      turn.over()
    }
  }

  async #takePush(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const { services, bases, sources } = this.#house
    const { dialect } = request
    const at = services.clock()
    const station = bases.stationAt(request.mountpoint)
    if (!station) {
      const words = { dialect, reason: onScreen('unknown_mountpoint'), at }
      return this.#say(socket, dialect === 'ntrip1' ? reply.MOUNTPOINT_TAKEN_OR_INVALID : reply.notFound(words))
    }
    const password = request.credentials?.password
    if (password === undefined) return this.#refusePush(socket, request, station, 'no_credentials')
    const login = loginOf({ username: `push ${station.id}`, password }, addressOf(socket))
    const guess = this.#guesses.attempt(login, performance.now())
    if (!guess) return this.#refusePush(socket, request, station, 'guessed_at')
    if (!(await stillThereAfter(guess.waitMs, socket))) return void socket.destroy()
    const right = await services.admitStation(station, password).catch(this.#troubled)
    if (right === null) return this.#refuse(socket, request, 'unavailable', null)
    guess.answered(right ? { id: station.id, maxSessions: 1 } : null)
    if (!right) return this.#refusePush(socket, request, station, 'bad_password')
    if (sources.isTaken(station.id)) {
      const words = { dialect, reason: 'The mountpoint is taken by a living source.', at }
      return this.#say(socket, dialect === 'ntrip1' ? reply.MOUNTPOINT_TAKEN_OR_INVALID : reply.conflict(words))
    }
    if (isGone(socket)) return void socket.destroy()
    letIn()
    socket.setKeepAlive(true, KEEP_ALIVE_MS)
    if (request.expectsContinue) socket.write(reply.CONTINUE)
    socket.write(reply.pushHead(dialect, at))
    sources.push(station.id, socket, request.chunked, early)
    socket.resume()
  }

  async #refusePush(socket: Socket, request: Request, station: Station, reason: RefusalReason): Promise<void> {
    const { services, log } = this.#house
    const { dialect, mountpoint } = request
    const words = { dialect, reason: onScreen(reason), at: services.clock() }
    log.warn('a push was refused', addressOf(socket), { station: station.code, reason: words.reason })
    await sleep(BAD_PUSH_WAITS_MS, undefined, { ref: false })
    this.#say(socket, dialect === 'ntrip1' ? reply.BAD_PASSWORD : refusalReply(reason, words, mountpoint))
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
    else this.#say(socket, refusalReply(reason, { dialect, reason: onScreen(reason), at }, mountpoint))
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
    const said = inBothLanguages(({ access }) => access.requests[reason])
    const words = { dialect: 'http', reason: said, at: services.clock() } as const
    this.#say(socket, method === 'SOURCE' ? reply.MOUNTPOINT_TAKEN_OR_INVALID : badReply(words, reason))
  }

  /** The last word: whoever does not read it is left anyway. */
  #say(socket: Socket, ...words: Buffer[]): void {
    for (const part of words) socket.write(part)
    socket.end()
    socket.resume()
    const goodbye = setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
    // A timer keeps its socket in memory, of which a flood leaves thousands a second.
    socket.once('close', () => clearTimeout(goodbye))
  }
}

/** All that decides about it is there; for a stream or a push that is who asks. */
const saysAll = (request: Request | BadRequest) =>
  request.kind === 'bad' || request.kind === 'sourcetable' || request.credentials !== null

function asMeant(request: Request): Request {
  if (request.credentials === null) return request
  const { username: typed, password } = request.credentials
  const username = usernameAsMeant(typed)
  return username === typed ? request : { ...request, credentials: { username, password } }
}

function badReply(words: reply.Refusal, reason: BadReason): Buffer {
  if (reason === 'unknown_method') return reply.notImplemented(words)
  return reason === 'head_too_long' ? reply.headTooLarge(words) : reply.badRequest(words)
}

function refusalReply(reason: RefusalReason, words: reply.Refusal, mountpoint: string): Buffer {
  switch (reason) {
    case 'unknown_mountpoint':
      return reply.notFound(words)
    case 'base_down':
    case 'unavailable':
    case 'guessed_at':
      return reply.retryLater(503, words, RETRY_AFTER_SECONDS)
    case 'too_often':
      return reply.retryLater(429, words, FROM_ONE_ADDRESS.refillMs / 1000)
    case 'too_many_sessions':
      return reply.conflict(words)
    default:
      return reply.unauthorized(words, mountpoint)
  }
}

/** In both languages: the caster does not know whose screen it is. */
const inBothLanguages = (say: (words: typeof en) => string) => [en, es].map(say).join(' / ')
const onScreen = (reason: RefusalReason) => inBothLanguages(({ access }) => access.reasons[reason].screen)

async function stillThereAfter(milliseconds: number, socket: Socket): Promise<boolean> {
  if (milliseconds === 0) return true
  await sleep(milliseconds, undefined, { ref: false })
  return !isGone(socket)
}

const addressOf = (socket: Socket) => (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
