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
import { type AuditPage, type AuditPlace, findAuditEntry, readAudit } from '../../reads/audit.ts'
import type { AuditFilter } from '../../store/audit/entries.ts'
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
    const { entries, next } = await readAudit(db, { ...filterOf(query), limit }, placeOf(cursor))
    return { ok: true, entries: entries.map(auditAnswer), nextCursor: next && cursorOf(next) }
  })

  app.get('/audit/:id', { config, schema: { params: IdParams } }, async ({ params }) => {
    const [, sign = '', digits = ''] = /^(-?)(.*)$/s.exec(params.id)!
    const entry = await findAuditEntry(db, Number(`${sign}${idOf(digits)}`))
    if (!entry) throw new Refusal('entry_not_found')
    return { ok: true, entry: auditAnswer(entry) }
  })

  app.get('/audit.csv', { config, schema: { querystring: FilterQuery } }, async ({ query }, reply) => {
    const head = [
      'at',
      'actorKind',
      'actor',
      'action',
      'subjectKind',
      'subjectId',
      'ownerId',
      'address',
      'requestId',
      'details',
    ]
    const lines = csvOf(head, pagesOf(filterOf(query)), (entry) => [
      entry.at,
      entry.kind,
      entry.name,
      entry.action,
      entry.subjectKind,
      entry.subjectId,
      entry.ownerId,
      entry.address,
      entry.requestId,
      JSON.stringify(entry.details),
    ])
    return sendCsv(reply, 'audit.csv', lines)
  })

  async function* pagesOf(filter: Filter): AsyncGenerator<readonly AuditEntry[]> {
    for (let place: AuditPlace | null = {}; place; ) {
      const { entries, next }: AuditPage = await readAudit(db, { ...filter, limit: EXPORTED_AT_ONCE }, place)
      if (entries.length > 0) yield entries
      place = next
    }
  }
}

type Filter = Omit<AuditFilter, 'limit' | 'before'>

function filterOf({ from, to, ...rest }: Static<typeof FilterQuery>): Filter {
  const { actor, action, subjectKind, subjectId } = rest
  if (subjectId !== undefined && subjectKind === undefined) throw invalid(wrong(['subjectId'], 'needs_subject_kind'))
  const times = { from: from && timeOf(from, 'from'), to: to && timeOf(to, 'to') }
  return { actor, action, subjectKind, subjectId, from: times.from || undefined, to: times.to || undefined }
}

/** Times may be equal; the id tells such entries apart. */
const cursorOf = ({ entry, issued }: AuditPlace) =>
  Buffer.from(`before:${entry ? `${entry.at.getTime()}:${entry.id}` : ''}:${issued ?? ''}`).toString('base64url')

const PLACE = /^before:(?:(?<at>\d{1,15}):(?<id>[1-9]\d{0,14}))?:(?<issued>[1-9]\d{0,14})?$/

function placeOf(cursor: string | undefined): AuditPlace {
  if (cursor === undefined) return {}
  const { groups } = PLACE.exec(Buffer.from(cursor, 'base64url').toString()) ?? {}
  if (!groups) throw invalid(wrong(['cursor'], 'not_a_cursor'))
  const { at, id, issued } = groups
  return {
    entry: at === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) },
    issued: issued === undefined ? undefined : Number(issued),
  }
}
