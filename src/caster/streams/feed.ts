// A station's stream: from one source to many receivers.
import { GlonassChannels, NewestEpoch, StationFrames } from '@vertice/rtcm'
import { Pulse, type PulseTimes } from '../../domain/stations/pulse.ts'
import type { StandbySourceKind } from '../../domain/stations/standby.ts'

/** `place` is the receiver's index in the feed, so that leaving takes constant time. */
export interface Receiver {
  place: number
  /** Sends data that comes before the stream's next bytes and is not part of them. */
  sendFirst(data: Buffer): void
  send(data: Buffer): void
}

export class Feed {
  readonly stationId: number
  readonly receivers: Receiver[] = []
  /** The format that the operator declared. Only RTCM is parsed. */
  isRtcm = true
  /** For receivers that resume after a stall. */
  readonly newest = new NewestEpoch()
  bytesIn = 0
  /** Number of discontinuities: the source disconnected, or another source took over. */
  breaks = 0
  /**
   * The standby source that serves, here or on the node that owns the station; `null` while the first source serves.
   */
  standby: StandbySourceKind | null = null
  /** Bytes prove that the source is connected; only observations prove that the stream is usable. */
  readonly #bytes: Pulse
  readonly #epochs: Pulse
  /** Set while another node owns the station: bytes arrive from that node. */
  #passed: Pulse | null = null
  readonly #times: PulseTimes
  #stationFrames = new StationFrames()
  /** Channels of GLONASS satellites, from the streams of all stations on this node. */
  readonly channels: GlonassChannels
  readonly #onFirstReceiver: () => void

  /** `onFirstReceiver`: called when the first receiver joins. */
  constructor(
    stationId: number,
    times: PulseTimes,
    onFirstReceiver: () => void = () => {},
    channels: GlonassChannels = new GlonassChannels(),
  ) {
    this.stationId = stationId
    this.#times = times
    this.#bytes = new Pulse(times)
    this.#epochs = new Pulse(times)
    this.#onFirstReceiver = onFirstReceiver
    this.channels = channels
  }

  get pulse(): Pulse {
    return this.isRtcm ? this.#epochs : this.#bytes
  }

  /** Whether bytes arrive from a source, whatever they contain. */
  hasSource(now: number): boolean {
    return this.#bytes.flows(now)
  }

  /** Whether receivers get data as usual. */
  reaches(now: number): boolean {
    return (this.#passed ?? this.pulse).flows(now)
  }

  /** The frames that describe the base (position, antenna). */
  get told(): Buffer {
    return this.#stationFrames.bytes
  }

  /** The receiver first gets the frames that describe the base. */
  join(receiver: Receiver): void {
    receiver.place = this.receivers.length
    this.receivers.push(receiver)
    const { told } = this
    if (told.length > 0) receiver.sendFirst(told)
    if (receiver.place === 0) this.#onFirstReceiver()
  }

  /** Sends the frames that describe the base to receivers that missed them. */
  tellFirst(): void {
    for (const receiver of [...this.receivers]) receiver.sendFirst(this.told)
  }

  /** The last receiver takes the place of the one that leaves. */
  leave(receiver: Receiver): void {
    const last = this.receivers.pop()!
    if (last === receiver) return
    this.receivers[receiver.place] = last
    last.place = receiver.place
  }

  /** Call when bytes arrived from a source of this node. */
  arrived(bytes: number, now: number): void {
    this.#bytes.beat(now)
    this.#passed = null
    this.bytesIn += bytes
  }

  /** Treats the stream as one whose source has just disconnected, because it flowed before the caster restarted. */
  awaitReconnect(now: number): void {
    this.pulse.awaitReconnect(now)
  }

  /** Call when another node announced that the station is online there. */
  livesElsewhere(now: number, isObserved: boolean): void {
    this.#bytes.beat(now)
    if (isObserved) this.observed(now)
  }

  /** Call when bytes arrived from the node that owns the station. */
  passedOn(bytes: Buffer, now: number): void {
    this.#passed ??= new Pulse(this.#times)
    this.#passed.beat(now)
    this.publish(bytes)
  }

  /** Call for each frame. */
  hear(payload: Buffer, type: number): void {
    this.#stationFrames.take(payload, type)
    if (type === 1020) this.channels.hearOrbit(payload)
  }

  /** Call for each observation epoch. */
  observed(now: number): void {
    this.#epochs.beat(now)
  }

  publish(data: Buffer): void {
    this.newest.push(data)
    // Backwards: a receiver that is dropped during the loop is replaced by one that has been served already.
    const { receivers } = this
    for (let place = receivers.length - 1; place >= 0; place--) receivers[place]!.send(data)
  }

  /** Call when the source disconnected. */
  end(now: number): void {
    this.breaks += 1
    this.#bytes.stop(now)
    this.#epochs.stop(now)
    this.#passed?.stop(now)
    this.newest.restart()
  }

  /**
   * Call when another source serves. Receivers get the frames that describe it before its observations, if they differ.
   */
  tellAnother(frames: StationFrames): void {
    const before = this.told
    this.breaks += 1
    this.#stationFrames = frames
    if (this.told.length > 0 && !this.told.equals(before)) this.tellFirst()
  }

  /** For another source of the same station. */
  newPulse(): Pulse {
    return new Pulse(this.#times)
  }

  get graceMs(): number {
    return this.#times.graceMs
  }

  /** Call for another source, which may have another antenna. */
  forgetStationFrames(): void {
    this.#stationFrames.forget()
  }

  /** Forgets the frames that describe the base once it is offline and its grace period is over. */
  tidy(now: number): void {
    if (!this.hasSource(now) && !this.pulse.isAlive(now)) this.forgetStationFrames()
  }
}
