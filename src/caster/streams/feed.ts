// A station's stream: from one source to many rovers. Bytes are passed on to everybody in a row.
import { type Patience, Pulse } from '../../domain/stations/pulse.ts'
import { NewestEpoch } from '../../rtcm/newest-epoch.ts'
import { StationFrames } from '../../rtcm/station-frames.ts'

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
  /** That bytes come says that its source lives; that observations come, that it is of use. */
  readonly #bytes: Pulse
  readonly #epochs: Pulse
  readonly #stationFrames = new StationFrames()

  constructor(stationId: number, patience: Patience) {
    this.stationId = stationId
    this.#bytes = new Pulse(patience)
    this.#epochs = new Pulse(patience)
  }

  /** What its life is told by. */
  get pulse(): Pulse {
    return this.isRtcm ? this.#epochs : this.#bytes
  }

  /** Somebody brings it, whatever it is. */
  hasSource(now: number): boolean {
    return this.#bytes.flows(now)
  }

  /** Who comes gets first what the base has told of itself. */
  join(receiver: Receiver): void {
    receiver.place = this.receivers.length
    this.receivers.push(receiver)
    const { bytes } = this.#stationFrames
    if (bytes.length > 0) receiver.sendFirst(bytes)
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
    this.bytesIn += bytes
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
    this.#bytes.stop(now)
    this.#epochs.stop(now)
    this.newest.restart()
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
