// Who brings the stations' streams: a station that pushes, or another caster that we pull from.
import type { Socket } from 'node:net'
import type { StreamLoss, Upstream } from '../../domain/network/upstream.ts'
import { ChunkedDecoder } from '../../ntrip/chunked.ts'
import type { OnFrame } from '../../rtcm/frame-reader.ts'
import { StreamMeter } from '../../rtcm/meter/stream-meter.ts'
import type { StreamShape } from '../../rtcm/meter/stream-shape.ts'
import type { QuietLog } from '../quiet-log.ts'
import type { Holding, Ownership } from '../sharing/ownership.ts'
import type { BaseFeeds } from './bases.ts'
import type { Feed } from './feed.ts'
import type { Reachable } from './guarded-connection.ts'
import { NewestBytes } from './newest-bytes.ts'
import { PullShare } from './pull-share.ts'
import { ALONE, Relay, type Way } from './relay.ts'
import { StreamClient } from './stream-client.ts'

/** A push that has said nothing for so long is gone, whatever TCP believes. */
const SILENT_PUSH_MS = 300_000

interface Push {
  /** When it was welcomed (performance.now). */
  readonly since: number
  /** What stands for the password that it came with. */
  readonly proof: string
  readonly holding: Holding | null
  close(): void
}

interface Pull {
  readonly from: string
  readonly client: StreamClient
  readonly holding: Holding | null
}

export class Sources {
  readonly #bases: BaseFeeds
  readonly #clock: () => Date
  readonly #reachable: Reachable
  readonly #log: QuietLog
  readonly #firstBytesMs: number
  readonly #pushes = new Map<number, Push>()
  readonly #pulls = new Map<number, Pull>()
  /** Stations that are to be pulled, by this node or another. */
  #wanted: ReadonlyMap<number, Upstream> = new Map()
  /** Other nodes pull from now on. */
  #hasHandedOver = false
  /** Where several nodes share their streams, one of them has each; null: this one shares with nobody. */
  readonly #ownership: Ownership | null
  readonly #share = new PullShare()
  /** Another node is heard to have it. */
  isElsewhere: (stationId: number) => boolean = () => false
  /** What is known of streams that other nodes have. */
  shapeElsewhere: (stationId: number) => StreamShape | null = () => null
  /** For the life of the caster, so that a reconnection is a gap and not a new beginning. */
  readonly meters = new Map<number, StreamMeter>()
  /** Of streams in which no observations are found: what comes instead. */
  readonly unread = new Map<number, NewestBytes>()

  /** `firstBytesMs`: so long a push is not replaced though it has sent nothing yet. */
  constructor(
    bases: BaseFeeds,
    clock: () => Date,
    reachable: Reachable,
    log: QuietLog,
    firstBytesMs: number,
    ownership: Ownership | null = null,
  ) {
    this.#ownership = ownership
    this.#bases = bases
    this.#clock = clock
    this.#reachable = reachable
    this.#log = log
    this.#firstBytesMs = firstBytesMs
  }

