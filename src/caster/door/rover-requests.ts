// Handles rovers that request a stream: they are admitted by credential, or without one on an open mountpoint.
import type { Socket } from 'node:net'
import { type Request, reply } from '@vertice/ntrip'
import { altersNothing, NOTHING_ALTERED } from '../../domain/network/mountpoints/alteration.ts'
import { isOpen, type Mount, servingGroup } from '../../domain/sessions/access.ts'
import type { Pass, RefusalReason } from '../../domain/sessions/admission.ts'
import { refusesAnother } from '../../domain/sessions/limit.ts'
import type { Note, SessionOpening, SessionStart } from '../../domain/sessions/session.ts'
import { Rover } from '../rovers/rover.ts'
import type { EngineAddresses } from '../services.ts'
import { addressOf, isGone } from './connections/peer.ts'
import { CredentialCheck, type RequestedStream } from './credential-check.ts'
import type { DoorDependencies } from './dependencies.ts'
import { AdmissionTurns } from './limits/admission-turns.ts'
import { OpenMountpointLimits } from './limits/open-mountpoints.ts'
import { loginOf, type PasswordGuesses } from './limits/password-guesses.ts'
import type { Reception } from './reception.ts'

const FROM_MEMORY: Note = { code: 'from_memory', params: {} }
/** Used for open mountpoints, which have no credential and never expire. */
const WITHOUT_END = { expiresAt: new Date(8.64e15), cuts: 0, geofence: null }
const NOBODY_ASKED: SessionOpening = { opened: true, fromMemory: true, replaced: [] }

export interface RoverRequestOptions {
  /** Use chunked encoding for rev2 clients that support it. */
  readonly chunked: boolean
  /** Max concurrent sessions per client address on open mountpoints. */
  readonly openPerAddress?: number
}

export class RoverRequests {
  readonly #dependencies: DoorDependencies
  readonly #reception: Reception
  readonly #chunked: boolean
  readonly #guesses: PasswordGuesses
  readonly #turns: AdmissionTurns
  readonly #questions: CredentialCheck
  readonly #openLimits: OpenMountpointLimits

  constructor(
    dependencies: DoorDependencies,
    reception: Reception,
    guesses: PasswordGuesses,
    options: RoverRequestOptions,
  ) {
    this.#dependencies = dependencies
    this.#reception = reception
    this.#chunked = options.chunked
    this.#guesses = guesses
    this.#turns = new AdmissionTurns(guesses)
    const { services } = dependencies
    this.#questions = new CredentialCheck({ services, guesses, turns: this.#turns, troubled: reception.troubled })
    this.#openLimits = new OpenMountpointLimits(options.openPerAddress ?? 10)
  }

  tidy(): void {
    this.#turns.tidy(performance.now())
    this.#openLimits.tidy(performance.now())
  }

  /** Keeps little in memory while it waits: ten thousand rovers may wait at once. */
  async take(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    let wanted = this.#wanted(request)
    if (!request.credentials || !wanted || isOpen(wanted.mount)) {
      const book = await this.#reception.newestBook()
      if (!book) return this.#reception.refuse(socket, request, 'unavailable', null)
      wanted = this.#wanted(request)
      if (!wanted) return this.#reception.refuse(socket, request, 'unknown_mountpoint', null, book)
      if (isOpen(wanted.mount)) return this.#openWithoutLogin(socket, request, early, letIn, wanted)
      if (!request.credentials) return this.#reception.refuse(socket, request, 'no_credentials', null)
    }
    // The query for the credential also returns whether the stations have changed. They are then read again before it
    // resolves.
    const login = loginOf(request.credentials, addressOf(socket))
    const answers = await this.#questions.askInTurn(socket, login, request.credentials, wanted)
    if (answers === 'gone') return void socket.destroy()
    if (typeof answers === 'string')
      return this.#reception.refuse(socket, request, answers, this.#guesses.holderOf(login)?.id ?? null)
    const book = this.#dependencies.services.lastBook()
    this.#dependencies.bases.use(book)
    wanted = this.#wanted(request)
    if (!wanted) return this.#reception.refuse(socket, request, 'unknown_mountpoint', null, book)
    const { admission, engineAddresses } = answers
    const { pass } = admission
    if (admission.refusal !== null || !pass)
      return this.#reception.refuse(socket, request, admission.refusal ?? 'unknown_user', pass?.id ?? null)
    const refusal = isImpossible(wanted.mount) ? 'base_down' : this.#localRefusal(pass, wanted.mount, engineAddresses)
    if (refusal) return this.#reception.refuse(socket, request, refusal, pass.id)
    if (isGone(socket)) return void socket.destroy()

    const start = this.#startOf(socket, request, wanted, pass)
    const opening = await this.#openSession(socket, start, admission.fromMemory)
    if (opening === 'gone') return void socket.destroy()
    if (typeof opening === 'string') return this.#reception.refuse(socket, request, opening, pass.id)
    letIn()
    const rover = this.#welcome(socket, request, start, pass, opening)
    const { mount } = wanted
    this.#serve(rover, mount, engineAddresses, pass)
    this.#begin(rover, socket, request, early)
    this.#dependencies.groupSessions.add(rover, pass.groupId, mount)
  }

