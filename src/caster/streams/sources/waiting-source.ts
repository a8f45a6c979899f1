// A connected source that waits while another source of its station serves. It is read to know whether it is online and
// what its antenna is.

import { StationFrames, StreamMeter, WholeFrames } from '@vertice/rtcm'
import type { Pulse } from '../../../domain/stations/pulse.ts'
import type { Feed } from '../feed.ts'

export class WaitingSource {
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

  get pulse(): Pulse {
    return this.#feed.isRtcm ? this.#epochs : this.#bytes
  }

  /** Whether bytes arrive, whatever they contain. */
  hasSource(now: number): boolean {
    return this.#bytes.flows(now)
  }

  /** The start of an incomplete frame. */
  get begun(): Buffer {
    return this.#whole.begun
  }

  receive(bytes: Buffer, now: number): void {
    this.#bytes.beat(now)
    const before = this.#meter.lastEpochArrivalMs
    this.continue(bytes)
    if (this.#meter.lastEpochArrivalMs !== before) this.#epochs.beat(now)
  }

  /** Adds bytes from before the wait, which do not prove that the source is connected. */
  continue(bytes: Buffer): void {
    if (!this.#feed.isRtcm) return
    this.#meter.push(bytes, this.#clock().getTime())
    this.#whole.pass(bytes, this.#meter.unfinishedBytes)
  }

  /** Call before bytes of another connection. */
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
