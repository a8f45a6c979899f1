// Rovers at the door: who has a credential for it, or asks for what is open to all, gets a stream.
import type { Socket } from 'node:net'
import { type Request, reply } from '@vertice/ntrip'
import { altersNothing, NOTHING_ALTERED } from '../../domain/network/mountpoints/alteration.ts'
import type { Upstream } from '../../domain/network/source-address.ts'
import { isOpen, type Mount } from '../../domain/sessions/access.ts'
import type { Pass, RefusalReason } from '../../domain/sessions/admission.ts'
import { refusesAnother } from '../../domain/sessions/limit.ts'
import type { Note, SessionOpening, SessionStart } from '../../domain/sessions/session.ts'
import type { Station } from '../../domain/stations/station.ts'
import { Rover } from '../rovers/rover.ts'
import { type Guesses, loginOf } from './guesses.ts'
import type { House } from './house.ts'
import { OpenVisitors } from './open-visitors.ts'
import { addressOf, isGone } from './peer.ts'
import { Questions, type Wanted } from './questions.ts'
import type { Reception } from './reception.ts'
import { AdmissionTurns } from './turns.ts'

const FROM_MEMORY: Note = { code: 'from_memory', params: {} }
/** Of who has no credential that ends. */
const WITHOUT_END = { expiresAt: new Date(8.64e15), cuts: 0, fence: null }
const NOBODY_ASKED: SessionOpening = { opened: true, fromMemory: true, replaced: [] }

export interface ArrivalOptions {
  /** Send chunks to rev2 clients that can take them. */
  readonly chunked: boolean
  /** So many sessions may an address have at open mountpoints. */
  readonly openPerAddress?: number
}

export class Arrivals {
  readonly #house: House
  readonly #reception: Reception
  readonly #chunked: boolean
  readonly #guesses: Guesses
  readonly #turns: AdmissionTurns
  readonly #questions: Questions
  readonly #visitors: OpenVisitors

  constructor(house: House, reception: Reception, guesses: Guesses, options: ArrivalOptions) {
    this.#house = house
    this.#reception = reception
    this.#chunked = options.chunked
    this.#guesses = guesses
    this.#turns = new AdmissionTurns(guesses)
    const { services } = house
    this.#questions = new Questions({ services, guesses, turns: this.#turns, troubled: reception.troubled })
    this.#visitors = new OpenVisitors(options.openPerAddress ?? 10)
  }

  tidy(): void {
    this.#turns.tidy(performance.now())
    this.#visitors.tidy(performance.now())
  }

  /** What waits for an answer keeps little meanwhile: ten thousand may wait at once. */
  async take(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const book = await this.#reception.newestBook()
    if (!book) return this.#reception.refuse(socket, request, 'unavailable', null)
    const wanted = this.#wanted(request)
    if (!wanted) return this.#reception.refuse(socket, request, 'unknown_mountpoint', null, book)
    if (isOpen(wanted.mount)) return this.#openWithoutLogin(socket, request, early, letIn, wanted)
    if (!request.credentials) return this.#reception.refuse(socket, request, 'no_credentials', null)
    const login = loginOf(request.credentials, addressOf(socket))
    const answers = await this.#questions.askInTurn(socket, login, request.credentials, wanted)
    if (answers === 'gone') return void socket.destroy()
    if (typeof answers === 'string')
      return this.#reception.refuse(socket, request, answers, this.#guesses.holderOf(login)?.id ?? null)
    const { admission, upstream } = answers
    const { pass } = admission
    if (admission.refusal !== null || !pass)
      return this.#reception.refuse(socket, request, admission.refusal ?? 'unknown_user', pass?.id ?? null)
    const refusal = isImpossible(wanted.mount) ? 'base_down' : this.#localRefusal(pass, wanted.station, upstream)
    if (refusal) return this.#reception.refuse(socket, request, refusal, pass.id)
    if (isGone(socket)) return void socket.destroy()

    const start = this.#startOf(socket, request, wanted, pass)
    const opening = await this.#openSession(socket, start, admission.fromMemory)
    if (opening === 'gone') return void socket.destroy()
    if (typeof opening === 'string') return this.#reception.refuse(socket, request, opening, pass.id)
    letIn()
    const rover = this.#welcome(socket, request, start, pass, opening)
    const { mount } = wanted
    if (mount.kind === 'station') this.#serve(rover, mount)
    else this.#house.network.add(rover, upstream, pass.groupId)
    this.#begin(rover, socket, request, early)
    this.#house.groupSessions.add(rover, pass.groupId, mount)
  }

