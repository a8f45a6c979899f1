// Who may be looked at now, who waits, and who is told to come later: nobody is left without one of the three.
//
// Of one user name ten questions at a time are under way for logins that are not known here. The others stand in line until one of these is
// answered: after a restart the first device of a fleet tells how many it may be, and the rest need not be taken for a storm, nor for
// somebody who guesses.
//
// A known login that comes too often waits for its place, of which there are as many as it may have sessions. Who comes when all are taken
// gets that of the one who has waited longest, which may be a ghost. A place is kept: who gives up and comes again before its
// time would else never be let in.
import type { Socket } from 'node:net'
import type { RefusalReason } from '../../domain/sessions/admission.ts'
import type { Guesses, Holder, Login } from './guesses.ts'
import { isGone } from './peer.ts'
import { COMING, Storm } from './storm.ts'

/** Not more than a single session has free: what is under way is not counted yet. */
const ASKED_AT_ONCE = COMING.burst
const LONGEST_IN_LINE_MS = 10_000
const MOST_PLACES = 100
const MOST_HELD = 5_000

/** It may be looked at. */
export interface Turn {
  /** Whose it was. */
  answered(holder: Holder | null): void
  /** There is nothing more to learn from it: the next one's turn. May be said twice. */
  over(): void
}

/** Its turn, or why it gets none; `gone`: nobody is there to be told. */
export type Waited = Turn | Extract<RefusalReason, 'too_often' | 'unavailable'> | 'gone'

/** Of one user name. */
interface Asked {
  underWay: number
  readonly waiting: (() => void)[]
}

interface Place {
  taker: Socket
  /** Ends the wait of whoever has it. */
  leave: (waited: Waited) => void
}

/** Of a login that is known: it was counted when it came. */
const COUNTED: Turn = { answered() {}, over() {} }

export class AdmissionTurns {
  readonly storm = new Storm()
  readonly #known: Pick<Guesses, 'holderOf'>
  readonly #asked = new Map<string, Asked>()
  readonly #lines = new Map<string, Place[]>()
  #held = 0

  constructor(known: Pick<Guesses, 'holderOf'>) {
    this.#known = known
  }

  /** When it may be looked at, or why not: nearly always at once. */
  next(socket: Socket, login: Login, since = performance.now()): Waited | Promise<Waited> {
    const holder = this.#known.holderOf(login)
    if (holder) return this.#inLine(socket, login.key, holder)
    const asked = this.#asked.get(login.username) ?? { underWay: 0, waiting: [] }
    return asked.underWay < ASKED_AT_ONCE ? this.#ask(asked, login) : this.#afterOthers(asked, socket, login, since)
  }

  async #afterOthers(asked: Asked, socket: Socket, login: Login, since: number): Promise<Waited> {
    await new Promise<void>((go) => asked.waiting.push(go))
    const isLate = performance.now() - since > LONGEST_IN_LINE_MS
    // Whoever was called and has nothing to ask any more passes it on.
    if (isLate || isGone(socket) || this.#known.holderOf(login)) this.#callNext(login.username)
    if (isGone(socket)) return 'gone'
    return isLate ? 'unavailable' : this.next(socket, login, since)
  }

  tidy(now: number): void {
    this.storm.tidy(now)
  }

  #ask(asked: Asked, login: Login): Turn {
    this.#asked.set(login.username, asked)
    asked.underWay += 1
    let isOver = false
    return {
      answered: (holder) => {
        if (holder) this.storm.count(login.key, holder, performance.now())
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

  #inLine(socket: Socket, login: string, holder: Holder): Waited | Promise<Waited> {
    const line = this.#lines.get(login)
    const isFull = line !== undefined && line.length >= Math.min(holder.maxSessions, MOST_PLACES)
    const place = line?.find((one) => isGone(one.taker)) ?? (isFull ? line[0] : undefined)
    if (place) {
      place.leave(isGone(place.taker) ? 'gone' : 'too_often')
      place.taker = socket
      return waitAt(place)
    }
    const now = performance.now()
    const delay = this.storm.delayMs(login, holder, now)
    if (delay === 0) return COUNTED
    if (this.#held >= MOST_HELD || isGone(socket)) {
      this.storm.giveBack(login, holder, now)
      return isGone(socket) ? 'gone' : 'too_often'
    }
    return this.#hold(socket, login, holder, delay)
  }

  #hold(socket: Socket, login: string, holder: Holder, delay: number): Promise<Waited> {
    const place: Place = { taker: socket, leave() {} }
    const line = this.#lines.get(login)
    if (line) line.push(place)
    else this.#lines.set(login, [place])
    this.#held += 1
    const callUp = () => {
      const rest = this.#lines.get(login)!.filter((one) => one !== place)
      if (rest.length > 0) this.#lines.set(login, rest)
      else this.#lines.delete(login)
      this.#held -= 1
      if (!isGone(place.taker)) return place.leave(COUNTED)
      this.storm.giveBack(login, holder, performance.now())
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
