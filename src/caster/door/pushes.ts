// Stations at the door: who has the mountpoint's password or certificate, and finds it free, brings its stream.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Request, reply } from '@vertice/ntrip'
import type { Which } from '../../domain/stations/backup.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { Holding } from '../sharing/ownership.ts'
import type { Proof } from '../streams/proof.ts'
import { onScreen, pushReply, type Refused, refusalReply, say } from './answers.ts'
import { keyOf } from './forgetful-map.ts'
import { type Guesses, loginOf } from './guesses.ts'
import type { House } from './house.ts'
import { addressOf, certificateOf, isGone, stillThereAfter } from './peer.ts'

const REFUSED_WAITS_MS = 1_000
/** A base that changes nodes may come before its old node has noticed that it left. */
const TAKEN_AGAIN_AFTER_MS = [0, 250, 500]

export class Pushes {
  readonly #house: House
  readonly #guesses: Guesses
  readonly #troubled: (err: unknown) => null

  /** `troubled`: the database could not be asked. */
  constructor(house: House, guesses: Guesses, troubled: (err: unknown) => null) {
    this.#house = house
    this.#guesses = guesses
    this.#troubled = troubled
  }

  async take(socket: Socket, request: Request, early: Buffer, letIn: () => void): Promise<void> {
    const { services, bases, sources } = this.#house
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
    // One with a certificate and one without are two, of which others may guess at one.
    const secret = [shown.password, shown.certificate].filter((one) => one !== null).join(' ')
    const login = loginOf({ username: `push ${station.id}`, password: secret }, addressOf(socket))
    const guess = this.#guesses.attempt(login, performance.now())
    if (!guess) return this.#refuse(socket, request, station, 'guessed_at')
    if (!(await stillThereAfter(guess.waitMs, socket))) return void socket.destroy()
    const admission = await services.admitStation(station, shown).catch(this.#troubled)
    if (admission === null) {
      guess.unanswered()
      return say(socket, refusalReply('unavailable', { dialect, at: services.clock() }, mountpoint))
    }
    await guess.answered(admission.refusal === null ? { id: station.id, maxSessions: 1 } : null)
    if (admission.refusal !== null) return this.#refuse(socket, request, station, admission.refusal)
    const { which, certificate, byPassword } = admission
    const proof: Proof = { password: byPassword ? keyOf(shown.password!) : null, certificate }
    sources.endOutdone(station.id, proof, which)
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
    sources.push(station.id, pushed, proof, typeof holding === 'string' ? null : holding, which)
    socket.resume()
  }

  /**
   * Here at once, among nodes that share their streams after the others were asked. A second source waits, and so does a first one that
   * comes back while the second serves: neither takes the station from anybody.
   */
  async #takeStation(
    stationId: number,
    which: Which,
    proof: Proof,
    socket: Socket,
  ): Promise<Holding | 'alone' | 'waits' | 'taken'> {
    const { sources, ownership } = this.#house
    if (which === 'backup') return sources.isBackupTaken(stationId) ? 'taken' : 'waits'
    if (sources.isTaken(stationId)) return 'taken'
    if (sources.isOnBackupHere(stationId)) return 'waits'
    if (!ownership) return 'alone'
    for (const waitMs of TAKEN_AGAIN_AFTER_MS) {
      if (!(await stillThereAfter(waitMs, socket)) || sources.isTaken(stationId)) break
      const [holding] = await ownership.take([stationId])
      if (holding) return holding
      ownership.tellNewcomer(stationId, proof)
    }
    return !sources.isTaken(stationId) && sources.isOnBackup(stationId) ? 'waits' : 'taken'
  }

  /** Not at once: who guesses has to wait. */
  async #refuse(socket: Socket, request: Request, station: Station, reason: Refused): Promise<void> {
    const { services, log } = this.#house
    const { dialect, mountpoint } = request
    const at = services.clock()
    log.warn('a push was refused', addressOf(socket), { station: station.code, reason: onScreen(reason) })
    await sleep(REFUSED_WAITS_MS, undefined, { ref: false })
    say(socket, pushReply(reason, { dialect, at }, mountpoint))
  }
}
