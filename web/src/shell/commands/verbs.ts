// Actions on objects: "renew agrícola", "maintenance HERM". The first word is the verb, the rest names the object.
import { wordsIn } from './matching.ts'

export const VERBS = ['renew', 'suspend', 'resume', 'revoke', 'maintenance'] as const
export type Verb = (typeof VERBS)[number]

/** Shorter beginnings are more often names than verbs. */
const LEAST_LETTERS = 3

export interface TypedCommand {
  /** `null` if the text is only a name. */
  readonly verb: Verb | null
  readonly name: string
}

/** `names`: the words for each verb in both languages, as the user may type them. */
export function typedCommandIn(typed: string, names: Readonly<Record<Verb, readonly string[]>>): TypedCommand {
  const [first = '', rest = ''] = typed.trim().split(/\s+(.*)/s)
  const [word = ''] = wordsIn(first)
  const name = rest.trim()
  if (word.length < LEAST_LETTERS || name === '') return { verb: null, name: typed.trim() }
  const verb = VERBS.find((each) => names[each].some((known) => wordsIn(known)[0]!.startsWith(word)))
  return verb ? { verb, name } : { verb: null, name: typed.trim() }
}