  get count(): number {
    return [...this.#pushes.keys(), ...this.#pulls.keys()].filter((id) => this.isFlowing(id)).length
  }

  /** Somebody brings this stream, and bytes come: a source is not taken for dead for what it sends. */
  isFlowing(stationId: number): boolean {
    const isBrought = this.#pushes.has(stationId) || this.#pulls.has(stationId)
    return isBrought && this.#bases.feedOf(stationId).hasSource(performance.now())
  }

  /** It flows, or somebody has just been told that it may; or the operator wants it pulled: two at once would mix their bytes. */
  isTaken(stationId: number): boolean {
    const push = this.#pushes.get(stationId)
    const isNew = push !== undefined && performance.now() - push.since < this.#firstBytesMs
    const isAwaited = this.#ownership?.isReserved(stationId) ?? false
    return this.#wanted.has(stationId) || isNew || isAwaited || this.isFlowing(stationId)
  }

  /** What was measured of it, here or where it flows; null: nothing yet. */
  shapeOf(stationId: number, nowMs: number): StreamShape | null {
    const isHere = this.#pushes.has(stationId) || this.#pulls.has(stationId)
    const elsewhere = isHere ? null : this.shapeElsewhere(stationId)
    return elsewhere ?? this.meters.get(stationId)?.shape(nowMs) ?? null
  }

  /** Somebody has the right password, and it is another than that of who pushes: that one's was changed, and whoever has it may be anybody. */
  endUnlike(stationId: number, proof: string): void {
    const push = this.#pushes.get(stationId)
    if (push && push.proof !== proof) push.close()
  }

  /** Of stations that were archived meanwhile. */
  endUnregistered(): void {
    for (const [stationId, push] of this.#pushes) if (!this.#bases.stationOf(stationId)) push.close()
  }

  /** Takes over from whoever pushed before. */
  push(
    stationId: number,
    socket: Socket,
    chunked: boolean,
    early: Buffer,
    proof: string,
    holding: Holding | null,
  ): void {
    this.#pushes.get(stationId)?.close()
    const feed = this.#bases.feedOf(stationId)
    const relay = this.#relay(stationId, feed, holding ?? ALONE)
    const decoder = chunked ? new ChunkedDecoder() : null
    const left = () => {
      if (this.#pushes.get(stationId) !== source) return
      this.#pushes.delete(stationId)
      feed.end(performance.now())
      holding?.end()
    }
    const close = () => {
      left() // at once: whoever asks for the mountpoint next finds it free
      socket.destroy()
    }
    const source: Push = { since: performance.now(), proof, holding, close }
    holding?.broughtBy(close)
    this.#pushes.set(stationId, source)
    const receive = (bytes: Buffer) => {
      if (!decoder) return relay.receive(bytes)
      for (const part of decoder.push(bytes)) relay.receive(part)
      if (decoder.state !== 'open') socket.destroy()
    }
    socket.setTimeout(SILENT_PUSH_MS, () => socket.destroy())
    socket.on('error', () => {})
    socket.on('close', left)
    if (early.length > 0) receive(early)
    socket.on('data', receive)
  }

  /** About once a second: a push that is silent keeps the station from nobody, on whichever node they knock. */
  look(): void {
    for (const [stationId, { holding }] of this.#pushes) if (holding?.isHeld && !this.isTaken(stationId)) holding.rest()
  }

  /** Makes what is pulled equal to this; of nodes that share their streams each station is pulled by one. */
  async pull(wanted: ReadonlyMap<number, Upstream>): Promise<void> {
    this.#wanted = wanted
    for (const [stationId, { from }] of this.#pulls) {
      const now = wanted.get(stationId)
      if (!now || this.#asPulled(stationId, now) !== from) this.#stopPulling(stationId)
    }
    const missing = [...wanted.keys()].filter((stationId) => !this.#pulls.has(stationId))
    if (missing.length === 0 || this.#hasHandedOver) return
    if (!this.#ownership?.isShared) {
      for (const stationId of missing) this.#startPulling(stationId, null)
      return
    }
    await this.#share.take(this.#ownership, {
      wanted: wanted.size,
      free: missing.filter((stationId) => !this.isElsewhere(stationId)),
      pulled: () => this.#pulls.size,
      begin: (holding) => this.#startPulling(holding.stationId, holding),
    })
  }

  /** False: it is not wanted any more. */
  #startPulling(stationId: number, holding: Holding | null): boolean {
    const upstream = this.#wanted.get(stationId)
    if (!upstream || this.#hasHandedOver || this.#pulls.has(stationId)) return false
    this.#pushes.get(stationId)?.close()
    const feed = this.#bases.feedOf(stationId)
    const relay = this.#relay(stationId, feed, holding ?? ALONE)
    const lost = (why: StreamLoss) => {
      feed.end(performance.now())
      // The rest mends itself, or shows in the station's health; this is for the operator to settle.
      if (why.code === 'forbidden_address' || why.code === 'not_rtcm')
        this.#log.warn('a station cannot be pulled', upstream.host, { station: stationId, why: why.code })
    }
    const events = { opened: () => relay.restart(), data: relay.receive, lost }
    const client = new StreamClient(upstream, this.#reachable, events, null, feed.isRtcm)
    this.#pulls.set(stationId, { from: this.#asPulled(stationId, upstream), client, holding })
    holding?.broughtBy(() => this.#stopPulling(stationId))
    return true
  }

  /** The others take what this one pulls. Where it shares with nobody, its own rovers need it to the end. */
  handOverPulls(): void {
    if (!this.#ownership?.isShared) return
    this.#hasHandedOver = true
    for (const stationId of [...this.#pulls.keys()]) this.#stopPulling(stationId)
  }

  #stopPulling(stationId: number): void {
    const pull = this.#pulls.get(stationId)
    if (!pull) return
    this.#pulls.delete(stationId)
    pull.client.close()
    this.#bases.feedOf(stationId).end(performance.now())
    pull.holding?.end()
  }

  /** Whatever makes it another pull. */
  #asPulled(stationId: number, upstream: Upstream): string {
    return JSON.stringify([upstream, this.#bases.feedOf(stationId).isRtcm])
  }

  close(): void {
    for (const source of [...this.#pushes.values()]) source.close()
    this.#wanted = new Map()
    for (const stationId of [...this.#pulls.keys()]) this.#stopPulling(stationId)
  }

  #relay(stationId: number, feed: Feed, way: Way): Relay {
    const hear: OnFrame = (payload, type) => feed.hear(payload, type)
    const meter = this.meters.get(stationId) ?? new StreamMeter(this.#clock().getTime(), hear)
    const unread = this.unread.get(stationId) ?? new NewestBytes()
    this.meters.set(stationId, meter)
    this.unread.set(stationId, unread)
    return new Relay(feed, meter, unread, this.#clock, way)
  }
}
