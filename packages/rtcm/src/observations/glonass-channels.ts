// The frequency channel of each GLONASS satellite: as sent by the stream (MSM5, MSM7, 1020, 1009 to 1012), else from
// another source, else as the constellation has used it for years.
import { unsignedAt } from '../bits.ts'

const SLOTS = 64
const LOWEST = -7
const HIGHEST = 6
/** Bits of the head, and bits per satellite in 1009, 1010, 1011 and 1012. */
const LEGACY_HEAD_BITS = 61
const LEGACY_CELL_BITS = [64, 79, 107, 130]

/** Channels of slots 1 to 24: opposite satellites of an orbit share one, and a replacement keeps its slot's. */
// biome-ignore format: one orbital plane per line
const USUAL: readonly number[] = [
  1, -4, 5, 6, 1, -4, 5, 6,
  -2, -7, 0, -1, -2, -7, 0, -1,
  4, -3, 3, 2, 4, -3, 3, 2,
]

export class GlonassChannels {
  readonly #channels = new Int8Array(SLOTS + 1).fill(LOWEST - 1)
  readonly #fallback: GlonassChannels | null

  /** `fallback` is used for slots that this stream has not sent. */
  constructor(fallback: GlonassChannels | null = null) {
    this.#fallback = fallback
  }

  /** `slot`: 1 to 24. */
  of(slot: number): number {
    const channel = this.#channels[slot]!
    return channel >= LOWEST ? channel : (this.#fallback?.of(slot) ?? USUAL[slot - 1]!)
  }

  /** Like `of`, but NaN if neither this stream nor the fallback has sent the channel. */
  heard(slot: number): number {
    const channel = this.#channels[slot]!
    return channel >= LOWEST ? channel : (this.#fallback?.heard(slot) ?? Number.NaN)
  }

  /** The channels that this stream has sent, by slot. */
  all(): Map<number, number> {
    const sent = new Map<number, number>()
    for (let slot = 1; slot <= SLOTS; slot++) if (this.#channels[slot]! >= LOWEST) sent.set(slot, this.#channels[slot]!)
    return sent
  }

  /** `coded`: channel + 7, as sent. The values 14 and 15 of DF419 carry no channel. */
  hear(slot: number, coded: number): void {
    if (slot >= 1 && slot <= SLOTS && coded + LOWEST <= HIGHEST) this.#channels[slot] = coded + LOWEST
  }

  /** Reads DF038 and DF040 of a 1020. */
  hearOrbit(payload: Uint8Array): void {
    if (payload.length >= 3) this.hear(unsignedAt(payload, 12, 6), unsignedAt(payload, 18, 5))
  }

  /** Reads DF038, DF039 and DF040 of each satellite. */
  hearLegacy(payload: Uint8Array, type: number): void {
    const width = LEGACY_CELL_BITS[type - 1009]!
    const count = unsignedAt(payload, 52, 5)
    for (let i = 0, bit = LEGACY_HEAD_BITS; i < count && bit + 12 <= payload.length * 8; i++, bit += width)
      this.hear(unsignedAt(payload, bit, 6), unsignedAt(payload, bit + 7, 5))
  }
}
