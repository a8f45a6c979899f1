// The stream meters of all stations, for the life of the process: a reconnect is a gap in the measurements, not a
// restart.
import { StreamMeter, type StreamShape } from '@vertice/rtcm'
import type { Feed } from '../feed.ts'
import { NewestBytes } from './newest-bytes.ts'

const NO_BYTES = Buffer.alloc(0)

export class StationMeters {
  readonly #meters = new Map<number, StreamMeter>()
  readonly #unread = new Map<number, NewestBytes>()

  get all(): ReadonlyMap<number, StreamMeter> {
    return this.#meters
  }

  /** Creates the station's meter if there is none yet. */
  meterOf(feed: Feed, nowMs: number): StreamMeter {
    const known = this.#meters.get(feed.stationId)
    if (known) return known
    const meter = new StreamMeter(nowMs, (payload, type) => feed.hear(payload, type))
    this.#meters.set(feed.stationId, meter)
    return meter
  }

  /** Collects the newest bytes of a stream without observations. */
  unreadOf(stationId: number): NewestBytes {
    const known = this.#unread.get(stationId) ?? new NewestBytes()
    this.#unread.set(stationId, known)
    return known
  }

  unreadBytes(stationId: number): Buffer {
    return this.#unread.get(stationId)?.bytes ?? NO_BYTES
  }

  /** `null` if nothing was measured on this node yet. */
  shapeOf(stationId: number, nowMs: number): StreamShape | null {
    return this.#meters.get(stationId)?.shape(nowMs) ?? null
  }
}
