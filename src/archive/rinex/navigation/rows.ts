// Ephemerides as rows of numbers: 0.25 kB each, a sixth of the objects.
import type { Ephemeris } from '@vertice/rtcm'

const WIDTH = 32
const ROWS_PER_BLOCK = 1_024

type Field = readonly [name: string, length: number | null]

/** What the ephemerides of a constellation and message have in common. */
interface Kind {
  readonly texts: Readonly<Record<string, string>>
  /** Numbers, and vectors with their length. */
  readonly fields: readonly Field[]
}

export class EphemerisRows {
  readonly #kinds = new Map<string, Kind>()
  readonly #kindOf: Kind[] = []
  readonly #blocks: Float64Array[] = []

  /** Returns the number of the row. */
  add(ephemeris: Ephemeris): number {
    const row = this.#kindOf.length
    if (row % ROWS_PER_BLOCK === 0) this.#blocks.push(new Float64Array(ROWS_PER_BLOCK * WIDTH))
    const kind = this.#kind(ephemeris)
    this.#kindOf.push(kind)
    const numbers = this.#numbers(row)
    let at = 0
    for (const [name, length] of kind.fields) {
      const value = (ephemeris as unknown as Record<string, number | readonly number[]>)[name]!
      numbers.set(typeof value === 'number' ? [value] : value, at)
      at += length ?? 1
    }
    return row
  }

  at(row: number): Ephemeris {
    const { texts, fields } = this.#kindOf[row]!
    const numbers = this.#numbers(row)
    const values: Record<string, number | number[]> = {}
    let at = 0
    for (const [name, length] of fields) {
      values[name] = length === null ? numbers[at]! : [...numbers.subarray(at, at + length)]
      at += length ?? 1
    }
    return { ...texts, ...values } as unknown as Ephemeris
  }

  #numbers(row: number): Float64Array {
    const start = (row % ROWS_PER_BLOCK) * WIDTH
    return this.#blocks[Math.floor(row / ROWS_PER_BLOCK)]!.subarray(start, start + WIDTH)
  }

  #kind(ephemeris: Ephemeris): Kind {
    const name = ephemeris.constellation === 'GLO' ? 'GLO' : `${ephemeris.constellation} ${ephemeris.navigation}`
    const known = this.#kinds.get(name)
    if (known) return known
    const entries = Object.entries(ephemeris) as [string, string | number | readonly number[]][]
    const kind = {
      texts: Object.fromEntries(
        entries.flatMap(([field, value]) => (typeof value === 'string' ? [[field, value]] : [])),
      ),
      fields: entries.flatMap(([field, value]): Field[] =>
        typeof value === 'string' ? [] : [[field, typeof value === 'number' ? null : value.length]],
      ),
    }
    this.#kinds.set(name, kind)
    return kind
  }
}
