// Decodes the observation messages of a stream into epochs. An epoch ends when time moves on, not with the
// multiple-message bit (DF393), which some receivers set wrongly: no constellation is lost.
import { unsignedAt } from '../bits.ts'
import { gpsFromUtc } from '../gps-time.ts'
import { referenceStationId } from '../messages.ts'
import { GlonassChannels } from '../observations/glonass-channels.ts'
import { CONSTELLATIONS, isObservation } from '../observations/head.ts'
import { DoubtfulClocks, type HeldMessage } from './doubtful-clocks.ts'
import { EpochRows } from './epoch-rows.ts'
import { GlonassTimes } from './glonass-times.ts'
import { LegacyObservations } from './legacy-observations.ts'
import { type EpochDetail, MsmObservations } from './msm-observations.ts'
import { ObservationEpoch } from './observation-epoch.ts'
import { OneReceiver } from './one-receiver.ts'

const WEEK_MS = 7 * 86_400_000
const BEIDOU_BEHIND_GPS_MS = 14_000
/** Constellations can round the same instant differently. */
const SAME_INSTANT_MS = 5
/** A message of an earlier epoch that comes later than this after a newer epoch began is left out. */
const OPEN_EPOCHS = 2
/** A longer step back is a new timeline: a receiver that was reset, or a recording that starts again. */
const LATE_MS = 10_000
const SHORTEST_MESSAGE = 8
const [GPS, GLONASS, BEIDOU] = ['GPS', 'GLO', 'BDS'].map((name) => CONSTELLATIONS.indexOf(name as never)) as [
  number,
  number,
  number,
]

export interface DecodingCounts {
  /** Messages that are too short for what they announce, or whose time is invalid. */
  invalid: number
  /** Messages that came after their epoch was passed on. */
  late: number
  /** Messages of a second receiver in the same stream. */
  foreign: number
}

export interface DecoderOptions {
  /** For example those that an earlier pass over the same stream found. */
  readonly channels?: GlonassChannels
  /**
   * How much of the MSM of an epoch is read, by its GPS time; `all` if omitted. Less is faster. Losses of lock are found
   * between epochs with `all` or `losses`.
   */
  readonly detail?: (gpsMs: number) => EpochDetail
}

export class ObservationDecoder {
  readonly counts: DecodingCounts = { invalid: 0, late: 0, foreign: 0 }
  readonly channels: GlonassChannels
  readonly #onEpoch: (epoch: ObservationEpoch) => void
  readonly #detail: (gpsMs: number) => EpochDetail
  readonly #rows = new EpochRows()
  readonly #msm: MsmObservations
  readonly #legacy: LegacyObservations
  /** Oldest first. */
  readonly #open: ObservationEpoch[] = []
  #unused = [this.#rows.epoch, new ObservationEpoch(), new ObservationEpoch()]
  readonly #glonass = new GlonassTimes()
  readonly #receiver = new OneReceiver()
  readonly #clocks = new DoubtfulClocks()
  /** Time of the newest epoch that was passed on. */
  #passedMs = Number.NEGATIVE_INFINITY

  /** `onEpoch` receives whole epochs in order of time. The epoch is valid during the call only. */
  constructor(
    onEpoch: (epoch: ObservationEpoch) => void,
    { channels = new GlonassChannels(), detail = () => 'all' }: DecoderOptions = {},
  ) {
    this.#onEpoch = onEpoch
    this.#detail = detail
    this.channels = channels
    this.#msm = new MsmObservations(channels)
    this.#legacy = new LegacyObservations(channels)
  }

  /**
   * `receivedMs` (UTC) determines the week or day of the message's time. Other messages are ignored. Returns whether
   * the message became part of an epoch, or waits until it is known which constellation's clock is off.
   */
  add(payload: Uint8Array, type: number, receivedMs: number): boolean {
    if (type === 1020) this.channels.hearOrbit(payload)
    if (!isObservation(type)) return false
    const constellation = type >= 1071 ? Math.floor(type / 10) - 107 : type >= 1009 ? GLONASS : GPS
    const isShort = payload.length < SHORTEST_MESSAGE
    if (!isShort && !this.#receiver.sent(referenceStationId(payload), constellation, receivedMs)) {
      this.counts.foreign++
      return false
    }
    const gpsMs = isShort ? null : this.#timeOf(payload, type, constellation, receivedMs)
    if (gpsMs === null) {
      this.counts.invalid++
      return false
    }
    const message = { payload, type, constellation, gpsMs, receivedMs }
    const ready = this.#clocks.pass(message, this.#openAt(gpsMs) ? null : (this.#open.at(-1)?.gpsMs ?? null))
    if (ready === null) return this.#decode(message)
    if (ready[0] && this.#clocks.isApart) this.#correctLine(ready[0])
    for (const one of ready) this.#decode(one)
    return true
  }

  /** An epoch that began with the time of a wrong clock must not make the right ones late. */
  #correctLine({ gpsMs, constellation }: HeldMessage): void {
    const rightMs = gpsMs - this.#clocks.offsetOf(constellation)
    if (this.#open.some((epoch) => epoch.gpsMs > rightMs + SAME_INSTANT_MS)) this.#restart()
  }

  #decode({ payload, type, constellation, gpsMs, receivedMs }: HeldMessage): boolean {
    const epoch = this.#epochAt(gpsMs - this.#clocks.offsetOf(constellation), receivedMs)
    if (epoch === null) {
      this.counts.late++
      return false
    }
    this.#rows.epoch = epoch
    const isValid =
      type < 1071
        ? this.#legacy.decode(payload, type, this.#rows)
        : this.#msm.decode(payload, type, this.#rows, this.#detail(epoch.gpsMs))
    if (!isValid) this.counts.invalid++
    return isValid
  }

