// Caches a value that is expensive to derive from the stations. The value is valid until a station changes, or until
// time alone changes the status or health of a station: a silent station becomes `offline`.
import { statusHoldsUntil } from '../../domain/stations/status.ts'
import type { StationBook } from './current.ts'

export function derivedFromStations<Derived>(
  make: (book: StationBook, now: Date, before?: Derived) => Derived,
  holdsUntilOf: typeof statusHoldsUntil = statusHoldsUntil,
): (book: StationBook, now: Date) => Derived {
  let made: { from: StationBook; holdsUntil: number; value: Derived } | null = null
  return (book, now) => {
    if (made?.from !== book || now.getTime() >= made.holdsUntil) {
      const turns = book.active.map((station) => holdsUntilOf(station, now)?.getTime() ?? Number.POSITIVE_INFINITY)
      const holdsUntil = turns.reduce((first, turn) => Math.min(first, turn), Number.POSITIVE_INFINITY)
      made = { from: book, holdsUntil, value: make(book, now, made?.value) }
    }
    return made.value
  }
}
