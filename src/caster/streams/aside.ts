// A source of a station that is not passed on now, because another serves: read for its life, and for what it tells of itself.

import { StationFrames, StreamMeter, WholeFrames } from '@vertice/rtcm'
import type { Pulse } from '../../domain/stations/pulse.ts'
import type { Feed } from './feed.ts'

export class Aside {
  readonly #feed: Feed
  readonly #clock: () => Date
  readonly #meter: StreamMeter
  readonly #whole = new WholeFrames()
  readonly #bytes: Pulse
  readonly #epochs: Pulse
  readonly stationFrames = new StationFrames()

  constructor(feed: Feed, clock: () => Date) {
    this.#feed = feed
    this.#clock = clock
    this.#bytes = feed.newPulse()
    this.#epochs = feed.newPulse()
    this.#meter = new StreamMeter(clock().getTime(), (payload, type) => this.stationFrames.take(payload, type))
  }

  /** What its life is told by. */
  get pulse(): Pulse {
    return this.#feed.isRtcm ? this.#epochs : this.#bytes
  }

  /** Somebody brings it, whatever it is. */
  hasSource(now: number): boolean {
    return this.#bytes.flows(now)
  }

  /** The beginning of a frame that is not finished yet. */
  get begun(): Buffer {
    return this.#whole.begun
  }

  receive(bytes: Buffer, now: number): void {
    this.#bytes.beat(now)
    const before = this.#meter.lastEpochArrivalMs
    this.continue(bytes)
    if (this.#meter.lastEpochArrivalMs !== before) this.#epochs.beat(now)
  }

  /** What it had begun before is no sign of life. */
  continue(bytes: Buffer): void {
    if (!this.#feed.isRtcm) return
    this.#meter.push(bytes, this.#clock().getTime())
    this.#whole.pass(bytes, this.#meter.unfinishedBytes)
  }

  /** The bytes to come are of another connection. */
  restart(): void {
    this.#meter.reconnected()
    this.#whole.restart()
    this.stationFrames.forget()
  }

  end(now: number): void {
    this.#bytes.stop(now)
    this.#epochs.stop(now)
  }
}
