// What a mountpoint gives that is made of a station's stream: altered once, for all who follow it, and only while somebody does.

import type { StreamShape } from '@vertice/rtcm'
import type { Alteration } from '../../domain/network/mountpoints/alteration.ts'
import type { WhyNotConverted } from '../../domain/network/mountpoints/not-converted.ts'
import type { Patience } from '../../domain/stations/pulse.ts'
import { Alterer, type LeftOut } from './alterer.ts'
import { Feed, type Receiver } from './feed.ts'

const NOTHING = Buffer.alloc(0)

export class MadeFeed extends Feed implements Receiver {
  /** Where it stands among those that follow the station. */
  place = -1
  readonly #source: Feed
  readonly #clock: () => Date
  #alterer: Alterer
  #breaksSeen = 0
  #isJoining = false
  #leftOutBefore: LeftOut = new Map()
  /** What the station has told of itself, as it came and as it is passed on. */
  #told: { readonly of: Buffer; readonly bytes: Buffer } = { of: NOTHING, bytes: NOTHING }

  constructor(source: Feed, alteration: Alteration, patience: Patience, clock: () => Date) {
    super(source.stationId, patience)
    this.#source = source
    this.#clock = clock
    this.#alterer = new Alterer(alteration)
  }

  /** From now on, for those who are here too. */
  alter(alteration: Alteration): void {
    const rest = this.#alterer.end()
    if (rest.length > 0) this.publish(rest)
    this.#leftOutBefore = this.leftOut
    this.#alterer = new Alterer(alteration)
    this.#told = { of: NOTHING, bytes: NOTHING }
    this.newest.restart()
    this.tellFirst()
  }

  /** As the station's are that it is made of, however rarely something of them is passed on. */
  override reaches(now: number): boolean {
    return this.#source.reaches(now)
  }

  override get told(): Buffer {
    const { told: of } = this.#source
    if (this.#told.of !== of) this.#told = { of, bytes: this.#alterer.apart(of) }
    return this.#told.bytes
  }

  override join(receiver: Receiver): void {
    // First there, so that one that is gone before it has got a byte leaves what it has joined.
    if (this.receivers.length === 0) {
      this.#begin() // what is left of before is for nobody
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

  /** Who comes was told already; here the station tells those that have missed it. */
  sendFirst(): void {
    if (this.#isJoining) return
    if (this.#source.breaks !== this.#breaksSeen) this.#begin() // what the one before gave stands before another antenna's words
    this.tellFirst()
  }

  send(frames: Buffer): void {
    if (this.#source.breaks !== this.#breaksSeen) this.#begin()
    const altered = this.#alterer.take(frames, this.#clock().getTime())
    if (altered.length > 0) this.publish(altered)
  }

  /** What could not be converted, since it was made here. */
  get leftOut(): LeftOut {
    return sumOf([this.#leftOutBefore, this.#alterer.leftOut])
  }

  /** As measured of what it gave in the last minutes; null: nothing. */
  shapeAt(nowMs: number): StreamShape | null {
    return this.#alterer.shapeAt(nowMs)
  }

  /** The bytes to come do not continue those before. */
  #begin(): void {
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
