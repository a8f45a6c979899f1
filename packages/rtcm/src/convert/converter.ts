// Converts a station's stream for a derived mountpoint: takes whole frames, returns whole frames, and counts omissions.
// It uses no clock and no network. One converter serves all rovers of a mountpoint.
import { unsignedAt } from '../bits.ts'
import { frame } from '../encode/frames.ts'
import { gpsTimeOfDay } from '../epoch.ts'
import { FrameReader, frameAround } from '../frames/frame-reader.ts'
import { referenceStationId } from '../messages.ts'
import type { GlonassChannels } from '../observations/glonass-channels.ts'
import { CONSTELLATIONS, isObservation } from '../observations/head.ts'
import { EphemerisAdder } from './added-ephemerides.ts'
import { MessageAdder } from './added-messages.ts'
import { ConversionCounts } from './counts.ts'
import { EpochClosing } from './epoch-closing.ts'
import { EpochRuns } from './epoch-runs.ts'
import { ObservationForms } from './forms/observation-forms.ts'
import { FrameRow } from './frame-row.ts'
import { constellationIndexOf } from './message-constellation.ts'
import { holdsPosition, isTransformation, withPosition } from './reference-position.ts'
import { type ConversionSettings, Wanted } from './settings.ts'
import { hasStationNumber, numberStations } from './station-number.ts'
import { Thinning } from './thinning.ts'

const GPS = CONSTELLATIONS.indexOf('GPS')
const SBAS = CONSTELLATIONS.indexOf('SBS')
/** Bytes of a message up to its epoch time and the "more follow" bit. */
const TIME_BYTES = 7
const DAY_UNKNOWN = 7
const NOTHING = Buffer.alloc(0)

export class Converter {
  readonly counts = new ConversionCounts()
  readonly #wanted: Wanted
  readonly #thinning: Thinning | null
  readonly #row = new FrameRow()
  readonly #runs = new EpochRuns()
  readonly #closing: EpochClosing
  readonly #forms: ObservationForms
  readonly #position: ConversionSettings['position']
  readonly #adder: MessageAdder | null
  readonly #ephemerides: EphemerisAdder | null
  readonly #stationNumber: number | null | undefined
  /** The station number in the messages of the source; `null` until one was heard. */
  #heardNumber: number | null = null
  #utcMs: number | null = null
  readonly #reader = new FrameReader((payload, type) => this.#onFrame(payload, type))
  /** Whether thinning keeps the current epoch. */
  #isTaken = true

