// Accepts stations that push with the right password or certificate, if the mountpoint is free.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Request, reply } from '@vertice/ntrip'
import type { Which } from '../../domain/stations/standby.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Holding } from '../sharing/holding.ts'
import type { Proof } from '../streams/sources/push-proof.ts'
import { addressOf, certificateOf, isConnectedAfter, isGone } from './connections/peer.ts'
import type { DoorDependencies } from './dependencies.ts'
import { keyOf } from './limits/forgetful-map.ts'
import { loginOf, type PasswordGuesses } from './limits/password-guesses.ts'
import { onScreen, pushReply, type Refused, refusalReply, say } from './replies.ts'

const REFUSED_WAITS_MS = 1_000
/** A base that changes nodes may connect before its old node has noticed that it left. */
const TAKEN_AGAIN_AFTER_MS = [0, 250, 500]

export class PushRequests {
  readonly #dependencies: DoorDependencies
  readonly #guesses: PasswordGuesses
  readonly #troubled: (err: unknown) => null

  /** `troubled`: called if the database is unavailable. */
  constructor(dependencies: DoorDependencies, guesses: PasswordGuesses, troubled: (err: unknown) => null) {
    this.#dependencies = dependencies
    this.#guesses = guesses
    this.#troubled = troubled
  }

  async take(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const { services, bases, sources } = this.#dependencies
    const { dialect, mountpoint } = request
    const at = services.clock()
    const station = bases.stationAt(mountpoint)
    if (!station)
      return say(
        socket,
        dialect === 'ntrip1'
          ? reply.MOUNTPOINT_TAKEN_OR_INVALID
          : refusalReply('unknown_mountpoint', { dialect, at }, mountpoint),
      )
    const shown = { password: request.credentials?.password ?? null, certificate: certificateOf(socket) }
    if (shown.password === null && shown.certificate === null)
      return this.#refuse(socket, request, station, 'no_credentials')
    // A login with and one without a certificate are separate, so that guesses at one do not block the other.
    const secret = [shown.password, shown.certificate].filter((one) => one !== null).join(' ')
    const login = loginOf({ username: `push ${station.id}`, password: secret }, addressOf(socket))
    const guess = this.#guesses.attempt(login, performance.now())
    if (!guess) return this.#refuse(socket, request, station, 'guessed_at')
    if (!(await isConnectedAfter(guess.waitMs, socket))) return void socket.destroy()
    const admission = await services.admitStation(station, shown).catch(this.#troubled)
    if (admission === null) {
      guess.unanswered()
      return say(socket, refusalReply('unavailable', { dialect, at: services.clock() }, mountpoint))
    }
    await guess.answered(admission.refusal === null ? { id: station.id, maxSessions: 1 } : null)
    if (admission.refusal !== null) return this.#refuse(socket, request, station, admission.refusal)
    const { which, certificate, byPassword } = admission
    const proof: Proof = { password: byPassword ? keyOf(shown.password!) : null, certificate }
    sources.pushes.endOutdone(station.id, proof, which)
    const holding = await this.#takeStation(station.id, which, proof, socket).catch(this.#troubled)
    if (holding === null) return say(socket, refusalReply('unavailable', { dialect, at: services.clock() }, mountpoint))
    if (holding === 'taken') {
      const words = { dialect, reason: 'The mountpoint is taken by a living source.', at }
      return say(socket, dialect === 'ntrip1' ? reply.MOUNTPOINT_TAKEN_OR_INVALID : reply.conflict(words))
    }
    if (isGone(socket)) {
      if (typeof holding !== 'string') holding.end()
      return void socket.destroy()
    }
    letIn()
    if (request.expectsContinue) socket.write(reply.CONTINUE)
    socket.write(reply.pushHead(dialect, at))
    const pushed = { socket, chunked: request.chunked, early }
    sources.pushes.add(station.id, pushed, { proof, holding: typeof holding === 'string' ? null : holding, which })
    socket.resume()
  }

  /** A standby source waits, and so does a first source that returns while the standby source serves. */
  async #takeStation(
    stationId: number,
    which: Which,
    proof: Proof,
    socket: Socket,
  ): Promise<Holding | 'alone' | 'waits' | 'taken'> {
    const { sources, ownership } = this.#dependencies
    if (which === 'backup') return sources.pushes.isBrought(stationId, 'backup') ? 'taken' : 'waits'
    if (sources.isTaken(stationId)) return 'taken'
    if (sources.stations.servingHere(stationId) === 'backup') return 'waits'
    if (!ownership) return 'alone'
    for (const waitMs of TAKEN_AGAIN_AFTER_MS) {
      if (!(await isConnectedAfter(waitMs, socket)) || sources.isTaken(stationId)) break
      const [holding] = await ownership.take([stationId])
      if (holding) return holding
      ownership.tellNewcomer(stationId, proof)
    }
    return !sources.isTaken(stationId) && sources.stations.isOnStandby(stationId) ? 'waits' : 'taken'
  }

  /** After a delay, which slows guessing down. */
  async #refuse(socket: Socket, request: Request, station: Station, reason: Refused): Promise<void> {
    const { services, log } = this.#dependencies
    const { dialect, mountpoint } = request
    const at = services.clock()
    log.warn('Rejected a push', addressOf(socket), { station: station.code, reason: onScreen(reason) })
    await sleep(REFUSED_WAITS_MS, undefined, { ref: false })
    say(socket, pushReply(reason, { dialect, at }, mountpoint))
  }
}
