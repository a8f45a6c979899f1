// Who did what, newest first. It can be read, and that is all.
import { type Static, Type } from 'typebox'
import {
  AUDIT_ACTIONS,
  AUDIT_SUBJECTS,
  type AuditAction,
  type AuditEntry,
  type AuditSubject,
} from '../../domain/audit/deed.ts'
import { wrong } from '../../domain/fault.ts'
import { invalid, Refusal } from '../../domain/refusal.ts'
import { type AuditFilter, findAudit, listAudit } from '../../store/audit/entries.ts'
import { PageQuery } from '../../wire/common.ts'
import { csvOf, sendCsv } from '../csv.ts'
import { DateTimeField, IdParams, idOf, OwnerId, timeOf } from '../fields.ts'
import { auditAnswer } from '../people/answers.ts'
import type { App, ConsoleServices } from '../services.ts'

const config = { access: 'audit.read' } as const
const DEFAULT_LIMIT = 100
const EXPORTED_AT_ONCE = 1_000

const FILTERS = {
  actor: Type.Optional(Type.String({ minLength: 1, maxLength: 320 })),
  action: Type.Optional(Type.Unsafe<AuditAction>({ enum: [...AUDIT_ACTIONS] })),
  subjectKind: Type.Optional(Type.Unsafe<AuditSubject>({ enum: [...AUDIT_SUBJECTS] })),
  subjectId: Type.Optional(OwnerId),
  from: Type.Optional(DateTimeField),
  to: Type.Optional(DateTimeField),
}
const FilterQuery = Type.Object(FILTERS)
const ListQuery = Type.Object({ ...PageQuery, ...FILTERS })

export function auditRoutes(app: App, { db }: ConsoleServices): void {
  app.get('/audit', { config, schema: { querystring: ListQuery } }, async ({ query }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const rows = await listAudit(db, { ...filterOf(query), before: placeOf(cursor), limit: limit + 1 })
    const page = rows.slice(0, limit)
    const nextCursor = rows.length > limit ? cursorOf(page.at(-1)!) : null
    return { ok: true, entries: page.map(auditAnswer), nextCursor }
  })

  app.get('/audit/:id', { config, schema: { params: IdParams } }, async ({ params }) => {
    const entry = await findAudit(db, idOf(params.id))
    if (!entry) throw new Refusal('entry_not_found')
    return { ok: true, entry: auditAnswer(entry) }
  })

  app.get('/audit.csv', { config, schema: { querystring: FilterQuery } }, async ({ query }, reply) => {
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

function filterOf({ from, to, ...rest }: Static<typeof FilterQuery>): Omit<AuditFilter, 'limit'> {
  const { actor, action, subjectKind, subjectId } = rest
  if (subjectId !== undefined && subjectKind === undefined) throw invalid(wrong(['subjectId'], 'needs_subject_kind'))
  const times = { from: from && timeOf(from, 'from'), to: to && timeOf(to, 'to') }
  return { actor, action, subjectKind, subjectId, from: times.from || undefined, to: times.to || undefined }
}

/** Times may be equal; the id tells such entries apart. */
const cursorOf = ({ at, id }: AuditEntry) => Buffer.from(`before:${at.getTime()}:${id}`).toString('base64url')

function placeOf(cursor: string | undefined): AuditFilter['before'] {
  if (cursor === undefined) return undefined
  const [, at, id] = /^before:(\d{1,15}):([1-9]\d{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at) throw invalid(wrong(['cursor'], 'not_a_cursor'))
  return { at: new Date(Number(at)), id: Number(id) }
}
