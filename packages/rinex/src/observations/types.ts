// The observation types of a file. RINEX names them in its header, so a first pass over the messages collects them.
import {
  CONSTELLATIONS,
  codeOf,
  constellationOf,
  decodeObservationHead,
  isObservation,
  ObservationDecoder,
  type ObservationEpoch,
  signalCode,
} from '@vertice/rtcm'

/** The signals of one constellation in the order of their columns. Each has C, L, perhaps D, and S. */
export interface SignalColumns {
  readonly letter: string
  /** Positions in the signal mask (DF395). */
  readonly signals: readonly number[]
  readonly codes: readonly string[]
  readonly hasDoppler: boolean
}

/** By index in `CONSTELLATIONS`; `null` for a constellation without signals. */
export type ObservationTypes = readonly (SignalColumns | null)[]

const LETTERS = 'GRESJCI'

export class TypeScan {
  readonly #masks = CONSTELLATIONS.map(() => 0)
  readonly #hasDoppler = CONSTELLATIONS.map(() => false)
  /** 1001 to 1012 name their signals in every satellite, not in the head. */
  readonly #legacy = new ObservationDecoder((epoch) => {
    for (let row = 0; row < epoch.rows; row++)
      if (codeOf(epoch, row))
        this.#add(CONSTELLATIONS.indexOf(constellationOf(epoch.satellite[row]!)), epoch.signal[row]!)
  })

  add(payload: Uint8Array, type: number, receivedMs: number): void {
    if (!isObservation(type)) return
    if (type < 1071) {
      this.#legacy.add(payload, type, receivedMs)
      return
    }
    const head = decodeObservationHead(payload, type)
    if (!head || head.satellites === 0) return
    const index = CONSTELLATIONS.indexOf(head.constellation)
    this.#masks[index] = (this.#masks[index]! | head.signals) >>> 0
    if (type % 10 === 5 || type % 10 === 7) this.#hasDoppler[index] = true
  }

  /** An epoch of a file that was read. */
  addEpoch(epoch: ObservationEpoch): void {
    for (let row = 0; row < epoch.rows; row++) {
      const index = epoch.satellite[row]! >>> 6
      this.#add(index, epoch.signal[row]!)
      if (!Number.isNaN(epoch.doppler[row]!)) this.#hasDoppler[index] = true
    }
  }

  #add(index: number, signal: number): void {
    this.#masks[index] = (this.#masks[index]! | (1 << (32 - signal))) >>> 0
  }

  /** `wanted`: letters of the constellations to keep; all if omitted. */
  take(wanted?: string): ObservationTypes {
    this.#legacy.flush()
    return this.#masks.map((mask, index) => {
      const letter = LETTERS[index]!
      if (wanted !== undefined && !wanted.includes(letter)) return null
      const signals: number[] = []
      for (let id = 1; id <= 32; id++) if ((mask >>> (32 - id)) & 1 && signalCode(index, id)) signals.push(id)
      signals.sort((one, other) => (signalCode(index, one)! < signalCode(index, other)! ? -1 : 1))
      if (signals.length === 0) return null
      const codes = signals.map((id) => signalCode(index, id)!)
      return { letter, signals, codes, hasDoppler: this.#hasDoppler[index]! }
    })
  }
}

/** Names of the columns, such as C1C, L1C, D1C, S1C. */
export const columnNames = ({ codes, hasDoppler }: SignalColumns): string[] =>
  codes.flatMap((code) => [...(hasDoppler ? 'CLDS' : 'CLS')].map((kind) => `${kind}${code}`))
