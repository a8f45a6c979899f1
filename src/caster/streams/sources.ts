// Who brings the stations' streams: a station that pushes, or another caster that we pull from.
import type { Socket } from 'node:net'
import type { StreamLoss, Upstream } from '../../domain/network/upstream.ts'
import { ChunkedDecoder } from '../../ntrip/chunked.ts'
import type { OnFrame } from '../../rtcm/frame-reader.ts'
import { StreamMeter } from '../../rtcm/meter/stream-meter.ts'
import type { QuietLog } from '../quiet-log.ts'
import type { BaseFeeds } from './bases.ts'
import type { Feed } from './feed.ts'
import type { Reachable } from './guarded-connection.ts'
import { NewestBytes } from './newest-bytes.ts'
import { Relay } from './relay.ts'
import { StreamClient } from './stream-client.ts'

/** A push that has said nothing for so long is gone, whatever TCP believes. */
const SILENT_PUSH_MS = 300_000

interface Push {
  /** When it was welcomed (performance.now). */
  readonly since: number
  /** What stands for the password that it came with. */
  readonly proof: string
  close(): void
}

export class Sources {
  readonly #bases: BaseFeeds
  readonly #clock: () => Date
  readonly #reachable: Reachable
  readonly #log: QuietLog
  readonly #firstBytesMs: number
  readonly #pushes = new Map<number, Push>()
  readonly #pulls = new Map<number, { from: string; client: StreamClient }>()
  /** For the life of the caster, so that a reconnection is a gap and not a new beginning. */
  readonly meters = new Map<number, StreamMeter>()
  /** Of streams in which no observations are found: what comes instead. */
  readonly unread = new Map<number, NewestBytes>()

  /** `firstBytesMs`: so long a push is not replaced though it has sent nothing yet. */
  constructor(bases: BaseFeeds, clock: () => Date, reachable: Reachable, log: QuietLog, firstBytesMs: number) {
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
    return this.#pulls.has(stationId) || isNew || this.isFlowing(stationId)
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
  push(stationId: number, socket: Socket, chunked: boolean, early: Buffer, proof: string): void {
    this.#pushes.get(stationId)?.close()
    const feed = this.#bases.feedOf(stationId)
    const relay = this.#relay(stationId, feed)
    const decoder = chunked ? new ChunkedDecoder() : null
    const left = () => {
      if (this.#pushes.get(stationId) !== source) return
      this.#pushes.delete(stationId)
      feed.end(performance.now())
    }
    const close = () => {
      left() // at once: whoever asks for the mountpoint next finds it free
      socket.destroy()
    }
    const source: Push = { since: performance.now(), proof, close }
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

  /** Makes what is pulled equal to this. */
  pull(wanted: ReadonlyMap<number, Upstream>): void {
    for (const [stationId, { from, client }] of this.#pulls) {
      const now = wanted.get(stationId)
      if (now && this.#asPulled(stationId, now) === from) continue
      client.close()
      this.#pulls.delete(stationId)
      this.#bases.feedOf(stationId).end(performance.now())
    }
    for (const [stationId, upstream] of wanted) {
      if (this.#pulls.has(stationId)) continue
      this.#pushes.get(stationId)?.close()
      const feed = this.#bases.feedOf(stationId)
      const relay = this.#relay(stationId, feed)
      const lost = (why: StreamLoss) => {
        feed.end(performance.now())
        // The rest mends itself, or shows in the station's health; this is for the operator to settle.
        if (why.code === 'forbidden_address' || why.code === 'not_rtcm')
          this.#log.warn('a station cannot be pulled', upstream.host, { station: stationId, why: why.code })
      }
      const events = { opened: () => relay.restart(), data: relay.receive, lost }
      const client = new StreamClient(upstream, this.#reachable, events, null, feed.isRtcm)
      this.#pulls.set(stationId, { from: this.#asPulled(stationId, upstream), client })
    }
  }

  /** Whatever makes it another pull. */
  #asPulled(stationId: number, upstream: Upstream): string {
    return JSON.stringify([upstream, this.#bases.feedOf(stationId).isRtcm])
  }

  close(): void {
    for (const source of [...this.#pushes.values()]) source.close()
    this.pull(new Map())
  }

  #relay(stationId: number, feed: Feed): Relay {
    const hear: OnFrame = (payload, type) => feed.hear(payload, type)
    const meter = this.meters.get(stationId) ?? new StreamMeter(this.#clock().getTime(), hear)
    const unread = this.unread.get(stationId) ?? new NewestBytes()
    this.meters.set(stationId, meter)
    this.unread.set(stationId, unread)
    return new Relay(feed, meter, unread, this.#clock)
  }
}
