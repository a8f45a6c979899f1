// Who a rover is, asked when it is its turn.
import type { Socket } from 'node:net'
import type { Credentials } from '@vertice/ntrip'
import type { Upstream } from '../../domain/network/source-address.ts'
import type { Mount } from '../../domain/sessions/access.ts'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { Station } from '../../domain/stations/station.ts'
import type { CasterServices, RoverAdmission } from '../services.ts'
import type { Guesses, Login } from './guesses.ts'
import { stillThereAfter } from './peer.ts'
import type { AdmissionTurns } from './turns.ts'

export interface Wanted {
  readonly mountpoint: string
  /** null: the network's. */
  readonly station: Station | null
  readonly mount: Mount
}

export interface Answers {
  readonly admission: RoverAdmission
  /** For the network alone; null: there is none, the nearest bases serve. */
  readonly upstream: Upstream | null
}

export interface QuestionMeans {
  readonly services: Pick<CasterServices, 'admitRover' | 'upstream'>
  readonly guesses: Guesses
  readonly turns: AdmissionTurns
  /** The database could not be asked. */
  readonly troubled: (err: unknown) => null
}

export class Questions {
  readonly #means: QuestionMeans

  constructor(means: QuestionMeans) {
    this.#means = means
  }

  /** Or why it was not asked; `gone`: nobody is there to be told. */
  async askInTurn(
    socket: Socket,
    login: Login,
    credentials: Credentials,
    wanted: Wanted,
  ): Promise<Answers | RefusalReason | 'gone'> {
    const { turns, guesses, troubled } = this.#means
    const waited = turns.next(socket, login)
    const turn = waited instanceof Promise ? await waited : waited
    if (typeof turn === 'string') return turn
    try {
      const guess = guesses.attempt(login, performance.now())
      if (!guess) return 'guessed_at'
      if (guess.waitMs > 0) {
        turn.over()
        if (!(await stillThereAfter(guess.waitMs, socket))) return 'gone'
      }
      const answers = await this.#ask(credentials, wanted).catch(troubled)
      // It costs a guess all the same: while the database is away, what is remembered tells a right password from a wrong one.
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

  async #ask(credentials: Credentials, { mountpoint, station }: Wanted): Promise<Answers> {
    const { services } = this.#means
    const admitting = services.admitRover(credentials, mountpoint)
    if (station) return { admission: await admitting, upstream: null }
    const [admission, upstream] = await Promise.all([admitting, services.upstream()])
    return { admission, upstream }
  }
}
