// Reads the audit log, merged with credentials issued by tokens, whose rows replace audit entries.
import type { AuditEntry } from '../domain/audit/action.ts'
import { type AuditFilter, findAudit, listAudit } from '../store/audit/entries.ts'
import { findIssued, issuedEntryId, listIssued } from '../store/audit/issued.ts'
import type { Database } from '../store/kit/database.ts'

/** Position in the two merged lists: entries of the log, and issued credentials. */
export interface AuditPlace {
  readonly entry?: AuditFilter['before']
  readonly issued?: number | undefined
  /** Time of the first page. Entries written since then are excluded, so that pages do not shift. */
  readonly asOf?: Date | undefined
}

export interface AuditPage {
  readonly entries: readonly AuditEntry[]
  /** Start of the next page; `null` if this is the last. */
  readonly next: AuditPlace | null
}

export const findAuditEntry = (db: Database, id: number): Promise<AuditEntry | null> =>
  id < 0 ? findIssued(db, issuedEntryId(id)) : findAudit(db, id)

/** Newest first. Each list is read by its own index, and no further than the page needs. */
export async function readAudit(
  db: Database,
  filter: Omit<AuditFilter, 'before'>,
  place: AuditPlace = {},
): Promise<AuditPage> {
  const limit = filter.limit + 1 // one more, to detect a next page
  const to = place.asOf ? earlier(filter.to, new Date(place.asOf.getTime() + 1)) : filter.to
  const log = await listAudit(db, { ...filter, to, before: place.entry, limit })
  // If the log alone fills the page, older issued credentials cannot be on it, so they are not searched.
  const from = log.length === limit ? log.at(-1)!.at : filter.from
  const issued = mayBeIssued(filter) ? await listIssued(db, { ...filter, from, to, before: place.issued, limit }) : []
  const all = merged(log, issued)
  const entries = all.slice(0, filter.limit)
  return { entries, next: all.length > filter.limit ? placeAfter(entries, place) : null }
}

const EXPORTED_AT_ONCE = 1_000

/** All entries of the filter, newest first, fetched page by page. */
export async function* auditPages(
  db: Database,
  filter: Omit<AuditFilter, 'before' | 'limit'>,
): AsyncGenerator<readonly AuditEntry[]> {
  for (let place: AuditPlace | null = {}; place; ) {
    const { entries, next }: AuditPage = await readAudit(db, { ...filter, limit: EXPORTED_AT_ONCE }, place)
    if (entries.length > 0) yield entries
    place = next
  }
}

const mayBeIssued = ({ action = 'credential.issued', subjectKind = 'credential' }: Omit<AuditFilter, 'before'>) =>
  action === 'credential.issued' && subjectKind === 'credential'

function merged(log: readonly AuditEntry[], issued: readonly AuditEntry[]): AuditEntry[] {
  const rest = [...issued]
  const all = log.flatMap((entry) => {
    const later = rest.findIndex(({ at }) => at <= entry.at)
    return [...rest.splice(0, later < 0 ? rest.length : later), entry]
  })
  return [...all, ...rest]
}

const earlier = (one: Date | undefined, other: Date): Date => (one && one < other ? one : other)

function placeAfter(entries: readonly AuditEntry[], before: AuditPlace): AuditPlace {
  const credential = entries.findLast(({ id }) => id < 0)?.subjectId
  return {
    entry: entries.findLast(({ id }) => id > 0) ?? before.entry,
    issued: credential ?? before.issued,
    asOf: before.asOf ?? entries[0]!.at,
  }
}