  /** `channels`: GLONASS channels known from other streams, for streams that do not send their own. */
  constructor(settings: ConversionSettings, channels: GlonassChannels | null = null) {
    this.#wanted = new Wanted(settings)
    this.#position = settings.position
    this.#adder = settings.additions ? new MessageAdder(settings.additions) : null
    const { ephemerides, availableEphemerides: available } = settings
    this.#ephemerides = ephemerides && available ? new EphemerisAdder(ephemerides.everySeconds, available) : null
    this.#stationNumber = settings.stationNumber
    this.#thinning = settings.everySeconds === null ? null : new Thinning(Math.round(settings.everySeconds * 1000))
    this.#closing = new EpochClosing(this.#row, this.counts)
    this.#forms = new ObservationForms(settings.form, {
      ...{ wanted: this.#wanted, closing: this.#closing, counts: this.counts, channels },
    })
  }

  /**
   * Returns the whole frames that are ready now; may be empty. Never throws, and keeps no reference to the bytes.
   * `utcMs`: when the bytes were received, for added messages that contain it and for leap seconds; without it, the
   * newest leap seconds count.
   */
  push(bytes: Buffer, utcMs: number | null = null): Buffer {
    this.#utcMs = utcMs
    this.#reader.push(bytes)
    return this.#take()
  }

  /** Call when the bytes of another source follow: which messages it sends is not known yet. */
  forgetSource(): void {
    this.#heardNumber = null
    this.#adder?.forget()
    this.#ephemerides?.forget()
  }

  /** Frames that the station sent before: what they contain is not missing. */
  hear(frames: Buffer): void {
    const adder = this.#adder
    if (!adder) return
    const isKept = (type: number) => this.#wanted.type(type, type) && !adder.replaces(type)
    const reader = new FrameReader((payload, type) => {
      if (hasStationNumber(type)) this.#heardNumber ??= referenceStationId(payload)
      if (isKept(type)) adder.hear(payload, type)
    })
    reader.push(frames)
  }

  /**
   * The added messages as whole frames, for a rover that joins now; empty while it is not known what is missing, or
   * with which station number.
   */
  addedNow(utcMs: number): Buffer {
    if (!this.#adder?.isReady || this.#number === null) return NOTHING
    this.#utcMs = utcMs
    this.#add()
    return this.#take()
  }

  #add(): void {
    const payloads = this.#adder!.payloads(this.#number ?? 0, this.#utcMs ?? 0, this.#position)
    for (const payload of payloads) this.#row.add(frame(payload))
  }

  get #number(): number | null {
    return this.#stationNumber ?? this.#heardNumber
  }

  #addEphemerides(instantMs: number): void {
    const isWanted = (type: number) => this.#wanted.constellationOf(type)
    for (const payload of this.#ephemerides?.due(instantMs, isWanted) ?? []) this.#row.add(frame(payload))
  }

  #take(): Buffer {
    const frames = this.#row.take()
    if (this.#stationNumber != null) numberStations(frames, this.#stationNumber)
    return frames
  }

  /** Call when the stream pauses or reconnects: ends the current epoch and returns its remaining frames. */
  end(): Buffer {
    this.#reader.restart()
    this.#runs.breakOff()
    this.#closing.close()
    return this.#take()
  }

  #onFrame(payload: Buffer, type: number): void {
    this.counts.messagesIn++
    if (isObservation(type)) {
      this.#onObservations(payload, type)
      return
    }
    this.#forms.hear(payload, type)
    if (!this.#wanted.constellationOf(type)) this.counts.unwanted.constellation++
    else if (!this.#wanted.type(type, type) || this.#adder?.replaces(type)) this.counts.unwanted.type++
    else {
      const given = this.#given(payload, type)
      if (given === null) {
        this.counts.leftOut.other_frame++
        return
      }
      this.#row.add(given)
      this.counts.messagesOut++
    }
  }

  /** The frame of a message without observations; `null` if it contradicts the announced position. */
  #given(payload: Buffer, type: number): Buffer | null {
    this.#adder?.hear(payload, type)
    this.#ephemerides?.hear(payload, type)
    const position = this.#position
    if (position === undefined) return frameAround(payload)
    if (isTransformation(type)) return null
    if (!holdsPosition(type)) return frameAround(payload)
    return position && withPosition(payload, type, position)
  }

  #onObservations(payload: Buffer, type: number): void {
    const constellation = constellationIndexOf(type)
    const instantMs = payload.length < TIME_BYTES ? null : instantOf(payload, type, constellation, this.#utcMs)
    if (instantMs === null) {
      this.counts.leftOut.malformed++
      return
    }
    const moreFollow = unsignedAt(payload, type >= 1009 && type <= 1012 ? 51 : 54, 1) === 1
    if (this.#runs.begins(constellation, instantMs)) {
      this.#closing.close()
      this.#runs.restart(instantMs)
      this.#heardNumber = referenceStationId(payload)
      if (this.#adder?.isDue(instantMs)) this.#add()
      this.#addEphemerides(instantMs)
      this.#isTaken = this.#thinning === null || this.#thinning.takes(instantMs)
    }
    this.#runs.join(constellation, instantMs, moreFollow)
    this.#convert(payload, type, constellation, instantMs)
    if (!moreFollow) this.#closing.close()
  }

  #convert(payload: Buffer, type: number, constellation: number, instantMs: number): void {
    const { unwanted, leftOut } = this.counts
    const isWanted =
      this.#wanted.constellation(constellation) ||
      (type <= 1004 && constellation === GPS && this.#wanted.constellation(SBAS))
    if (!isWanted) unwanted.constellation++
    else if (!this.#wanted.type(type, this.#forms.typeFor(type))) unwanted.type++
    else if (!this.#isTaken) unwanted.instant++
    else {
      const reason = this.#forms.convert(payload, type, constellation, instantMs)
      if (reason !== null) leftOut[reason]++
    }
  }
}

/** Time of the day in ms, in GPS time; `null` if the field is invalid. */
function instantOf(payload: Uint8Array, type: number, constellation: number, utcMs: number | null): number | null {
  const isGlonassLegacy = type >= 1009 && type <= 1012
  const epoch = isGlonassLegacy ? DAY_UNKNOWN * 2 ** 27 + unsignedAt(payload, 24, 27) : unsignedAt(payload, 24, 30)
  return gpsTimeOfDay(CONSTELLATIONS[constellation]!, epoch, utcMs ?? Number.POSITIVE_INFINITY)
}
