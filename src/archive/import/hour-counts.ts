// What an import added, by hour.

export interface ImportedHour {
  readonly hour: Date
  readonly what: 'epochs' | 'ephemerides'
  readonly added: number
  readonly existed: number
}

export class HourCounts {
  readonly #what: ImportedHour['what']
  readonly #counts = new Map<number, { added: number; existed: number }>()

  constructor(what: ImportedHour['what']) {
    this.#what = what
  }

  count(hour: Date, key: 'added' | 'existed'): void {
    const counts = this.#counts.get(hour.getTime()) ?? { added: 0, existed: 0 }
    this.#counts.set(hour.getTime(), counts)
    counts[key]++
  }

  /** In order of time. */
  all(): ImportedHour[] {
    const hours = [...this.#counts].toSorted(([one], [other]) => one - other)
    return hours.map(([ms, counts]) => ({ hour: new Date(ms), what: this.#what, ...counts }))
  }
}
