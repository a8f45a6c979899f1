// Adds ephemerides that a station does not send, a few between two epochs. Those that the station sends itself win, by
// satellite and message number.
import { unsignedAt } from '../bits.ts'

export interface AddableEphemeris {
  /** `ephemerisKey` of the payload. */
  readonly key: number
  readonly type: number
  readonly payload: Buffer
}

/** Bits of the satellite number, which follows the message number. */
const SATELLITE_BITS: ReadonlyMap<number, number> = new Map([
  ...[1019, 1020, 1041, 1042, 1045, 1046].map((type) => [type, 6] as const),
  [1044, 4],
])
const SATELLITES = 64
const DAY_MS = 86_400_000
/** Epochs are at most this far apart; a longer gap counts as this. */
const LONGEST_GAP_MS = 10_000
/** Limits the size of an epoch: an ephemeris has 61 to 80 bytes. */
const MOST_AT_ONCE = 10
/** One per second, so that a new ephemeris of a small network is sent soon. */
const LEAST_PER_MS = 1 / 1000
/** Stations repeat their ephemerides at least every few minutes. */
const OWN_MS = 900_000

/** Identifies the satellite and the message number; `null` if the message is no ephemeris. */
export function ephemerisKey(payload: Uint8Array, type: number): number | null {
  const bits = SATELLITE_BITS.get(type)
  if (bits === undefined || payload.length < 3) return null
  const satellite = unsignedAt(payload, 12, bits)
  return satellite === 0 ? null : type * SATELLITES + satellite
}

export class EphemerisAdder {
  readonly #everyMs: number
  readonly #available: () => readonly AddableEphemeris[]
  /** When the station sent each ephemeris itself, on the clock of the stream. */
  readonly #own = new Map<number, number>()
  readonly #sent = new Map<number, { readonly payload: Buffer; readonly atMs: number }>()
  /** The sum of the times between epochs. */
  #clockMs = 0
  #instantMs = Number.NaN
  /** Number of ephemerides that may be sent, with fractions. */
  #credit = 1
  #last = 0

  constructor(everySeconds: number, available: () => readonly AddableEphemeris[]) {
    this.#everyMs = everySeconds * 1000
    this.#available = available
  }

  /** Call with every message of the station that stays in the stream. */
  hear(payload: Uint8Array, type: number): void {
    const key = ephemerisKey(payload, type)
    if (key !== null) this.#own.set(key, this.#clockMs)
  }

  /** Call before the bytes of another source. */
  forget(): void {
    this.#own.clear()
  }

  /** The payloads to send before this epoch (ms of the day). */
  due(instantMs: number, isWanted: (type: number) => boolean): Buffer[] {
    const gapMs = (instantMs - this.#instantMs + DAY_MS) % DAY_MS
    this.#instantMs = instantMs
    if (gapMs > 0) this.#pass(Math.min(gapMs, LONGEST_GAP_MS))
    const sets = this.#available().filter((one) => isWanted(one.type) && this.#isDue(one))
    const start = sets.findIndex(({ key }) => key > this.#last)
    const inTurn = start > 0 ? [...sets.slice(start), ...sets.slice(0, start)] : sets
    const now = inTurn.slice(0, Math.floor(this.#credit))
    for (const { key, payload } of now) this.#sent.set(key, { payload, atMs: this.#clockMs })
    this.#credit -= now.length
    this.#last = now.at(-1)?.key ?? this.#last
    return now.map(({ payload }) => payload)
  }

  #pass(gapMs: number): void {
    this.#clockMs += gapMs
    const perMs = Math.max(this.#available().length / this.#everyMs, LEAST_PER_MS)
    this.#credit = Math.min(MOST_AT_ONCE, this.#credit + gapMs * perMs)
    for (const [key, atMs] of this.#own) if (this.#clockMs - atMs > OWN_MS) this.#own.delete(key)
  }

  #isDue({ key, payload }: AddableEphemeris): boolean {
    if (this.#own.has(key)) return false
    const sent = this.#sent.get(key)
    return !sent || sent.payload !== payload || this.#clockMs - sent.atMs >= this.#everyMs
  }
}
