// An entry of the log as the service sends it, and how its parts are said.
import type { AuditWords } from './words.ts'

export interface Entry {
  readonly id: number
  readonly at: string
  readonly userId: number | null
  readonly actorKind: string
  readonly actor: string
  readonly action: string
  readonly subjectKind: string | null
  readonly subjectId: number | null
  readonly ownerId: number | null
  readonly details: Readonly<Record<string, unknown>>
  readonly address: string | null
  readonly requestId: string | null
}

/** An older release may have written what we have no words for. */
export const actionText = (words: AuditWords, action: string): string =>
  (words.actions as Record<string, string>)[action] ?? action

export const kindText = (words: AuditWords, kind: string): string =>
  (words.kinds as Record<string, string>)[kind] ?? kind

export const doerText = (words: AuditWords, kind: string): string =>
  (words.doers as Record<string, string>)[kind] ?? kind

/** By what people call it, in the order in which it says most. */
const NAMES = ['name', 'username', 'code', 'email', 'url', 'fileName']

export function subjectText(words: AuditWords, { subjectKind, subjectId, details }: Entry): string {
  if (subjectKind === null) return words.nothing
  const name = NAMES.map((key) => details[key]).find((value) => typeof value === 'string' && value !== '')
  return `${kindText(words, subjectKind)} ${typeof name === 'string' ? name : subjectId}`
}
