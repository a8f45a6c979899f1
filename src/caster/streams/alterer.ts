// Alters a stream, and measures what comes of it.

import { Converter, decodeObservationHead, FrameReader, LEFT_OUT, ShapeMeter, type StreamShape } from '@vertice/rtcm'
import type { Alteration } from '../../domain/network/mountpoints/alteration.ts'
import type { WhyNotConverted } from '../../domain/network/mountpoints/not-converted.ts'

/** How often something could not be converted, by why: see `LEFT_OUT` of @vertice/rtcm. */
export type LeftOut = ReadonlyMap<WhyNotConverted, number>

export class Alterer {
  readonly #alteration: Alteration
  readonly #converter: Converter
  readonly #shape = new ShapeMeter()
  #nowMs = 0
  readonly #reader = new FrameReader((payload, type) =>
    this.#shape.message(type, decodeObservationHead(payload, type), this.#nowMs),
  )

  constructor(alteration: Alteration) {
    this.#alteration = alteration
    this.#converter = new Converter(alteration)
  }

  /** What comes of these frames; it may be nothing. */
  take(frames: Buffer, nowMs: number): Buffer {
    const altered = this.#converter.push(frames)
    this.#nowMs = nowMs
    this.#shape.bytes(altered.length, nowMs)
    this.#reader.push(altered)
    return altered
  }

  /** Frames that are none of the stream. */
  apart(frames: Buffer): Buffer {
    const converter = new Converter(this.#alteration)
    return Buffer.concat([converter.push(frames), converter.end()])
  }

  /** The rest of what came, whose connection is over. */
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