  /** On an open mountpoint, credentials are neither required nor checked. Limits apply by client address. */
  async #openWithoutLogin(
    socket: Socket,
    request: Request,
    early: Buffer,
    letIn: () => void,
    wanted: RequestedStream,
  ): Promise<void> {
    const { services, sessions, roverEvents } = this.#dependencies
    const { mount } = wanted
    const visitor = addressOf(socket)
    const engineAddresses = await services.engineAddresses().catch(this.#reception.troubled)
    if (!engineAddresses) return this.#reception.refuse(socket, request, 'unavailable', null)
    const nothing = isImpossible(mount) ? 'base_down' : this.#whyNothing(mount, engineAddresses, null)
    const refusal = nothing ?? this.#openLimits.refusalOf(visitor, performance.now())
    if (refusal) return this.#reception.refuse(socket, request, refusal, null)
    if (isGone(socket)) return void socket.destroy()
    this.#openLimits.add(socket, visitor)
    letIn()
    const start = this.#startOf(socket, request, wanted, null)
    const rover = new Rover(socket, start, WITHOUT_END, { chunked: this.#isChunked(request), events: roverEvents })
    rover.greet(reply.streamHead(request.dialect, start.startedAt, { chunked: this.#isChunked(request) }))
    sessions.addOpen(rover, start)
    this.#serve(rover, mount, engineAddresses, null)
    this.#begin(rover, socket, request, early)
  }

  #begin(rover: Rover, socket: Socket, { gga }: Request, early: Buffer): void {
    if (gga) rover.locate(gga)
    if (early.length > 0) rover.receive(early)
    socket.resume()
    this.#dependencies.sessions.settle(rover)
  }

  /** Some mountpoints of other casters compute a stream per rover, over a connection of its own. */
  #serve(rover: Rover, mount: Mount, engineAddresses: EngineAddresses, pass: Pass | null): void {
    const { geofences, upstreamRoverStreams, derived, fallbacks, offerOf, network } = this.#dependencies
    if (mount.kind === 'network') {
      const engineAddress = engineAddresses.get(mount.network.id) ?? null
      return void network.add(rover, mount.network, engineAddress, pass?.groupId)
    }
    const { id, upstream } = mount.station
    if (upstream?.told.needsGga) return void upstreamRoverStreams.add(rover, mount, offerOf(id))
    derived.seat(rover, mount)
    geofences.serveBase(rover, () => fallbacks.serve(rover, mount))
  }

  #isChunked({ takesChunks, dialect }: Request): boolean {
    return this.#chunked && takesChunks && dialect === 'ntrip2'
  }

  /** `null` if there is no such mountpoint. */
  #wanted({ mountpoint }: Request): RequestedStream | null {
    const mount = this.#dependencies.bases.mountAt(mountpoint)
    return mount && { mountpoint: mount.name, station: mount.kind === 'station' ? mount.station : null, mount }
  }

  #startOf(socket: Socket, { agent }: Request, { mountpoint }: RequestedStream, pass: Pass | null): SessionStart {
    const { services } = this.#dependencies
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
    const { sessions, roverEvents } = this.#dependencies
    const chunked = this.#isChunked(request)
    const rover = new Rover(socket, start, pass, { chunked, events: roverEvents })
    rover.greet(reply.streamHead(request.dialect, start.startedAt, { chunked }))
    if (opening.fromMemory) sessions.addFromMemory(rover, start, pass)
    else sessions.add(rover)
    if (opening.fromMemory) rover.note(FROM_MEMORY)
    return rover
  }

  /** The last step, so that only admitted rovers open a session. Returns a reason if none was opened. */
  async #openSession(
    socket: Socket,
    start: SessionStart,
    fromMemory: boolean,
  ): Promise<SessionOpening | RefusalReason | 'gone'> {
    const { services, sessions } = this.#dependencies
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

  /** Reasons that only this node knows. */
  #localRefusal(pass: Pass, mount: Mount, engineAddresses: EngineAddresses): RefusalReason | null {
    const { sessions } = this.#dependencies
    if (sessions.wasJustRevoked(pass.id)) return 'revoked'
    if (refusesAnother(pass, sessions.countOf(pass.id))) return 'too_many_sessions'
    const nothing = this.#whyNothing(mount, engineAddresses, pass)
    if (nothing) return nothing
    return sessions.isFull(pass) && !this.#turns.reconnects.mayReplace(pass, performance.now()) ? 'too_often' : null
  }

  #whyNothing(mount: Mount, engineAddresses: EngineAddresses, pass: Pass | null): 'base_down' | 'bus_away' | null {
    const { bases, fallbacks } = this.#dependencies
    if (mount.kind === 'station') return bases.whyNothing(fallbacks.servingFor(mount.station.id))
    if (engineAddresses.has(mount.network.id)) return null
    return bases.whyNoNetwork(servingGroup(mount.network, pass?.groupId ?? null))
  }
}

/** A stream computed per rover by another caster cannot be altered. Its sourcetable may announce that later. */
const isImpossible = (mount: Mount) =>
  mount.kind === 'station' &&
  (mount.station.upstream?.told.needsGga ?? false) &&
  !altersNothing(mount.made?.alteration ?? NOTHING_ALTERED)
