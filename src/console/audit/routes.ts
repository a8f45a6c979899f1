// Who did what, newest first. It can be read, and that is all.

import type { Static } from 'typebox'
import type { AuditEntry } from '../../domain/audit/deed.ts'
import { wrong } from '../../domain/fault.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { type AuditFilter, findAudit, listAudit } from '../../store/audit/entries.ts'
import type { AuditFilters, AuditEntry as Shown } from '../contract/audit.ts'
import { csvOf, sendCsv } from '../csv.ts'
import { idOf, timeOf } from '../ids.ts'
import { cutAt, placeIn } from '../paging.ts'
import { serve } from '../serve.ts'
import type { App, ConsoleServices } from '../services.ts'

const access = 'audit.read'
const DEFAULT_LIMIT = 100
const EXPORTED_AT_ONCE = 1_000

export function auditRoutes(app: App, { db }: ConsoleServices): void {
  serve(app, 'GET /audit', access, async ({ query }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const rows = await listAudit(db, { ...filterOf(query), before: placeOf(cursor), limit: limit + 1 })
    const { page, nextCursor } = cutAt(rows, limit, ({ at, id }) => `before:${at.getTime()}:${id}`)
    return { entries: page.map(auditAnswer), nextCursor }
  })

  serve(app, 'GET /audit/:id', access, async ({ params }) => {
    const entry = await findAudit(db, idOf(params.id))
    if (!entry) throw new Refusal('entry_not_found')
    return { entry: auditAnswer(entry) }
  })

  serve(app, 'GET /audit.csv', access, async ({ query }, reply) => {
    const head = ['at', 'actor', 'action', 'subjectKind', 'subjectId', 'ownerId', 'address', 'details']
    const lines = csvOf(head, pagesOf(filterOf(query)), (entry) => [
      entry.at,
      entry.name,
      entry.action,
      entry.subjectKind,
      entry.subjectId,
      entry.ownerId,
      entry.address,
      JSON.stringify(entry.details),
    ])
    return sendCsv(reply, 'audit.csv', lines)
  })

  async function* pagesOf(filter: Omit<AuditFilter, 'limit'>): AsyncGenerator<AuditEntry[]> {
    let before: AuditFilter['before']
    for (let more = true; more; ) {
      const rows = await listAudit(db, { ...filter, before, limit: EXPORTED_AT_ONCE })
      if (rows.length > 0) yield rows
      before = rows.at(-1)
      more = rows.length === EXPORTED_AT_ONCE
    }
  }
}

function filterOf({ from, to, ...rest }: Static<typeof AuditFilters>): Omit<AuditFilter, 'limit'> {
  const { actor, action, subjectKind, subjectId } = rest
  if (subjectId !== undefined && subjectKind === undefined) throw invalid(wrong(['subjectId'], 'needs_subject_kind'))
  const times = { from: from && timeOf(from, 'from'), to: to && timeOf(to, 'to') }
  return { actor, action, subjectKind, subjectId, from: times.from || undefined, to: times.to || undefined }
}

/** Times may be equal; the id tells such entries apart. */
function placeOf(cursor: string | undefined): AuditFilter['before'] {
  const [at, id] = placeIn(cursor, /^before:(\d{1,15}):([1-9]\d{0,14})$/) ?? []
  return at === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) }
}

const auditAnswer = (entry: AuditEntry): Static<typeof Shown> => ({
  id: entry.id,
  at: entry.at,
  userId: entry.userId,
  actor: entry.name,
  action: entry.action,
  subjectKind: entry.subjectKind,
  subjectId: entry.subjectId,
  ownerId: entry.ownerId,
  details: entry.details,
  address: entry.address,
})
