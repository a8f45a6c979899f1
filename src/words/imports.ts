// Notes on an import from another caster, besides the faults of its lines.
import type { ImportNotes } from '../domain/credentials/imported.ts'
import type { WordsFor } from './say.ts'

export type ImportWords = WordsFor<ImportNotes>