  #timeOf(payload: Uint8Array, type: number, constellation: number, receivedMs: number): number | null {
    // DF034 has only the time of the day; in an MSM a day of the week precedes it, which some receivers send wrongly.
    if (constellation === GLONASS)
      return this.#glonass.timeOf(unsignedAt(payload, type >= 1071 ? 27 : 24, 27), receivedMs)
    const gpsMs = timeInWeek(payload, constellation, receivedMs)
    if (gpsMs !== null) this.#glonass.hearOther(gpsMs, receivedMs)
    return gpsMs
  }

  /** Passes on the epochs that are still open, or those of them before this GPS time. */
  flush(beforeMs = Number.POSITIVE_INFINITY): void {
    for (const one of this.#clocks.release()) this.#decode(one)
    this.#passOnBefore(beforeMs)
  }

  #passOnBefore(beforeMs: number): void {
    while (this.#open.length > 0 && this.#open[0]!.gpsMs < beforeMs) this.#passOn()
  }

  /** The open epoch of this time, or a new one; `null` if that epoch was already passed on. */
  #epochAt(gpsMs: number, receivedMs: number): ObservationEpoch | null {
    const open = this.#openAt(gpsMs)
    if (open !== null) return open
    const newestMs = this.#open.at(-1)?.gpsMs ?? this.#passedMs
    if (gpsMs < newestMs) {
      if (gpsMs > newestMs - LATE_MS) return this.#insertable(gpsMs) ? this.#begin(gpsMs, receivedMs) : null
      this.#restart()
    }
    return this.#begin(gpsMs, receivedMs)
  }

  #restart(): void {
    this.#passOnBefore(Number.POSITIVE_INFINITY)
    this.#passedMs = Number.NEGATIVE_INFINITY
  }

  #openAt(gpsMs: number): ObservationEpoch | null {
    for (const epoch of this.#open) if (Math.abs(epoch.gpsMs - gpsMs) <= SAME_INSTANT_MS) return epoch
    return null
  }

  #insertable(gpsMs: number): boolean {
    return this.#open.length < OPEN_EPOCHS && gpsMs > this.#passedMs + SAME_INSTANT_MS
  }

  #begin(gpsMs: number, receivedMs: number): ObservationEpoch {
    if (this.#open.length === OPEN_EPOCHS) this.#passOn()
    const epoch = this.#unused.pop()!
    epoch.gpsMs = gpsMs
    epoch.receivedMs = receivedMs
    epoch.rows = 0
    this.#open.push(epoch)
    if (this.#open.length > 1 && this.#open[0]!.gpsMs > gpsMs) this.#open.reverse()
    return epoch
  }

  #passOn(): void {
    const epoch = this.#open.shift()!
    this.#passedMs = epoch.gpsMs
    if (epoch.rows > 0) this.#onEpoch(epoch)
    this.#unused.push(epoch)
  }
}

/** GPS time of a message nearest to `nearMs` (UTC); `null` if its time is invalid. */
function timeInWeek(payload: Uint8Array, constellation: number, nearMs: number): number | null {
  const timeOfWeek = unsignedAt(payload, 24, 30)
  let ofGps = constellation === BEIDOU ? timeOfWeek + BEIDOU_BEHIND_GPS_MS : timeOfWeek
  // Receivers exist that send a negative time of BeiDou in the first 14 s of a GPS week.
  if (ofGps >= 2 ** 30) ofGps -= 2 ** 30
  else if (timeOfWeek >= WEEK_MS) return null
  return ofGps + Math.round((gpsFromUtc(nearMs) - ofGps) / WEEK_MS) * WEEK_MS
}
