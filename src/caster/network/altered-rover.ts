// Converts a stream that is computed for one rover, on a network mountpoint that alters its streams.
import { type AddableEphemeris, Converter, GlonassChannels } from '@vertice/rtcm'
import type { Alteration } from '../../domain/network/mountpoints/alteration.ts'
import { conversionOf } from '../../domain/network/mountpoints/conversion.ts'
import type { Rover } from '../rovers/rover.ts'
import type { RoverStreamRequest } from './rover-stream.ts'

type StreamReceiver = RoverStreamRequest['rover']

export interface AlteredRoverDependencies {
  readonly clock: () => Date
  /** The ephemerides that can be added. */
  readonly ephemerides: () => readonly AddableEphemeris[]
}

export class AlteredRover implements StreamReceiver {
  readonly #rover: StreamReceiver
  readonly #alteration: Alteration
  readonly #dependencies: AlteredRoverDependencies
  readonly #channels = new GlonassChannels()
  #converter: Converter

  constructor(rover: StreamReceiver, alteration: Alteration, dependencies: AlteredRoverDependencies) {
    this.#rover = rover
    this.#alteration = alteration
    this.#dependencies = dependencies
    this.#converter = this.#newConverter()
  }

  send(frames: Buffer): void {
    const altered = this.#converter.push(frames, this.#dependencies.clock().getTime())
    if (altered.length > 0) this.#rover.send(altered)
  }

  /** Called before the first data of each connection: nothing of the previous one may follow. */
  gets(source: Parameters<Rover['gets']>[0]): void {
    this.#converter = this.#newConverter()
    this.#rover.gets(source)
  }

  follow(feed: Parameters<Rover['follow']>[0]): void {
    this.#rover.follow(feed)
  }

  note(note: Parameters<Rover['note']>[0]): void {
    this.#rover.note(note)
  }

  #newConverter(): Converter {
    const conversion = conversionOf({ stationId: null, alteration: this.#alteration }, null)
    const { ephemerides: availableEphemerides } = this.#dependencies
    return new Converter({ ...conversion, availableEphemerides }, this.#channels)
  }
}
