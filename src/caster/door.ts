// The door: reads what a stranger asks, within bounds, and answers or lets in.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RefusalReason } from '../domain/sessions/admission.ts'
import { refusesAnother } from '../domain/sessions/limit.ts'
import type { Note } from '../domain/sessions/session.ts'
import type { Station } from '../domain/stations/station.ts'
import { HEAD_LIMIT } from '../ntrip/head.ts'
import { type BadRequest, type Dialect, type Request, readRequest } from '../ntrip/request.ts'
import * as reply from '../ntrip/response.ts'
import { en } from '../words/en.ts'
import { es } from '../words/es.ts'
import type { BaseFeeds } from './bases.ts'
import { ForgetfulMap, keyOf } from './forgetful-map.ts'
import { Guesses } from './guesses.ts'
import type { NetworkMountpoint } from './network-mountpoint.ts'
import type { QuietLog } from './quiet-log.ts'
import { Rover, type RoverEvents } from './rover.ts'
import type { Book, CasterServices, RoverPass } from './services.ts'
import type { Sessions } from './sessions.ts'
import type { Sources } from './sources.ts'
import { Storm } from './storm.ts'
import { Table } from './table.ts'

const GOODBYE_MS = 2_000
const BAD_PUSH_WAITS_MS = 1_000
const RETRY_AFTER_SECONDS = 10
const KEEP_ALIVE_MS = 30_000
const PLACE_KEPT_MS = 60_000
const MOST_HELD = 5_000
const FROM_MEMORY: Note = { code: 'from_memory', params: {} }

