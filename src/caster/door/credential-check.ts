// Checks a rover's credential when it is its turn.
import type { Socket } from 'node:net'
import type { Credentials } from '@vertice/ntrip'
import type { Mount } from '../../domain/sessions/access.ts'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { CasterServices, EngineAddresses, RoverAdmission } from '../services.ts'
import { isConnectedAfter } from './connections/peer.ts'
import type { AdmissionTurns } from './limits/admission-turns.ts'
import type { Login, PasswordGuesses } from './limits/password-guesses.ts'

export interface RequestedStream {
  readonly mountpoint: string
  /** `null` for a network mountpoint. */
  readonly station: Station | null
  readonly mount: Mount
}

export interface Answers {
  readonly admission: RoverAdmission
  /** Only for network mountpoints; empty otherwise. */
  readonly engineAddresses: EngineAddresses
}

export interface CredentialCheckDependencies {
  readonly services: Pick<CasterServices, 'admitRover' | 'engineAddresses'>
  readonly guesses: PasswordGuesses
  readonly turns: AdmissionTurns
  /** Called if the database is unavailable. */
  readonly troubled: (err: unknown) => null
}

const NONE: EngineAddresses = new Map()

export class CredentialCheck {
  readonly #dependencies: CredentialCheckDependencies

  constructor(dependencies: CredentialCheckDependencies) {
    this.#dependencies = dependencies
  }

  /** Returns a reason if the credential was not checked; `gone` if the client has left. */
  async askInTurn(
    socket: Socket,
    login: Login,
    credentials: Credentials,
    wanted: RequestedStream,
  ): Promise<Answers | RefusalReason | 'gone'> {
    const { turns, guesses, troubled } = this.#dependencies
    const waited = turns.next(socket, login)
    const turn = waited instanceof Promise ? await waited : waited
    if (typeof turn === 'string') return turn
    try {
      const guess = guesses.attempt(login, performance.now())
      if (!guess) return 'guessed_at'
      if (guess.waitMs > 0) {
        turn.over()
        if (!(await isConnectedAfter(guess.waitMs, socket))) return 'gone'
      }
      const answers = await this.#ask(credentials, wanted).catch(troubled)
      // Counts as a guess anyway: while the database is unavailable, passwords are still compared with the cached ones.
      if (!answers) return 'unavailable'
      const { pass, refusal } = answers.admission
      const holder = refusal === 'unknown_user' || refusal === 'bad_password' ? null : pass
      const telling = guess.answered(holder)
      if (telling) await telling
      turn.answered(holder)
      return answers
    } finally {
      turn.over()
    }
  }

  async #ask(credentials: Credentials, { mountpoint, station }: RequestedStream): Promise<Answers> {
    const { services } = this.#dependencies
    const admission = await services.admitRover(credentials, mountpoint)
    return { admission, engineAddresses: station ? NONE : await services.engineAddresses() }
  }
}
