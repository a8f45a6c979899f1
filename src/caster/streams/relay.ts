// The way of a source's bytes: counted, measured, and passed on to the rovers of its feed.
import type { StreamMeter } from '../../rtcm/meter/stream-meter.ts'
import { WholeFrames } from '../../rtcm/whole-frames.ts'
import type { Feed } from './feed.ts'
import type { NewestBytes } from './newest-bytes.ts'

/**
 * What is no RTCM goes through as it comes. Of RTCM whole frames do: half a frame is of no use to anybody, and so a rover may come, go or
 * change at any time and never gets a torn one.
 */
export class Relay {
  readonly #feed: Feed
  readonly #meter: StreamMeter
  readonly #unread: NewestBytes
  readonly #clock: () => Date
  readonly #whole = new WholeFrames()

  /** `unread`: what comes while no observations are found in it. */
  constructor(feed: Feed, meter: StreamMeter, unread: NewestBytes, clock: () => Date) {
    this.#feed = feed
    this.#meter = meter
    this.#unread = unread
    this.#clock = clock
    this.restart()
  }

  /** The bytes to come are of another connection: they do not continue a half frame, and may be of another antenna. */
  restart(): void {
    this.#forgetHalfFrame()
    this.#feed.forgetStationFrames()
  }

  readonly receive = (bytes: Buffer): void => {
    const [feed, meter, now] = [this.#feed, this.#meter, performance.now()]
    feed.arrived(bytes.length, now)
    if (!feed.isRtcm) {
      this.#forgetHalfFrame()
      feed.publish(bytes)
      return
    }
    const before = meter.lastEpochArrivalMs
    meter.push(bytes, this.#clock().getTime())
    if (meter.lastEpochArrivalMs !== before) feed.observed(now)
    if (feed.pulse.flows(now)) this.#unread.forget()
    else this.#unread.push(bytes)
    const frames = this.#whole.pass(bytes, meter.unfinishedBytes)
    if (frames.length > 0) feed.publish(frames)
  }

  #forgetHalfFrame(): void {
    this.#meter.reconnected()
    this.#whole.restart()
  }
}
