// The ephemerides of a window, for its navigation file.
import { referenceMs } from '@vertice/rinex'
import { CONSTELLATIONS, decodeEphemeris, type Ephemeris, satelliteKey, satelliteName } from '@vertice/rtcm'
import { EphemerisRows } from './rows.ts'

const DAY_MS = 86_400_000
const HOUR_S = 3_600

interface Listed {
  readonly row: number
  readonly referenceMs: number
  readonly satellite: string
}

export class WindowEphemerides {
  /** Frequency channel by GLONASS slot. */
  readonly glonassChannels = new Map<number, number>()
  readonly #rows = new EphemerisRows()
  readonly #identities = new Set<string>()
  readonly #listed: Listed[] = []
  readonly #letters: string | undefined
  /** A satellite sends up to 144 different ephemerides a day. Of longer windows one per hour is kept, to bound memory. */
  readonly #isLong: boolean

  /** `letters`: those of the wanted constellations; all if undefined. */
  constructor(lengthMs: number, letters: string | undefined) {
    this.#isLong = lengthMs > DAY_MS
    this.#letters = letters
  }

  message(payload: Uint8Array, type: number, receivedMs: number): void {
    const ephemeris = decodeEphemeris(payload, type, receivedMs)
    if (ephemeris) this.add(ephemeris)
  }

  add(ephemeris: Ephemeris): void {
    const satellite = nameOf(ephemeris)
    if (satellite === undefined || this.#letters?.includes(satellite[0]!) === false) return
    const identity = identityOf(ephemeris, this.#isLong)
    if (this.#identities.has(identity)) return
    this.#identities.add(identity)
    this.#listed.push({ row: this.#rows.add(ephemeris), referenceMs: referenceMs(ephemeris), satellite })
    if (ephemeris.constellation === 'GLO') this.glonassChannels.set(ephemeris.satellite, ephemeris.frequencyChannel)
  }

  /** `letters`: those of the constellations; all if undefined. */
  has(letters?: string): boolean {
    return this.#listed.some(({ satellite }) => letters?.includes(satellite[0]!) !== false)
  }

  /** In order of time and satellite. */
  *inOrder(letters?: string): Generator<Ephemeris> {
    const some = this.#listed.filter(({ satellite }) => letters?.includes(satellite[0]!) !== false)
    some.sort(
      (one, other) =>
        one.referenceMs - other.referenceMs ||
        (one.satellite === other.satellite ? 0 : one.satellite < other.satellite ? -1 : 1),
    )
    for (const { row } of some) yield this.#rows.at(row)
  }
}

/** By constellation and number; shared, because a month has tens of thousands of ephemerides. */
const NAMES = CONSTELLATIONS.map((_, index) =>
  Array.from({ length: 64 }, (_, before) => satelliteName(satelliteKey(index, before + 1))),
)
/** Undefined for a number that no satellite has. */
const nameOf = ({ constellation, satellite }: Ephemeris): string | undefined =>
  NAMES[CONSTELLATIONS.indexOf(constellation)]![satellite - 1]

/** Equal for the same ephemeris, however often it was received. */
export function identityOf(one: Ephemeris, isOnePerHour = false): string {
  const [seconds, message, issue] =
    one.constellation === 'GLO'
      ? [one.referenceMs / 1000, '', '']
      : [one.week * 7 * 86_400 + one.toe, one.navigation, one.issue]
  const name = `${one.constellation} ${one.satellite} ${message}`
  return isOnePerHour ? `${name} ${Math.floor(seconds / HOUR_S)}` : `${name} ${seconds} ${issue}`
}
