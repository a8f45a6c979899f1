// Keeps the first notes of each kind and counts the rest: a malicious file could cause millions of notes.
import { type ImportNote, type ImportNoteCode, type ImportNotes, importNote } from './imported.ts'

const MOST_OF_A_KIND = 50

export class KeptNotes {
  readonly #kept: ImportNote[] = []
  readonly #counts = new Map<ImportNoteCode, number>()
  #more = 0

  add<Code extends ImportNoteCode>(code: Code, params: ImportNotes[Code]): void {
    const count = (this.#counts.get(code) ?? 0) + 1
    this.#counts.set(code, count)
    if (count > MOST_OF_A_KIND) this.#more += 1
    else this.#kept.push(importNote(code, params))
  }

  /** Also merges the notes of another instance. */
  addAll(notes: Iterable<ImportNote>): void {
    for (const { code, params } of notes)
      if (code === 'more_notes') this.#more += params.count
      else this.add(code, params)
  }

  /** In insertion order, with the count of dropped notes last. */
  get all(): ImportNote[] {
    return this.#more > 0 ? [...this.#kept, importNote('more_notes', { count: this.#more })] : [...this.#kept]
  }
}
