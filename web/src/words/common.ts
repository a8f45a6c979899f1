// Texts shared by parts, shell and entry. Each section has its own in words/es/<section>.ts and words/en/<section>.ts.
import { dictionary } from '../language.tsx'
import { en as enEntry } from './en/people/entry.ts'
import { en as enParts } from './en/shell/parts.ts'
import { en as enProblems } from './en/shell/problems.ts'
import { en as enShell } from './en/shell/shell.ts'
import { es as esEntry } from './es/people/entry.ts'
import { es as esParts } from './es/shell/parts.ts'
import { es as esProblems } from './es/shell/problems.ts'
import { es as esShell } from './es/shell/shell.ts'

export const useEntryWords = dictionary(esEntry, enEntry)
export const usePartWords = dictionary(esParts, enParts)
export const useProblemWords = dictionary(esProblems, enProblems)
export const useShellWords = dictionary(esShell, enShell)
