// Decides when a login is checked: immediately, after a wait, or not at all.
//
// For each user name, ten checks of logins that are unknown here run at a time; the others wait. After a restart, the
// first device of a fleet reveals how many sessions the credential may have, so that the rest is not mistaken for a
// reconnect storm or for guesses.
//
// A known login that connects too often waits for one of as many places as it may have sessions. If all places are
// taken, the new connection takes over the one that has waited longest, which may be dead. The place keeps its time:
// otherwise a client that gives up and reconnects too early would never be admitted.
import type { Socket } from 'node:net'
import type { RefusalReason } from '../../../domain/sessions/admission.ts'
import { isGone } from '../connections/peer.ts'
import type { Holder, Login, PasswordGuesses } from './password-guesses.ts'
import { COMING, ReconnectLimits } from './reconnect-limits.ts'

/** No more than the burst of a single session: running checks are not counted yet. */
const ASKED_AT_ONCE = COMING.burst
const LONGEST_IN_LINE_MS = 10_000
const MOST_PLACES = 100
const MOST_HELD = 5_000

/** Permission to check a login. */
export interface Turn {
  /** Reports the credential of the login. */
  answered(holder: Holder | null): void
  /** Call when the check is over, so that the next one can begin. May be called twice. */
  over(): void
}

/** A turn, or why there is none; `gone` if the client has left. */
export type Waited = Turn | Extract<RefusalReason, 'too_often' | 'unavailable'> | 'gone'

/** The checks of one user name. */
interface Asked {
  underWay: number
  readonly waiting: (() => void)[]
}

interface Place {
  taker: Socket
  /** Ends the wait of `taker`, the connection that occupies this place. */
  leave: (waited: Waited) => void
}

/** Turn of a known login: `delayMs` has counted it already, and no other check waits for its end. */
const COUNTED: Turn = { answered() {}, over() {} }

export class AdmissionTurns {
  readonly reconnects = new ReconnectLimits()
  readonly #known: Pick<PasswordGuesses, 'holderOf'>
  readonly #asked = new Map<string, Asked>()
  readonly #queues = new Map<string, Place[]>()
  #held = 0

  constructor(known: Pick<PasswordGuesses, 'holderOf'>) {
    this.#known = known
  }

  /** Nearly always resolves immediately. */
  next(socket: Socket, login: Login, since = performance.now()): Waited | Promise<Waited> {
    const holder = this.#known.holderOf(login)
    if (holder) return this.#enqueue(socket, login.key, holder)
    const asked = this.#asked.get(login.username) ?? { underWay: 0, waiting: [] }
    return asked.underWay < ASKED_AT_ONCE ? this.#ask(asked, login) : this.#afterOthers(asked, socket, login, since)
  }

  async #afterOthers(asked: Asked, socket: Socket, login: Login, since: number): Promise<Waited> {
    await new Promise<void>((go) => asked.waiting.push(go))
    const isLate = performance.now() - since > LONGEST_IN_LINE_MS
    // A connection that no longer has anything to check passes its turn on.
    if (isLate || isGone(socket) || this.#known.holderOf(login)) this.#callNext(login.username)
    if (isGone(socket)) return 'gone'
    return isLate ? 'unavailable' : this.next(socket, login, since)
  }

  tidy(now: number): void {
    this.reconnects.tidy(now)
  }

  #ask(asked: Asked, login: Login): Turn {
    this.#asked.set(login.username, asked)
    asked.underWay += 1
    let isOver = false
    return {
      answered: (holder) => {
        if (holder) this.reconnects.count(login.key, holder, performance.now())
      },
      over: () => {
        if (isOver) return
        isOver = true
        asked.underWay -= 1
        this.#callNext(login.username)
      },
    }
  }

  #callNext(username: string): void {
    const asked = this.#asked.get(username)
    const go = asked?.waiting.shift()
    if (go) go()
    else if (asked?.underWay === 0) this.#asked.delete(username)
  }

  #enqueue(socket: Socket, login: string, holder: Holder): Waited | Promise<Waited> {
    const queue = this.#queues.get(login)
    const isFull = queue !== undefined && queue.length >= Math.min(holder.maxSessions, MOST_PLACES)
    const place = queue?.find((one) => isGone(one.taker)) ?? (isFull ? queue[0] : undefined)
    if (place) {
      place.leave(isGone(place.taker) ? 'gone' : 'too_often')
      place.taker = socket
      return waitAt(place)
    }
    const now = performance.now()
    const delay = this.reconnects.delayMs(login, holder, now)
    if (delay === 0) return COUNTED
    if (this.#held >= MOST_HELD || isGone(socket)) {
      this.reconnects.giveBack(login, holder, now)
      return isGone(socket) ? 'gone' : 'too_often'
    }
    return this.#hold(socket, login, holder, delay)
  }

  #hold(socket: Socket, login: string, holder: Holder, delay: number): Promise<Waited> {
    const place: Place = { taker: socket, leave() {} }
    const queue = this.#queues.get(login)
    if (queue) queue.push(place)
    else this.#queues.set(login, [place])
    this.#held += 1
    const callUp = () => {
      const rest = this.#queues.get(login)!.filter((one) => one !== place)
      if (rest.length > 0) this.#queues.set(login, rest)
      else this.#queues.delete(login)
      this.#held -= 1
      if (!isGone(place.taker)) return place.leave(COUNTED)
      this.reconnects.giveBack(login, holder, performance.now())
      place.leave('gone')
    }
    setTimeout(callUp, delay).unref()
    return waitAt(place)
  }
}

const waitAt = (place: Place) =>
  new Promise<Waited>((resolve) => {
    place.leave = resolve
  })
