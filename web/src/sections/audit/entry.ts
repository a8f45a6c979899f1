// Texts for the parts of an audit entry.
import type { AuditEntry } from '../../../../src/http/console/contract/audit.ts'
import type { AuditWords } from './words.ts'

/** Falls back to the code, because a newer release can have written an unknown action. */
export const actionText = (words: AuditWords, action: string): string =>
  (words.actions as Record<string, string>)[action] ?? action

export const kindText = (words: AuditWords, kind: string): string =>
  (words.kinds as Record<string, string>)[kind] ?? kind

export const actorText = (words: AuditWords, kind: string): string =>
  (words.actors as Record<string, string>)[kind] ?? kind

/** Keys that can name a subject, the most descriptive first. */
const NAMES = ['name', 'username', 'code', 'email', 'url', 'fileName']

function nameIn(details: AuditEntry['details'], kind: string): string | null {
  if (kind === 'order') return null // the names in its details are the credential's and the customer's
  const name = NAMES.map((key) => details[key]).find((value) => typeof value === 'string' && value !== '')
  return typeof name === 'string' ? name : null
}

export function subjectText(words: AuditWords, { subjectKind, subjectId, details }: AuditEntry): string {
  if (subjectKind === null) return words.nothing
  return `${kindText(words, subjectKind)} ${nameIn(details, subjectKind) ?? subjectId}${details.test === true ? words.ofTest : ''}`
}
