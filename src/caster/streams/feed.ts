// A station's stream: from one source to many rovers. Bytes are passed on to everybody in a row.

import { NewestEpoch, StationFrames } from '@vertice/rtcm'
import type { BackupLine } from '../../domain/stations/backup.ts'
import { type Patience, Pulse } from '../../domain/stations/pulse.ts'

/** Whoever gets the stream. `place` is where it stands in its feed, so that leaving costs nothing. */
export interface Receiver {
  place: number
  /** What stands before the stream's next bytes and is none of them. */
  sendFirst(data: Buffer): void
  send(data: Buffer): void
}

export class Feed {
  readonly stationId: number
  readonly receivers: Receiver[] = []
  /** As the operator declared it: only then are its bytes read. */
  isRtcm = true
  /** For receivers that were away for a while. */
  readonly newest = new NewestEpoch()
  bytesIn = 0
  /** How often what comes did not continue what came before: its source was gone for certain, or another one serves. */
  breaks = 0
  /** Which second source of the station it comes from, here or on the node that has it; null: from its first. */
  backup: BackupLine | null = null
  /** That bytes come says that its source lives; that observations come, that it is of use. */
  readonly #bytes: Pulse
  readonly #epochs: Pulse
  /** Of a stream that another node has: that its bytes come here. */
  #passed: Pulse | null = null
  readonly #patience: Patience
  #stationFrames = new StationFrames()
  readonly #needed: () => void

  /** `needed`: somebody wants it, and nobody did. */
  constructor(stationId: number, patience: Patience, needed: () => void = () => {}) {
    this.stationId = stationId
    this.#patience = patience
    this.#bytes = new Pulse(patience)
    this.#epochs = new Pulse(patience)
    this.#needed = needed
  }

  /** What its life is told by. */
  get pulse(): Pulse {
    return this.isRtcm ? this.#epochs : this.#bytes
  }

  /** Somebody brings it, whatever it is. */
  hasSource(now: number): boolean {
    return this.#bytes.flows(now)
  }

  /** Its bytes come as usual to those that get them. */
  reaches(now: number): boolean {
    return (this.#passed ?? this.pulse).flows(now)
  }

  /** What the base has told of itself. */
  get told(): Buffer {
    return this.#stationFrames.bytes
  }

  /** Who comes gets that first. */
  join(receiver: Receiver): void {
    receiver.place = this.receivers.length
    this.receivers.push(receiver)
    const { told } = this
    if (told.length > 0) receiver.sendFirst(told)
    if (receiver.place === 0) this.#needed()
  }

  /** Those that are here have missed what the base has told of itself. */
  tellFirst(): void {
    for (const receiver of [...this.receivers]) receiver.sendFirst(this.told)
  }

  /** The last one takes the place of the one that leaves. */
  leave(receiver: Receiver): void {
    const last = this.receivers.pop()!
    if (last === receiver) return
    this.receivers[receiver.place] = last
    last.place = receiver.place
  }

  /** Bytes came from its source. */
  arrived(bytes: number, now: number): void {
    this.#bytes.beat(now)
    this.#passed = null
    this.bytesIn += bytes
  }

  /** Another node says that it lives there. */
  livesElsewhere(now: number, isObserved: boolean): void {
    this.#bytes.beat(now)
    if (isObserved) this.observed(now)
  }

  /** Bytes came from the node that has its source. */
  passedOn(bytes: Buffer, now: number): void {
    this.#passed ??= new Pulse(this.#patience)
    this.#passed.beat(now)
    this.publish(bytes)
  }

  /** A frame came. */
  hear(payload: Buffer, type: number): void {
    this.#stationFrames.take(payload, type)
  }

  /** An observation epoch came. */
  observed(now: number): void {
    this.#epochs.beat(now)
  }

  publish(data: Buffer): void {
    this.newest.push(data)
    // Backwards: a receiver that is dropped on the way is replaced by one that was served already.
    const { receivers } = this
    for (let place = receivers.length - 1; place >= 0; place--) receivers[place]!.send(data)
  }

  /** Its source is gone for certain. */
  end(now: number): void {
    this.breaks += 1
    this.#bytes.stop(now)
    this.#epochs.stop(now)
    this.#passed?.stop(now)
    this.newest.restart()
  }

  /** Another source serves, which has told this of itself: whoever is here is told it before its observations, if it is something else. */
  tellAnother(frames: StationFrames): void {
    const before = this.told
    this.breaks += 1
    this.#stationFrames = frames
    if (this.told.length > 0 && !this.told.equals(before)) this.tellFirst()
  }

  /** For another source of the same station. */
  newPulse(): Pulse {
    return new Pulse(this.#patience)
  }

  get graceMs(): number {
    return this.#patience.graceMs
  }

  /** Another source may have another antenna. */
  forgetStationFrames(): void {
    this.#stationFrames.forget()
  }

  /** What a base told that has been away for long may not hold any more. */
  tidy(now: number): void {
    if (!this.hasSource(now) && !this.pulse.isAlive(now)) this.forgetStationFrames()
  }
}
