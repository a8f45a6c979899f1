// Streams shared between nodes: each node announces the stations that it owns and forwards their frames to the nodes
// that want them.
import type { Which } from '../../domain/stations/standby.ts'
import type { Bus, BusCounts } from '../bus.ts'
import type { Speakers } from '../health/telemetry.ts'
import type { Feeds } from '../streams/feeds.ts'
import type { Sources } from '../streams/sources/sources.ts'
import {
  HEARTBEAT_SUBJECT,
  readHeartbeat,
  readShapes,
  SHAPES_SUBJECT,
  writeHeartbeat,
  writeShapes,
} from './heartbeat.ts'
import { sendingTime } from './message.ts'
import { CLAIM_SUBJECT, type Ownership } from './ownership.ts'
import type { RemoteStationCounts, RemoteStations } from './remote-stations.ts'

/** The shape of a stream is announced every 10 s, a tenth of the stations per second: all would delay streams. */
const SHAPE_EVERY = 10
/** Delay before a change is announced, so that a thousand bases that connect at once cause few heartbeats. */
const SOON_MS = 50
const HEARTBEAT_MS = 1_000

export interface SharingCounts extends BusCounts, RemoteStationCounts {
  readonly isUp: boolean
  readonly owned: number
}

export interface SharingDependencies {
  readonly bus: Bus
  readonly ownership: Ownership
  readonly remote: RemoteStations
  readonly feeds: Feeds
  readonly sources: Pick<Sources, 'meters' | 'stations'>
  readonly node: string
  readonly nowMs: () => number
}

/** `null` if the message is malformed. */
function readClaim(message: Buffer): [stationId: number, which: Which] | null {
  try {
    const [stationId, which] = JSON.parse(message.toString())
    return Number.isInteger(stationId) && (which === 'first' || which === 'backup') ? [stationId, which] : null
  } catch {
    return null
  }
}

export class Sharing implements Speakers {
  readonly #dependencies: SharingDependencies
  readonly #unsubscribe: readonly (() => void)[]
  #earlyAnnouncement: NodeJS.Timeout | null = null
  #seconds = 0
  #announcedAt = 0
  #wasUp = false

  constructor(dependencies: SharingDependencies) {
    this.#dependencies = dependencies
    const { bus, ownership, remote, sources } = dependencies
    this.#unsubscribe = [
      ownership.changed.subscribe(() => this.#announceSoon()),
      bus.subscribe(HEARTBEAT_SUBJECT, (message) => {
        const heartbeat = readHeartbeat(message)
        if (!heartbeat || heartbeat.unreadable > 0) bus.reject('malformed', HEARTBEAT_SUBJECT)
        if (heartbeat && remote.hearHeartbeat(heartbeat) && heartbeat.isNew) this.#announceSoon()
      }),
      bus.subscribe(SHAPES_SUBJECT, (message) => {
        const shapes = readShapes(message)
        if (!shapes || shapes.unreadable > 0) bus.reject('malformed', SHAPES_SUBJECT)
        if (shapes) remote.hearShapes(shapes)
      }),
      bus.subscribe(CLAIM_SUBJECT, (message) => {
        const claim = readClaim(message)
        if (claim) sources.stations.claimed(...claim)
        else bus.reject('malformed', CLAIM_SUBJECT)
      }),
    ]
  }

  get counts(): SharingCounts {
    const { bus, ownership, remote } = this.#dependencies
    return { ...bus.counts, ...remote.counts, isUp: bus.isUp(), owned: ownership.count }
  }

  tick(): void {
    const { bus, ownership, remote } = this.#dependencies
    const now = performance.now()
    ownership.freezes.tick(now)
    remote.tick(now)
    const isUp = bus.isUp()
    // A node that has just connected to the bus announces itself immediately.
    if (isUp && !this.#wasUp) this.#announce(true)
    this.#wasUp = isUp
    if (now - this.#announcedAt < HEARTBEAT_MS) return
    this.#announcedAt = now
    this.#seconds += 1
    this.#announce(false)
  }

  /** Whether this node measures the station: it owns the station, or was its last owner. */
  speaksFor(stationId: number): boolean {
    const { ownership, remote } = this.#dependencies
    if (!ownership.isTrusted(performance.now())) return false
    const holding = ownership.of(stationId)
    if (holding?.isHeld) return true
    return (holding !== null || remote.wasLastHere(stationId)) && !remote.isLeased(stationId)
  }

  heardElsewhere(withinMs: number): ReadonlySet<number> {
    return this.#dependencies.remote.heardWithin(withinMs)
  }

  /** Releases every station, then announces that this node owns none. */
  async stop(): Promise<void> {
    await this.#dependencies.ownership.stop()
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    if (this.#earlyAnnouncement) clearTimeout(this.#earlyAnnouncement)
    this.#announce(false)
    this.#dependencies.remote.close()
  }

  #announceSoon(): void {
    this.#earlyAnnouncement ??= setTimeout(() => {
      this.#earlyAnnouncement = null
      this.#announce(false)
    }, SOON_MS)
  }

  #announce(isNew: boolean): void {
    const { bus, node, ownership, feeds, sources, nowMs } = this.#dependencies
    const now = performance.now()
    // A node whose lease may have expired announces nothing.
    const held = ownership.isTrusted(now) ? [...ownership.all].filter(({ isHeld }) => isHeld) : []
    const owned = held.map(({ stationId, fencingToken }) => {
      const feed = feeds.of(stationId)
      return {
        stationId,
        fencingToken,
        flows: feed.hasSource(now),
        observed: feed.pulse.flows(now),
        standby: feed.standby,
      }
    })
    const due = held.filter(({ stationId }) => stationId % SHAPE_EVERY === this.#seconds % SHAPE_EVERY)
    const shapes = new Map(
      due.flatMap(({ stationId }) => {
        const shape = sources.meters.shapeOf(stationId, nowMs())
        return shape ? [[stationId, shape] as const] : []
      }),
    )
    const sentAt = sendingTime()
    bus.publish(HEARTBEAT_SUBJECT, writeHeartbeat({ node, sentAt, isNew, owned }))
    for (const message of writeShapes({ node, sentAt, shapes })) bus.publish(SHAPES_SUBJECT, message)
  }
}
