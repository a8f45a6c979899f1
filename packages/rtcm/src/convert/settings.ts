import { CONSTELLATIONS, type Constellation } from '../observations/head.ts'
import type { AddableEphemeris } from './added-ephemerides.ts'
import type { AddedMessages } from './added-messages.ts'
import { constellationIndexOf } from './message-constellation.ts'
import type { Position } from './reference-position.ts'

export interface ConversionSettings {
  readonly messages: { readonly rule: 'keep' | 'drop'; readonly types: readonly number[] } | null
  readonly constellations: readonly Constellation[] | null
  readonly everySeconds: number | null
  readonly form: 'as_is' | 'msm5' | 'msm4' | 'legacy'
  /** Returns the position to announce instead of the one that was sent; `null` if it is unknown. Default: as sent. */
  readonly position?: ((sent: Position) => Position) | null
  /** Messages that the converter adds. Default: none. */
  readonly additions?: AddedMessages | null
  /** Adds ephemerides that the station does not send: the interval of each satellite's. Default: none. */
  readonly ephemerides?: { readonly everySeconds: number } | null
  /** The ephemerides that can be added now, in the order of their keys. Default: none. */
  readonly availableEphemerides?: () => readonly AddableEphemeris[]
  /** Replaces DF003 in every message; `null` or undefined keeps it. */
  readonly stationNumber?: number | null
}

const TYPES = 4096

/** The message filter, as lookup tables by message type and constellation. */
export class Wanted {
  readonly #types: Uint8Array
  readonly #constellations: Uint8Array

  constructor({ messages, constellations }: Pick<ConversionSettings, 'messages' | 'constellations'>) {
    const isKeep = messages?.rule === 'keep'
    this.#types = new Uint8Array(TYPES).fill(isKeep ? 0 : 1)
    for (const type of messages?.types ?? []) if (type >= 0 && type < TYPES) this.#types[type] = isKeep ? 1 : 0
    this.#isKeep = isKeep
    this.#constellations = Uint8Array.from(CONSTELLATIONS, (name) => ((constellations?.includes(name) ?? true) ? 1 : 0))
  }
  readonly #isKeep: boolean

  /** A rule can name either number of a message: before or after conversion. */
  type(incoming: number, outgoing: number): boolean {
    const [before, after] = [this.#types[incoming] === 1, this.#types[outgoing] === 1]
    return this.#isKeep ? before || after : before && after
  }

  constellation(index: number): boolean {
    return this.#constellations[index] === 1
  }

  /** For messages other than observations. */
  constellationOf(type: number): boolean {
    const index = constellationIndexOf(type)
    return index < 0 || this.constellation(index)
  }
}
