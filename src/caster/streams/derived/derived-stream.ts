// A stream derived from a station's stream: altered once for all of its receivers, and only while there are any.

import type { StreamShape } from '@vertice/rtcm'
import type { Conversion } from '../../../domain/network/mountpoints/conversion.ts'
import type { WhyNotConverted } from '../../../domain/network/mountpoints/not-converted.ts'
import type { PulseTimes } from '../../../domain/stations/pulse.ts'
import { Feed, type Receiver } from '../feed.ts'
import { Alterer, type LeftOut } from './alterer.ts'

const NOTHING = Buffer.alloc(0)

export class DerivedStream extends Feed implements Receiver {
  /** Index among the receivers of the station's feed. */
  place = -1
  readonly #source: Feed
  readonly #clock: () => Date
  #alterer: Alterer
  #breaksSeen = 0
  #isJoining = false
  #leftOutBefore: LeftOut = new Map()
  /** The frames that describe the base, as received and as altered. */
  #told: { readonly of: Buffer; readonly bytes: Buffer } = { of: NOTHING, bytes: NOTHING }

  constructor(source: Feed, conversion: Conversion, times: PulseTimes, clock: () => Date) {
    super(source.stationId, times)
    this.#source = source
    this.#clock = clock
    this.#alterer = new Alterer(conversion, this.#source.channels)
  }

  /** Applies to present receivers too. */
  alter(conversion: Conversion): void {
    const rest = this.#alterer.end()
    if (rest.length > 0) this.publish(rest)
    this.#leftOutBefore = this.leftOut
    this.#alterer = new Alterer(conversion, this.#source.channels)
    this.#told = { of: NOTHING, bytes: NOTHING }
    this.newest.restart()
    this.tellFirst()
  }

  /** A derived stream is online whenever its source station is, even if its filter rarely lets a message through. */
  override reaches(now: number): boolean {
    return this.#source.reaches(now)
  }

  override get told(): Buffer {
    const { told: of } = this.#source
    if (this.#told.of !== of) this.#told = { of, bytes: this.#alterer.apart(of) }
    const added = this.#alterer.addedNow(this.#clock().getTime())
    return added.length === 0 ? this.#told.bytes : Buffer.concat([this.#told.bytes, added])
  }

  override join(receiver: Receiver): void {
    // Joins the station first, so that a receiver that ends before its first byte leaves what it has joined.
    if (this.receivers.length === 0) {
      this.#begin() // drops the rest of an earlier connection
      this.#isJoining = true
      this.#source.join(this)
      this.#isJoining = false
    }
    super.join(receiver)
  }

  override leave(receiver: Receiver): void {
    super.leave(receiver)
    if (this.receivers.length === 0) this.#source.leave(this)
  }

  /** New receivers already have the frames that describe the base; this is for those that missed them. */
  sendFirst(): void {
    if (this.#isJoining) return
    if (this.#source.breaks !== this.#breaksSeen) this.#begin() // sends the rest of the previous source first
    this.tellFirst()
  }

  send(frames: Buffer): void {
    if (this.#source.breaks !== this.#breaksSeen) this.#begin()
    const altered = this.#alterer.take(frames, this.#clock().getTime())
    if (altered.length > 0) this.publish(altered)
  }

  /** Counts of what could not be converted since this object was created. */
  get leftOut(): LeftOut {
    return sumOf([this.#leftOutBefore, this.#alterer.leftOut])
  }

  /** Measured over the last minutes; `null` if there was no data. */
  shapeAt(nowMs: number): StreamShape | null {
    return this.#alterer.shapeAt(nowMs)
  }

  /** Call before bytes that do not continue the previous ones. */
  #begin(): void {
    if (this.#source.breaks !== this.#breaksSeen) this.#alterer.forgetSource()
    this.#breaksSeen = this.#source.breaks
    const rest = this.#alterer.end()
    if (rest.length > 0) this.publish(rest)
    this.newest.restart()
  }
}

function sumOf(some: Iterable<LeftOut>): LeftOut {
  const sum = new Map<WhyNotConverted, number>()
  for (const counts of some) for (const [reason, times] of counts) sum.set(reason, (sum.get(reason) ?? 0) + times)
  return sum
}
