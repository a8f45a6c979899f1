// Converts a station's stream for a derived mountpoint: takes whole frames, returns whole frames, and counts omissions.
// It uses no clock and no network. One converter serves all rovers of a mountpoint.
import { unsignedAt } from '../bits.ts'
import { gpsTimeOfDay } from '../epoch.ts'
import { FrameReader, frameAround } from '../frames/frame-reader.ts'
import type { GlonassChannels } from '../observations/glonass-channels.ts'
import { CONSTELLATIONS, isObservation } from '../observations/head.ts'
import { ConversionCounts } from './counts.ts'
import { EpochClosing } from './epoch-closing.ts'
import { EpochRuns } from './epoch-runs.ts'
import { ObservationForms } from './forms/observation-forms.ts'
import { FrameRow } from './frame-row.ts'
import { constellationIndexOf } from './message-constellation.ts'
import { holdsPosition, isTransformation, withPosition } from './reference-position.ts'
import { type ConversionSettings, Wanted } from './settings.ts'
import { Thinning } from './thinning.ts'

const GPS = CONSTELLATIONS.indexOf('GPS')
const SBAS = CONSTELLATIONS.indexOf('SBS')
/** Bytes of a message up to its epoch time and the "more follow" bit. */
const TIME_BYTES = 7
const DAY_UNKNOWN = 7

export class Converter {
  readonly counts = new ConversionCounts()
  readonly #wanted: Wanted
  readonly #thinning: Thinning | null
  readonly #row = new FrameRow()
  readonly #runs = new EpochRuns()
  readonly #closing: EpochClosing
  readonly #forms: ObservationForms
  readonly #position: ConversionSettings['position']
  readonly #reader = new FrameReader((payload, type) => this.#onFrame(payload, type))
  /** Whether thinning keeps the current epoch. */
  #isTaken = true

  /** `channels`: GLONASS channels known from other streams, for streams that do not send their own. */
  constructor(settings: ConversionSettings, channels: GlonassChannels | null = null) {
    this.#wanted = new Wanted(settings)
    this.#position = settings.position
    this.#thinning = settings.everySeconds === null ? null : new Thinning(Math.round(settings.everySeconds * 1000))
    this.#closing = new EpochClosing(this.#row, this.counts)
    this.#forms = new ObservationForms(settings.form, {
      ...{ wanted: this.#wanted, closing: this.#closing, counts: this.counts, channels },
    })
  }

  /** Returns the whole frames that are ready now; may be empty. Never throws, and keeps no reference to the bytes. */
  push(bytes: Buffer): Buffer {
    this.#reader.push(bytes)
    return this.#row.take()
  }

  /** Call when the stream pauses or reconnects: ends the current epoch and returns its remaining frames. */
  end(): Buffer {
    this.#reader.restart()
    this.#runs.breakOff()
    this.#closing.close()
    return this.#row.take()
  }

  #onFrame(payload: Buffer, type: number): void {
    this.counts.messagesIn++
    if (isObservation(type)) {
      this.#onObservations(payload, type)
      return
    }
    this.#forms.hear(payload, type)
    if (!this.#wanted.constellationOf(type)) this.counts.unwanted.constellation++
    else if (!this.#wanted.type(type, type)) this.counts.unwanted.type++
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
    const position = this.#position
    if (position === undefined) return frameAround(payload)
    if (isTransformation(type)) return null
    if (!holdsPosition(type)) return frameAround(payload)
    return position && withPosition(payload, type, position)
  }

  #onObservations(payload: Buffer, type: number): void {
    const constellation = constellationIndexOf(type)
    const instantMs = payload.length < TIME_BYTES ? null : instantOf(payload, type, constellation)
    if (instantMs === null) {
      this.counts.leftOut.malformed++
      return
    }
    const moreFollow = unsignedAt(payload, type >= 1009 && type <= 1012 ? 51 : 54, 1) === 1
    if (this.#runs.begins(constellation, instantMs)) {
      this.#closing.close()
      this.#runs.restart(instantMs)
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
function instantOf(payload: Uint8Array, type: number, constellation: number): number | null {
  const isGlonassLegacy = type >= 1009 && type <= 1012
  const epoch = isGlonassLegacy ? DAY_UNKNOWN * 2 ** 27 + unsignedAt(payload, 24, 27) : unsignedAt(payload, 24, 30)
  return gpsTimeOfDay(CONSTELLATIONS[constellation]!, epoch)
}
