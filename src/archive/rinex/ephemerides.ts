// The ephemerides of a window, for its navigation file.
import { CONSTELLATIONS, decodeEphemeris, type Ephemeris, satelliteKey, satelliteName } from '@vertice/rtcm'

const DAY_MS = 86_400_000
const HOUR_S = 3_600

export class WindowEphemerides {
  readonly #byIdentity = new Map<string, Ephemeris>()
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
    const letter = satelliteName(satelliteKey(CONSTELLATIONS.indexOf(ephemeris.constellation), 1))[0]!
    if (this.#letters !== undefined && !this.#letters.includes(letter)) return
    const identity = identityOf(ephemeris, this.#isLong)
    if (!this.#byIdentity.has(identity)) this.#byIdentity.set(identity, ephemeris)
  }

  all(): readonly Ephemeris[] {
    return [...this.#byIdentity.values()]
  }
}

/** Equal for the same ephemeris, however often it was received. */
export function identityOf(one: Ephemeris, isOnePerHour = false): string {
  const [seconds, message, issue] =
    one.constellation === 'GLO'
      ? [one.referenceMs / 1000, '', '']
      : [one.week * 7 * 86_400 + one.toe, one.navigation, one.issue]
  const name = `${one.constellation} ${one.satellite} ${message}`
  return isOnePerHour ? `${name} ${Math.floor(seconds / HOUR_S)}` : `${name} ${seconds} ${issue}`
}
