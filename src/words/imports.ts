// What is told of users that come from another caster, beside what is wrong with their lines.
import type { ImportNotes } from '../domain/credentials/imported.ts'
import type { WordsFor } from './say.ts'

export type ImportWords = WordsFor<ImportNotes>
