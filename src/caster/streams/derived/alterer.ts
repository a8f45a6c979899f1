// Alters a stream and measures the result.

import {
  Converter,
  decodeObservationHead,
  FrameReader,
  type GlonassChannels,
  LEFT_OUT,
  ShapeMeter,
  type StreamShape,
} from '@vertice/rtcm'
import type { Conversion } from '../../../domain/network/mountpoints/conversion.ts'
import type { WhyNotConverted } from '../../../domain/network/mountpoints/not-converted.ts'

/** Number of messages that could not be converted, by reason; see packages/rtcm/src/convert/counts.ts. */
export type LeftOut = ReadonlyMap<WhyNotConverted, number>

export class Alterer {
  readonly #conversion: Conversion
  readonly #channels: GlonassChannels
  readonly #converter: Converter
  readonly #shape = new ShapeMeter()
  #nowMs = 0
  readonly #reader = new FrameReader((payload, type) =>
    this.#shape.message(type, decodeObservationHead(payload, type), this.#nowMs),
  )

  /** `channels`: GLONASS channels as sent in any stream of this node. */
  constructor(conversion: Conversion, channels: GlonassChannels) {
    this.#conversion = conversion
    this.#channels = channels
    this.#converter = new Converter(conversion, channels)
  }

  /** Returns the altered frames; may be empty. */
  take(frames: Buffer, nowMs: number): Buffer {
    const altered = this.#converter.push(frames, nowMs)
    this.#nowMs = nowMs
    this.#shape.bytes(altered.length, nowMs)
    this.#reader.push(altered)
    return altered
  }

  /** Alters frames that the station sent earlier. */
  apart(frames: Buffer): Buffer {
    this.#converter.hear(frames)
    const converter = new Converter(this.#conversion, this.#channels)
    return Buffer.concat([converter.push(frames), converter.end()])
  }

  /** The messages that the mountpoint adds, for a rover that joins now. */
  addedNow(nowMs: number): Buffer {
    return this.#converter.addedNow(nowMs)
  }

  /** Frames of another source follow. */
  forgetSource(): void {
    this.#converter.forgetSource()
  }

  /** Returns the remaining frames when the connection has ended. */
  end(): Buffer {
    return this.#converter.end()
  }

  get leftOut(): LeftOut {
    const { leftOut } = this.#converter.counts
    return new Map(LEFT_OUT.flatMap((reason) => (leftOut[reason] > 0 ? [[reason, leftOut[reason]]] : [])))
  }

  shapeAt(nowMs: number): StreamShape | null {
    return this.#shape.shape(nowMs)
  }
}
