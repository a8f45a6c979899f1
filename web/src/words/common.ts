// The words that parts, shell and entry share; a section has its own in words/es/<section>.ts and words/en/<section>.ts.
import { dictionary } from '../language.tsx'
import { en as enEntry } from './en/entry.ts'
import { en as enParts } from './en/parts.ts'
import { en as enProblems } from './en/problems.ts'
import { en as enShell } from './en/shell.ts'
import { es as esEntry } from './es/entry.ts'
import { es as esParts } from './es/parts.ts'
import { es as esProblems } from './es/problems.ts'
import { es as esShell } from './es/shell.ts'

export const useEntryWords = dictionary(esEntry, enEntry)
export const usePartWords = dictionary(esParts, enParts)
export const useProblemWords = dictionary(esProblems, enProblems)
export const useShellWords = dictionary(esShell, enShell)
