// The way of a source's bytes: counted, measured, and passed on to the rovers of its feed.
import type { StreamMeter } from '../../rtcm/meter/stream-meter.ts'
import { WholeFrames } from '../../rtcm/whole-frames.ts'
import type { Feed } from './feed.ts'
import type { NewestBytes } from './newest-bytes.ts'

/** Where the bytes go besides the rovers here; and whether they may go anywhere. */
export interface Way {
  isOpen(now: number): boolean
  passOn(bytes: Buffer): void
}

/** Of a node that shares its streams with nobody. */
export const ALONE: Way = { isOpen: () => true, passOn() {} }

/**
 * What is no RTCM goes through as it comes. Of RTCM whole frames do: half a frame is of no use to anybody, and so a rover may come, go or
 * change at any time and never gets a torn one.
 */
export class Relay {
  readonly #feed: Feed
  readonly #meter: StreamMeter
  readonly #unread: NewestBytes
  readonly #clock: () => Date
  readonly #way: Way
  readonly #whole = new WholeFrames()

  /** `unread`: what comes while no observations are found in it. */
  constructor(feed: Feed, meter: StreamMeter, unread: NewestBytes, clock: () => Date, way: Way = ALONE) {
    this.#feed = feed
    this.#meter = meter
    this.#unread = unread
    this.#clock = clock
    this.#way = way
    this.restart()
  }

  /** The bytes to come are of another connection: they do not continue a half frame, and may be of another antenna. */
  restart(): void {
    this.#forgetHalfFrame()
    this.#feed.forgetStationFrames()
  }

  readonly receive = (bytes: Buffer): void => {
    const [feed, meter, now] = [this.#feed, this.#meter, performance.now()]
    const isOpen = this.#way.isOpen(now)
    if (isOpen) feed.arrived(bytes.length, now)
    if (!feed.isRtcm) {
      this.#forgetHalfFrame()
      if (isOpen) this.#publish(bytes)
      return
    }
    const before = meter.lastEpochArrivalMs
    // What may not be passed on is read all the same: whoever goes on in the middle of a frame would pass on half of one.
    meter.push(bytes, this.#clock().getTime())
    const frames = this.#whole.pass(bytes, meter.unfinishedBytes)
    if (!isOpen) return
    if (meter.lastEpochArrivalMs !== before) feed.observed(now)
    if (feed.pulse.flows(now)) this.#unread.forget()
    else this.#unread.push(bytes)
    if (frames.length > 0) this.#publish(frames)
  }

  #publish(bytes: Buffer): void {
    this.#feed.publish(bytes)
    this.#way.passOn(bytes)
  }

  #forgetHalfFrame(): void {
    this.#meter.reconnected()
    this.#whole.restart()
  }
}
