// The path of a source's bytes: they are counted, measured, and forwarded to the rovers of the station's feed.

import { type StreamMeter, WholeFrames } from '@vertice/rtcm'
import type { Pulse } from '../../../domain/stations/pulse.ts'
import type { Feed } from '../feed.ts'
import type { NewestBytes } from './newest-bytes.ts'
import type { StationTap, TappedSource } from './station-tap.ts'
import { WaitingSource } from './waiting-source.ts'

/** Forwards frames to other nodes, and decides whether they may be forwarded at all. */
export interface FrameOutlet {
  /** Fencing token of the station's lease; `null` without leases. */
  readonly fencingToken: number | null
  /** False while this node does not own the station. */
  isOpen(now: number): boolean
  passOn(bytes: Buffer): void
}

/** Used by a node that shares its streams with no other node. */
export const LOCAL_ONLY: FrameOutlet = { fencingToken: null, isOpen: () => true, passOn() {} }

export interface RelayDependencies {
  readonly feed: Feed
  readonly meter: StreamMeter
  /** Collects received bytes while they contain no observations. */
  readonly unread: NewestBytes
  readonly clock: () => Date
  readonly tap: StationTap | null
  readonly isStandby: boolean
  /** `null` if another source serves and this one waits. */
  readonly outlet: FrameOutlet | null
}

/**
 * RTCM is forwarded in whole frames, so a rover never receives a partial frame, even when it joins, switches bases, or
 * the base disconnects mid-frame. Other formats are forwarded as they arrive.
 */
export class Relay implements TappedSource {
  readonly #feed: Feed
  readonly #meter: StreamMeter
  readonly #unread: NewestBytes
  readonly #clock: () => Date
  readonly #tap: StationTap | null
  readonly isStandby: boolean
  #outlet: FrameOutlet
  readonly #whole = new WholeFrames()
  /** Set while another source of the station serves. */
  #waiting: WaitingSource | null = null

  constructor({ feed, meter, unread, clock, tap, isStandby, outlet }: RelayDependencies) {
    this.#feed = feed
    this.#meter = meter
    this.#unread = unread
    this.#clock = clock
    this.#tap = tap
    this.isStandby = isStandby
    this.#outlet = outlet ?? LOCAL_ONLY
    if (outlet) this.restart()
    else this.#waiting = new WaitingSource(feed, clock)
  }

  get fencingToken(): number | null {
    return this.#outlet.fencingToken
  }

  get isWaiting(): boolean {
    return this.#waiting !== null
  }

  get pulse(): Pulse {
    return (this.#waiting ?? this.#feed).pulse
  }

  /** Whether bytes arrive, whatever they contain. */
  hasSource(now: number): boolean {
    return (this.#waiting ?? this.#feed).hasSource(now)
  }

  /** Call when the source disconnected. */
  end(now: number): void {
    ;(this.#waiting ?? this.#feed).end(now)
  }

  /** Call when another source serves. A partial frame is completed when this source serves again. */
  stepAside(): void {
    if (this.#waiting) return
    const { begun } = this.#whole
    this.#waiting = new WaitingSource(this.#feed, this.#clock)
    this.#waiting.continue(begun)
    this.#forgetHalfFrame()
  }

  /** Call when this source serves. It starts with a whole frame. */
  stepForward(outlet: FrameOutlet): void {
    const waiting = this.#waiting
    this.#outlet = outlet
    if (!waiting) return
    this.#waiting = null
    this.#forgetHalfFrame()
    this.#feed.tellAnother(waiting.stationFrames)
    if (waiting.begun.length > 0) this.#read(waiting.begun, this.#clock().getTime())
  }

  /**
   * Call before bytes of another connection: they do not continue a partial frame and may come from another antenna.
   */
  restart(): void {
    if (this.#waiting) return void this.#waiting.restart()
    this.#forgetHalfFrame()
    this.#feed.forgetStationFrames()
  }

  readonly receive = (bytes: Buffer): void => {
    const [feed, meter, now] = [this.#feed, this.#meter, performance.now()]
    if (this.#waiting) return void this.#waiting.receive(bytes, now)
    const receivedAtMs = this.#clock().getTime()
    const isOpen = this.#outlet.isOpen(now)
    if (isOpen) feed.arrived(bytes.length, now)
    if (!feed.isRtcm) {
      this.#forgetHalfFrame()
      if (isOpen) this.#publish(bytes, receivedAtMs)
      return
    }
    const before = meter.lastEpochArrivalMs
    // Read even while closed: forwarding would otherwise resume in the middle of a frame.
    const frames = this.#read(bytes, receivedAtMs)
    if (!isOpen) return
    if (meter.lastEpochArrivalMs !== before) feed.observed(now)
    if (feed.pulse.flows(now)) this.#unread.forget()
    else this.#unread.push(bytes)
    if (frames.length > 0) this.#publish(frames, receivedAtMs)
  }

  /** Returns the complete frames. */
  #read(bytes: Buffer, receivedAtMs: number): Buffer {
    this.#meter.push(bytes, receivedAtMs)
    return this.#whole.pass(bytes, this.#meter.unfinishedBytes)
  }

  #publish(bytes: Buffer, receivedAtMs: number): void {
    this.#feed.publish(bytes)
    this.#outlet.passOn(bytes)
    this.#tap?.(this.#feed.stationId, bytes, receivedAtMs, this)
  }

  #forgetHalfFrame(): void {
    this.#meter.reconnected()
    this.#whole.restart()
  }
}
