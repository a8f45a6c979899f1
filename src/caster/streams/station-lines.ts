// The sources of one station at this node: one serves its mountpoint, the other waits. Among nodes that share their streams only who has
// the station may serve it; whose source waits takes it when it is its turn.
import { setTimeout as sleep } from 'node:timers/promises'
import { type BackupLine, servesNext, type Which } from '../../domain/stations/backup.ts'
import type { Holding, Ownership } from '../sharing/ownership.ts'
import type { Feed } from './feed.ts'
import { ALONE, type Relay, type Way } from './relay.ts'

/** Other nodes, and the database, are not asked more often. */
const ASK_AGAIN_MS = 1_000
/** Whoever has the station lets go of it within this, if it does. */
const YIELDED_WITHIN_MS = 150

export interface Line {
  readonly relay: Relay
  /** null: the station's first source. */
  readonly backup: BackupLine | null
  close(): void
}

export class StationLines {
  readonly feed: Feed
  readonly #ownership: Ownership | null
  readonly #since = performance.now()
  /** null: none of this node. */
  serving: Which | null = null
  holding: Holding | null = null
  first: Line | null = null
  backup: Line | null = null
  #isTaking = false
  #askedAt = Number.NEGATIVE_INFINITY

  constructor(feed: Feed, ownership: Ownership | null) {
    this.feed = feed
    this.#ownership = ownership
  }

  /** Where the bytes of a source go that comes now; null: it waits. The first one takes what nobody has. */
  wayOf(which: Which, holding: Holding | null): Way | null {
    if (which === 'backup' || this.serving === 'backup') return null
    return this.#ownership ? holding : ALONE
  }

  enter(which: Which, line: Line, holding: Holding | null): void {
    this[which] = line
    if (!line.relay.isAside) this.#serve(which, line, holding)
    // Its node has the station, and waits for what this one brings.
    else if (holding) this.hold(holding)
  }

  /** This node has the station, though nothing serves it yet. */
  hold(holding: Holding): void {
    this.holding = holding
    holding.broughtBy(() => this.#lost(holding))
  }

  /** Its connection is gone. Who serves next takes the station when nobody waits for this one any more, or comes back with it. */
  leave(which: Which, line: Line): void {
    if (this[which] !== line) return
    this[which] = null
    line.relay.end(performance.now())
    const isPromised = this.serving === null && which === 'backup'
    if (this.serving === which) this.serving = null
    else if (!isPromised) return
    this.#release()
  }

  /** A few times a second. */
  look(now: number): void {
    if (!this.backup && this.serving !== null) return
    const { feed, serving } = this
    if (serving === null) return void this.#goOn(now)
    const other = serving === 'first' ? this.backup : this.first
    const next = servesNext(serving, { serving: feed.pulse, other: other?.relay.pulse ?? null }, now)
    if (next !== serving) this.#change(next)
  }

  /** Another node has a source of it that has more right to serve. */
  yieldTo(which: Which): void {
    const now = performance.now()
    const { holding, serving } = this
    if (!holding) return
    const isAway = !this.feed.pulse.isAlive(now)
    if (!isAway && !(which === 'first' && serving === 'backup')) return
    this.#stepAside(now)
    this.#release()
  }

  /** Nothing of this node serves it: nobody does, or another node. */
  #goOn(now: number): void {
    const { feed, first, backup } = this
    const flows = (line: Line | null) => line?.relay.pulse.flows(now) ?? false
    if (feed.pulse.isAlive(now)) {
      if (first && feed.backup !== null && first.relay.pulse.isStable(now)) this.#takeTurn('first', now)
    } else if (flows(first)) this.#takeTurn('first', now)
    // A caster that has just begun gives the first source the time that it gives one that broke off.
    else if (flows(backup) && now - this.#since > feed.graceMs) this.#takeTurn('backup', now)
  }

  #takeTurn(which: Which, now: number): void {
    const line = this[which]!
    if (!this.#ownership || this.holding) return void this.#serve(which, line, this.holding)
    if (this.#isTaking || now - this.#askedAt < ASK_AGAIN_MS) return
    this.#askedAt = now
    this.#isTaking = true
    void this.#take(this.#ownership, which, line)
      .catch(() => {}) // the database is away: asked again
      .finally(() => {
        this.#isTaking = false
      })
  }

  async #take(ownership: Ownership, which: Which, line: Line): Promise<void> {
    const { stationId } = this.feed
    let [holding] = await ownership.take([stationId])
    if (!holding) {
      ownership.claim(stationId, which)
      await sleep(YIELDED_WITHIN_MS)
      holding = (await ownership.take([stationId]))[0]
    }
    if (!holding) return
    if (this.serving !== null || this[which] !== line) return holding.end()
    this.#serve(which, line, holding)
  }

  /** From one source of this node to the other. */
  #change(next: Which): void {
    const { holding } = this
    this.#stepAside(performance.now())
    this.#serve(next, this[next]!, holding)
    // Who listens elsewhere knows by a higher fence that another antenna may speak.
    void holding?.takeAgain()
  }

  #serve(which: Which, line: Line, holding: Holding | null): void {
    this.serving = which
    this.feed.backup = line.backup
    if (holding && holding !== this.holding) this.hold(holding)
    line.relay.stepForward(holding ?? ALONE)
  }

  #stepAside(now: number): void {
    if (this.serving === null) return
    this[this.serving]?.relay.stepAside()
    this.serving = null
    this.feed.end(now)
  }

  /** Another node has the station now, or another source of this one: as ever, a first source that speaks to nobody is closed. */
  #lost(holding: Holding): void {
    if (this.holding !== holding) return
    this.holding = null
    const { serving } = this
    if (serving === 'first') {
      this.serving = null
      return void this.first?.close()
    }
    this.#stepAside(performance.now())
    if (serving === null && this.backup?.backup === 'pull') this.backup.close()
  }

  #release(): void {
    const { holding } = this
    this.holding = null
    holding?.end()
  }
}
