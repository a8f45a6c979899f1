// Live pages: a few queries every two seconds, shared by all listeners of this node, and none without listeners. They
// read the database, so it does not matter which node the stations and rovers are connected to.

import { mapInTurns } from '../../../base/running/turns.ts'
import { may, type OwnerScope, scopeOf } from '../../../domain/people/permissions.ts'
import { mustSetUpFactor } from '../../../domain/people/policy.ts'
import { isAlive } from '../../../domain/people/sign-in.ts'
import type { StationBook } from '../../../store/current/current.ts'
import { findListeningSessions } from '../../../store/people/listeners.ts'
import { listLocatedRovers } from '../../../store/sessions/live-rovers.ts'
import type { ConsoleServices, SignedIn } from '../services.ts'
import { roverAnswer, stationAnswer } from '../stations/answers.ts'
import { type EndOfStream, LiveListener, type Texts } from './live-listener.ts'
import { readCommon, readOverview } from './overview.ts'

export const MOST_ROVERS_SHOWN = 2_000
/** A browser opens six connections to a host, so live pages must leave some for other requests. */
const MOST_STREAMS_OF_A_USER = 4
const MOST_STREAMS = 1_000
const EVERY_MS = 2_000
const BEAT_EVERY_MS = 15_000
/** Rounds between two expensive queries. */
const ROVERS_EVERY = 2
const OVERVIEW_EVERY = 5

type Services = Pick<ConsoleServices, 'db' | 'current' | 'clock' | 'liveEveryMs'>

export class LiveFeed {
  readonly #services: Services
  readonly #warn: (error: unknown) => void
  /** Oldest first. */
  readonly #listeners = new Set<LiveListener>()
  #timer: NodeJS.Timeout | null = null
  #round = 0
  #running = false
  #stopped = false

  constructor(services: Services, warn: (error: unknown) => void) {
    this.#services = services
    this.#warn = warn
  }

  get listeners(): number {
    return this.#listeners.size
  }

  /** `null` if this node has reached its max number of streams. */
  listen({ user, session }: SignedIn): LiveListener | null {
    if (this.#listeners.size >= MOST_STREAMS || this.#stopped) return null
    const own = [...this.#listeners].filter(({ userId }) => userId === user.id)
    if (own.length >= MOST_STREAMS_OF_A_USER) this.#dismiss(own[0]!, 'replaced')
    const listener = new LiveListener({ sessionId: session.id, userId: user.id, scope: scopeOf(user) })
    this.#listeners.add(listener)
    listener.onceGone(() => this.#forget(listener))
    void this.#tell([listener], true).catch(this.#warn)
    this.#timer ??= setInterval(() => void this.#nextRound(), this.#services.liveEveryMs ?? EVERY_MS)
    return listener
  }

  stop(): void {
    this.#stopped = true
    for (const listener of [...this.#listeners]) this.#dismiss(listener, 'stopping')
  }

  #dismiss(listener: LiveListener, reason: EndOfStream): void {
    listener.end(reason)
    this.#forget(listener)
  }

  #forget(listener: LiveListener): void {
    this.#listeners.delete(listener)
    if (this.#listeners.size > 0 || this.#timer === null) return
    clearInterval(this.#timer)
    this.#timer = null
  }

  /** Skips the round if the previous one is still running. */
  async #nextRound(): Promise<void> {
    if (this.#running) return
    this.#running = true
    try {
      this.#round += 1
      await this.#dismissWhoMayNoMore()
      await this.#tell([...this.#listeners], false)
      const now = performance.now()
      for (const listener of this.#listeners) listener.beat(now, BEAT_EVERY_MS)
    } catch (error) {
      // Most likely the database is unavailable. The streams stay open and continue with the next successful round.
      this.#warn(error)
    } finally {
      this.#running = false
    }
  }

  /** Ends streams whose session ended or whose user was disabled or changed role: the same checks as for a request. */
  async #dismissWhoMayNoMore(): Promise<void> {
    const listeners = [...this.#listeners]
    const ids = [...new Set(listeners.map(({ sessionId }) => sessionId))]
    const found = await findListeningSessions(this.#services.db, ids)
    const bySession = new Map(found.map((one) => [one.session.id, one]))
    const now = this.#services.clock()
    for (const listener of listeners) {
      const known = bySession.get(listener.sessionId)
      if (!known || !isAlive(known.session, known.policy, now) || known.user.disabledAt !== null)
        this.#dismiss(listener, 'signed_out')
      else if (
        !may(known.user, 'network.read') ||
        scopeOf(known.user) !== listener.scope ||
        mustSetUpFactor(known.user, known.policy, known.session)
      )
        this.#dismiss(listener, 'forbidden')
    }
  }

  async #tell(listeners: readonly LiveListener[], everything: boolean): Promise<void> {
    if (listeners.length === 0) return
    const { book } = await this.#services.current()
    const now = this.#services.clock()
    const stations = await textsOf(book.active, (station) => stationAnswer(station, now))
    await mapInTurns(listeners, (listener) => listener.sendList('stations', stations))
    const isDue = (every: number) => everything || this.#round % every === 0
    const { db } = this.#services
    const common = isDue(OVERVIEW_EVERY) ? await readCommon(db, book, now) : null
    for (const [scope, some] of byScope(listeners)) {
      if (isDue(ROVERS_EVERY)) {
        const rovers = await this.#rovers(book, scope)
        await mapInTurns(some, (listener) => listener.sendList('rovers', rovers))
      }
      if (common) {
        const overview = JSON.stringify(await readOverview(db, book, scope, now, common))
        await mapInTurns(some, (listener) => listener.sendValue('overview', overview))
      }
    }
  }

  async #rovers(book: StationBook, scope: OwnerScope): Promise<Texts> {
    const rovers = await listLocatedRovers(this.#services.db, scope, MOST_ROVERS_SHOWN)
    return textsOf(rovers, (rover) => roverAnswer(rover, book))
  }
}

/** Runs in turns, because thousands of stations for hundreds of pages would block the event loop. */
async function textsOf<Thing>(
  things: readonly Thing[],
  answerOf: (thing: Thing) => { readonly id: number | string },
): Promise<Texts> {
  const texts = await mapInTurns(things, (thing) => {
    const answer = answerOf(thing)
    return [answer.id, JSON.stringify(answer)] as const
  })
  return new Map(texts)
}

function byScope(listeners: readonly LiveListener[]): Map<OwnerScope, LiveListener[]> {
  const groups = new Map<OwnerScope, LiveListener[]>()
  for (const listener of listeners) groups.set(listener.scope, [...(groups.get(listener.scope) ?? []), listener])
  return groups
}