export interface DoorOptions {
  readonly handshakeMs: number
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
  readonly #storm = new Storm()
  /** One attempt of a credential may wait to be let in; a newer one takes its place, which stays for a while if it is empty. */
  readonly #held = new ForgetfulMap<{ readonly socket: Socket; readonly until: number }>(MOST_HELD)
  readonly #guesses = new Guesses()
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
    const timer = setTimeout(() => socket.destroy(), this.#options.handshakeMs)
    const onError = () => {}
    const onClose = () => {
      clearTimeout(timer)
      this.#strangers.delete(socket)
    }
    const onEnd = () => void socket.destroy()
    const onData = (data: Buffer) => {
      head = head ? Buffer.concat([head, data]) : data
      const request = readRequest(head)
      if (request === 'incomplete' && head.length < HEAD_LIMIT) return
      clearTimeout(timer)
      socket.off('data', onData).off('end', onEnd).pause()
      const letIn = () => {
        // Who has asked a question may shut its side and still gets the answer. A stream is another matter: its receiver says
        // goodbye in no other way, and waiting for more signs would make ghosts of those that left.
        socket.allowHalfOpen = false
        this.#strangers.delete(socket)
        socket.off('close', onClose).off('error', onError)
      }
      if (request === 'incomplete')
        return this.#answerBad(socket, { kind: 'bad', reason: 'head too long', method: null })
      if (request.kind === 'bad') return this.#answerBad(socket, request)
      this.#answer(socket, request, head.subarray(request.headLength), letIn).catch((error) => {
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
    const now = performance.now()
    this.#storm.tidy(now)
    this.#held.forget(({ until }) => until < now - PLACE_KEPT_MS)
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
    this.#house.network.use(book)
    if (request.kind === 'sourcetable') return this.#showTable(socket, book, request.dialect)
    if (request.kind === 'push') return this.#takePush(socket, request, early, letIn)
    return this.#openStream(socket, request, early, letIn, book)
  }

  #showTable(socket: Socket, book: Book, dialect: Dialect): void {
    const table = this.#table.now(book, this.#house.bases.alive())
    this.#say(socket, reply.sourcetableHead(dialect, table.length, this.#house.services.clock()), table)
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
    if (!(await this.#waitYourTurn(socket, credentials))) return void socket.destroy()
    const guess = this.#guesses.attempt(credentials, addressOf(socket), performance.now())
    if (!guess) return this.#refuse(socket, request, 'guessed_at', null)
    if (!(await stillThereAfter(guess.waitMs, socket))) return void socket.destroy()
    const answers = await Promise.all([
      services.admitRover(credentials, mountpoint),
      isNetwork ? services.upstream() : null,
    ]).catch(this.#troubled)
    if (!answers) return this.#refuse(socket, request, 'unavailable', null)
    const [admission, upstream] = answers
    guess.answered(admission.refusal !== 'unknown_user' && admission.refusal !== 'bad_password')
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
    if (station && !bases.isAlive(station.id)) return 'base_down'
    return isNear && bases.alive().length === 0 ? 'base_down' : null
  }

  /** False: it gave up, or a newer attempt of the same credential took its place. */
  async #waitYourTurn(
    socket: Socket,
    { username, password }: { username: string; password: string },
  ): Promise<boolean> {
    const now = performance.now()
    const key = keyOf(username, password)
    const delay = this.#storm.delayMs(key, now)
    const before = this.#held.get(key)
    before?.socket.destroy()
    // The place in the line is kept: who gives up and comes again before its time would else never be let in.
    const until = Math.min(now + delay, before?.until ?? Number.POSITIVE_INFINITY)
    const mine = { socket, until }
    if (until > now) {
      this.#held.set(key, mine)
      await sleep(until - now, undefined, { ref: false })
      if (this.#held.get(key) !== mine || isGone(socket)) return false
    }
    this.#held.delete(key)
    return true
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
    const guess = this.#guesses.attempt(
      { username: `push ${station.id}`, password },
      addressOf(socket),
      performance.now(),
    )
    if (!guess) return this.#refusePush(socket, request, station, 'guessed_at')
    if (!(await stillThereAfter(guess.waitMs, socket))) return void socket.destroy()
    const right = await services.admitStation(station, password).catch(this.#troubled)
    if (right === null) return this.#refuse(socket, request, 'unavailable', null)
    guess.answered(right)
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
    const { services } = this.#house
    const at = services.clock()
    const { dialect, mountpoint, agent } = request
    const username = request.credentials?.username ?? ''
    if (request.kind === 'stream')
      services.record.refused({ at, reason, username, credentialId, mountpoint, address: addressOf(socket), agent })
    // Rev1 has no other way to say it.
    if (reason === 'unknown_mountpoint' && dialect === 'ntrip1' && book) this.#showTable(socket, book, dialect)
    else this.#say(socket, refusalReply(reason, { dialect, reason: onScreen(reason), at }, mountpoint))
  }

  #answerBad(socket: Socket, { reason, method }: BadRequest): void {
    const at = this.#house.services.clock()
    this.#say(
      socket,
      method === 'SOURCE' ? reply.MOUNTPOINT_TAKEN_OR_INVALID : reply.badRequest({ dialect: 'http', reason, at }),
    )
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

function refusalReply(reason: RefusalReason, words: reply.Refusal, mountpoint: string): Buffer {
  switch (reason) {
    case 'unknown_mountpoint':
      return reply.notFound(words)
    case 'base_down':
    case 'unavailable':
    case 'guessed_at':
      return reply.retryLater(503, words, RETRY_AFTER_SECONDS)
    case 'too_many_sessions':
      return reply.conflict(words)
    default:
      return reply.unauthorized(words, mountpoint)
  }
}

/** In both languages: the caster does not know whose screen it is. */
const onScreen = (reason: RefusalReason) => [en, es].map(({ access }) => access.reasons[reason].screen).join(' / ')

async function stillThereAfter(milliseconds: number, socket: Socket): Promise<boolean> {
  if (milliseconds === 0) return true
  await sleep(milliseconds, undefined, { ref: false })
  return !isGone(socket)
}

const isGone = (socket: Socket) => socket.destroyed || socket.readableEnded

const addressOf = (socket: Socket) => (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