  /** At an open mountpoint nobody is asked who they are; a login that comes all the same is not looked at. Limits are by address. */
  async #openWithoutLogin(
    socket: Socket,
    request: Request,
    early: Buffer,
    letIn: () => void,
    wanted: Wanted,
  ): Promise<void> {
    const { bases, sessions, roverEvents, standIns } = this.#house
    const { mount } = wanted
    if (mount.kind !== 'station') return
    const visitor = addressOf(socket)
    const nothing = isImpossible(mount) ? 'base_down' : bases.whyNothing(standIns.servingFor(mount.station.id))
    const refusal = nothing ?? this.#visitors.refusalOf(visitor, performance.now())
    if (refusal) return this.#reception.refuse(socket, request, refusal, null)
    if (isGone(socket)) return void socket.destroy()
    this.#visitors.came(visitor)
    socket.once('close', () => this.#visitors.left(visitor))
    letIn()
    const start = this.#startOf(socket, request, wanted, null)
    const rover = new Rover(socket, start, WITHOUT_END, this.#isChunked(request), roverEvents)
    rover.greet(reply.streamHead(request.dialect, start.startedAt, { chunked: this.#isChunked(request) }))
    sessions.addOpen(rover, start)
    this.#serve(rover, mount)
    this.#begin(rover, socket, request, early)
  }

  #begin(rover: Rover, socket: Socket, { gga }: Request, early: Buffer): void {
    if (gga) rover.locate(gga)
    if (early.length > 0) rover.receive(early)
    socket.resume()
    this.#house.sessions.settle(rover)
  }

  /** Some mountpoints of other casters compute for each rover, which has a connection of its own there. */
  #serve(rover: Rover, mount: Extract<Mount, { kind: 'station' }>): void {
    const { fences, lines, made, standIns, offerOf } = this.#house
    const { id, upstream } = mount.station
    if (upstream?.told.needsGga) return void lines.add(rover, mount, offerOf(id))
    made.seat(rover, mount)
    fences.open(rover, () => standIns.serve(rover, mount))
  }

  #isChunked({ takesChunks, dialect }: Request): boolean {
    return this.#chunked && takesChunks && dialect === 'ntrip2'
  }

  /** null: there is no such mountpoint. */
  #wanted({ mountpoint }: Request): Wanted | null {
    const mount = this.#house.bases.mountAt(mountpoint)
    return mount && { mountpoint: mount.name, station: mount.kind === 'station' ? mount.station : null, mount }
  }

  #startOf(socket: Socket, { agent }: Request, { mountpoint }: Wanted, pass: Pass | null): SessionStart {
    const { services } = this.#house
    return {
      id: services.newId(),
      credentialId: pass?.id ?? null,
      username: pass?.username ?? '',
      mountpoint,
      startedAt: services.clock(),
      address: addressOf(socket),
      agent,
    }
  }

  #welcome(socket: Socket, request: Request, start: SessionStart, pass: Pass, opening: SessionOpening): Rover {
    const { sessions, roverEvents } = this.#house
    const chunked = this.#isChunked(request)
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
    const credentialId = start.credentialId!
    sessions.expect(credentialId)
    const opening = await services.openSession(start).catch(this.#reception.troubled)
    sessions.expectNoMore(credentialId)
    for (const id of opening?.replaced ?? []) sessions.end({ id, credentialId }, 'replaced')
    if (opening && !opening.opened) return 'too_many_sessions'
    const isRevoked = sessions.wasJustRevoked(credentialId)
    if (opening && !isRevoked && !isGone(socket)) return opening
    services.record.abandoned(start, services.clock(), !opening ? 'broken' : isRevoked ? 'revoked' : 'client_left')
    return !opening ? 'unavailable' : isRevoked ? 'revoked' : 'gone'
  }

  /** What only this caster knows. */
  #localRefusal(pass: Pass, station: Station | null, upstream: Upstream | null): RefusalReason | null {
    const { sessions, bases, standIns } = this.#house
    if (sessions.wasJustRevoked(pass.id)) return 'revoked'
    if (refusesAnother(pass, sessions.countOf(pass.id))) return 'too_many_sessions'
    const nothing = station
      ? bases.whyNothing(standIns.servingFor(station.id))
      : upstream
        ? null
        : bases.whyNoNetwork(pass.groupId)
    if (nothing) return nothing
    return sessions.isFull(pass) && !this.#turns.storm.mayReplace(pass, performance.now()) ? 'too_often' : null
  }
}

/** What another caster computes for each rover is not altered; its table may say so only since the mountpoint was made. */
const isImpossible = (mount: Mount) =>
  mount.kind === 'station' &&
  (mount.station.upstream?.told.needsGga ?? false) &&
  !altersNothing(mount.made?.alteration ?? NOTHING_ALTERED)
