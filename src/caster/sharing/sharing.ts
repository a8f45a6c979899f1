// Nodes that share their streams: each tells the others what it has, and passes on what they want.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Which } from '../../domain/stations/backup.ts'
import type { Bus, BusCounts } from '../bus.ts'
import type { Speakers } from '../health/telemetry.ts'
import type { StationLeases } from '../services.ts'
import type { BaseFeeds } from '../streams/bases.ts'
import type { Sources } from '../streams/sources.ts'
import { ALIVE_SUBJECT, readAlive, readShapes, SHAPES_SUBJECT, writeAlive, writeShapes } from './alive.ts'
import { Elsewhere, type ElsewhereCounts } from './elsewhere.ts'
import { sendingTime } from './message.ts'
import { CLAIM_SUBJECT, type Ownership } from './ownership.ts'

/** What a stream is made of changes seldom: of each station it is told this seldom, of some of them each second. All at once would leave no room for streams. */
const SHAPE_EVERY = 10
/** What begins or ends is told soon, but not a thousand times if a thousand bases come at once. */
const SOON_MS = 50
const LOOK_EVERY_MS = 1_000
const MET_WITHIN_MS = 1_000
const MET_LOOK_MS = 20
const NONE: ReadonlySet<number> = new Set()

export interface SharingCounts extends BusCounts, ElsewhereCounts {
  readonly isUp: boolean
  readonly owned: number
}

export interface SharingMeans {
  readonly bus: Bus
  readonly leases: StationLeases
  readonly ownership: Ownership
  readonly bases: BaseFeeds
  readonly sources: Sources
  readonly node: string
  readonly nowMs: () => number
}

/** null: it cannot be understood. */
function readClaim(message: Buffer): [stationId: number, which: Which] | null {
  try {
    const [stationId, which] = JSON.parse(message.toString())
    return Number.isInteger(stationId) && (which === 'first' || which === 'backup') ? [stationId, which] : null
  } catch {
    return null
  }
}

export class Sharing implements Speakers {
  readonly elsewhere: Elsewhere
  readonly #means: SharingMeans
  readonly #stopHearing: () => void
  #soon: NodeJS.Timeout | null = null
  #seconds = 0
  #lookedAt = 0
  #wasUp = false

  constructor(means: SharingMeans) {
    this.#means = means
    const { bus, bases, ownership } = means
    this.elsewhere = new Elsewhere(bus, bases, ownership)
    bases.needed = (stationId) => this.elsewhere.need(stationId)
    bases.isCutOff = (stationId) => this.elsewhere.isCutOff(stationId)
    ownership.changed = (ended) => {
      if (ended) this.elsewhere.ended(ended.stationId, ended.fence)
      this.#tellSoon()
    }
    const stopHearingAlive = bus.subscribe(ALIVE_SUBJECT, (message) => {
      const alive = readAlive(message)
      if (alive && this.elsewhere.hearAlive(alive) && alive.isNew) this.#tellSoon()
    })
    const stopHearingShapes = bus.subscribe(SHAPES_SUBJECT, (message) => {
      const shapes = readShapes(message)
      if (shapes) this.elsewhere.hearShapes(shapes)
    })
    const stopHearingClaims = bus.subscribe(CLAIM_SUBJECT, (message) => {
      const claim = readClaim(message)
      if (claim) means.sources.claimed(...claim)
    })
    this.#stopHearing = () => {
      stopHearingAlive()
      stopHearingShapes()
      stopHearingClaims()
    }
  }

  get counts(): SharingCounts {
    const { bus, ownership } = this.#means
    return { ...bus.counts, ...this.elsewhere.counts, isUp: bus.isUp(), owned: ownership.count }
  }

  /** A few times a second. */
  look(): void {
    const now = performance.now()
    this.#means.ownership.standstill.look(now)
    this.elsewhere.look(now)
    const isUp = this.#means.bus.isUp()
    // Who has just come, or come back, knows nobody, and need not wait for a second.
    if (isUp && !this.#wasUp) this.#tell(true)
    this.#wasUp = isUp
    if (now - this.#lookedAt < LOOK_EVERY_MS) return
    this.#lookedAt = now
    this.#seconds += 1
    this.#tell(false)
  }

  /** Which stations other nodes have, as the database knows it; of those that are heard nobody need ask. */
  async readLeases(): Promise<void> {
    const { bases, ownership, leases } = this.#means
    const isUnheard = (id: number) => !ownership.of(id)?.isHeld && !this.elsewhere.isHeard(id)
    const unheard = [...bases.stationIds].filter(isUnheard)
    this.elsewhere.know(unheard.length > 0 ? await leases.elsewhere(unheard) : NONE)
  }

  /** Says that it has come, and waits a moment until it has heard of all that others have, as far as the database knows. */
  async meetOthers(): Promise<void> {
    this.look()
    for (let looks = MET_WITHIN_MS / MET_LOOK_MS; looks > 0 && this.elsewhere.awaitsSome(); looks--)
      await sleep(MET_LOOK_MS)
  }

  /** This node measures it: it has it, or had it last. */
  speaksFor(stationId: number): boolean {
    const { ownership } = this.#means
    if (!ownership.isTrusted(performance.now())) return false
    const holding = ownership.of(stationId)
    if (holding?.isHeld) return true
    return (holding !== null || this.elsewhere.wasLastHere(stationId)) && !this.elsewhere.isLeased(stationId)
  }

  heardElsewhere(withinMs: number): ReadonlySet<number> {
    return this.elsewhere.heardWithin(withinMs)
  }

  compareLeases(): Promise<void> {
    return this.#means.ownership.compare()
  }

  /** Says last that it has nothing more. */
  close(): void {
    if (this.#soon) clearTimeout(this.#soon)
    this.#tell(false)
    this.#means.ownership.changed = () => {}
    this.#stopHearing()
    this.elsewhere.close()
  }

  #tellSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = null
      this.#tell(false)
    }, SOON_MS)
  }

  #tell(isNew: boolean): void {
    const { bus, node, ownership, bases, sources, nowMs } = this.#means
    const now = performance.now()
    // A node that may have lost what it had does not speak of it.
    const held = ownership.isTrusted(now) ? [...ownership.all].filter(({ isHeld }) => isHeld) : []
    const owned = held.map(({ stationId, fence }) => {
      const feed = bases.feedOf(stationId)
      return { stationId, fence, flows: feed.hasSource(now), observed: feed.pulse.flows(now), backup: feed.backup }
    })
    const due = held.filter(({ stationId }) => stationId % SHAPE_EVERY === this.#seconds % SHAPE_EVERY)
    const shapes = new Map(
      due.flatMap(({ stationId }) => {
        const shape = sources.meters.get(stationId)?.shape(nowMs()) ?? null
        return shape ? [[stationId, shape] as const] : []
      }),
    )
    const sentAt = sendingTime()
    bus.publish(ALIVE_SUBJECT, writeAlive({ node, sentAt, isNew, owned }))
    for (const message of writeShapes({ node, sentAt, shapes })) bus.publish(SHAPES_SUBJECT, message)
  }
}
