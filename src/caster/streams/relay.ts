// The way of a source's bytes: counted, measured, and passed on to the rovers of its feed.

import { type StreamMeter, WholeFrames } from '@vertice/rtcm'
import type { Pulse } from '../../domain/stations/pulse.ts'
import { Aside } from './aside.ts'
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
  #way: Way
  readonly #whole = new WholeFrames()
  /** While another source of the station serves. */
  #aside: Aside | null = null

  /** `unread`: what comes while no observations are found in it. `way` null: another source serves, and this one waits. */
  constructor(feed: Feed, meter: StreamMeter, unread: NewestBytes, clock: () => Date, way: Way | null = ALONE) {
    this.#feed = feed
    this.#meter = meter
    this.#unread = unread
    this.#clock = clock
    this.#way = way ?? ALONE
    if (way) this.restart()
    else this.#aside = new Aside(feed, clock)
  }

  get isAside(): boolean {
    return this.#aside !== null
  }

  /** What its life is told by. */
  get pulse(): Pulse {
    return (this.#aside ?? this.#feed).pulse
  }

  /** Somebody brings it, whatever it is. */
  hasSource(now: number): boolean {
    return (this.#aside ?? this.#feed).hasSource(now)
  }

  /** Its connection is gone for certain. */
  end(now: number): void {
    ;(this.#aside ?? this.#feed).end(now)
  }

  /** Another source serves from now on. What this one has begun, it goes on with when it is its turn again. */
  stepAside(): void {
    if (this.#aside) return
    const { begun } = this.#whole
    this.#aside = new Aside(this.#feed, this.#clock)
    this.#aside.continue(begun)
    this.#forgetHalfFrame()
  }

  /** It serves from now on, from a whole frame on. */
  stepForward(way: Way): void {
    const aside = this.#aside
    this.#way = way
    if (!aside) return
    this.#aside = null
    this.#forgetHalfFrame()
    this.#feed.tellAnother(aside.stationFrames)
    if (aside.begun.length > 0) this.#read(aside.begun)
  }

  /** The bytes to come are of another connection: they do not continue a half frame, and may be of another antenna. */
  restart(): void {
    if (this.#aside) return void this.#aside.restart()
    this.#forgetHalfFrame()
    this.#feed.forgetStationFrames()
  }

  readonly receive = (bytes: Buffer): void => {
    const [feed, meter, now] = [this.#feed, this.#meter, performance.now()]
    if (this.#aside) return void this.#aside.receive(bytes, now)
    const isOpen = this.#way.isOpen(now)
    if (isOpen) feed.arrived(bytes.length, now)
    if (!feed.isRtcm) {
      this.#forgetHalfFrame()
      if (isOpen) this.#publish(bytes)
      return
    }
    const before = meter.lastEpochArrivalMs
    // What may not be passed on is read all the same: whoever goes on in the middle of a frame would pass on half of one.
    const frames = this.#read(bytes)
    if (!isOpen) return
    if (meter.lastEpochArrivalMs !== before) feed.observed(now)
    if (feed.pulse.flows(now)) this.#unread.forget()
    else this.#unread.push(bytes)
    if (frames.length > 0) this.#publish(frames)
  }

  /** Returns what is whole. */
  #read(bytes: Buffer): Buffer {
    this.#meter.push(bytes, this.#clock().getTime())
    return this.#whole.pass(bytes, this.#meter.unfinishedBytes)
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
