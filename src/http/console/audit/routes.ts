// The audit log, newest first. Read-only.

import type { Static } from 'typebox'
import { recordAuditExport } from '../../../actions/audit/export.ts'
import { verifyAndStore } from '../../../actions/audit/verify.ts'
import type { App } from '../../../base/serving/app.ts'
import type { AuditEntry } from '../../../domain/audit/action.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { type AuditPlace, auditPages, findAuditEntry, readAudit } from '../../../reads/audit.ts'
import type { AuditFilter } from '../../../store/audit/entries.ts'
import { countUnsealed, newestSeal } from '../../../store/audit/seals.ts'
import { lastVerification } from '../../../store/audit/verification.ts'
import type { AuditFilters, AuditEntry as Shown } from '../contract/audit.ts'
import type { Gate } from '../entrance/gate.ts'
import { sendCsv } from '../kit/csv.ts'
import { idOf, timeOf } from '../kit/ids.ts'
import { cursorOf, placeIn } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { auditCsv } from './csv.ts'

const access = 'audit.read'
const DEFAULT_LIMIT = 100

export function auditRoutes(app: App, { db, clock, simulated }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /audit', access, async ({ query }) => {
    const { limit = DEFAULT_LIMIT, cursor } = query
    const { entries, next } = await readAudit(db, { ...filterOf(query), limit }, placeOf(cursor))
    return { entries: entries.map(auditAnswer), nextCursor: next && cursorOf(textOf(next)) }
  })

  serve(app, 'GET /audit/seals', access, async () => {
    const [newest, { log, issued }, verification] = await Promise.all([
      newestSeal(db),
      countUnsealed(db),
      lastVerification(db),
    ])
    return { sealedAt: newest?.sealedAt ?? null, seals: newest?.number ?? 0, unsealed: log + issued, verification }
  })

  serve(app, 'POST /audit/verify', 'settings.change', async () => ({ verification: await verifyAndStore(db, clock()) }))

  serve(app, 'GET /audit/:id', access, async ({ params }) => {
    const [, sign = '', digits = ''] = /^(-?)(.*)$/s.exec(params.id)!
    const entry = await findAuditEntry(db, Number(`${sign}${idOf(digits)}`))
    if (!entry) throw new Refusal('entry_not_found')
    return { entry: auditAnswer(entry) }
  })

  serve(app, 'GET /audit.csv', access, async (request, reply) => {
    const filter = filterOf(request.query)
    await recordAuditExport(gate.context(request), request.query)
    return sendCsv(reply, 'audit.csv', auditCsv(auditPages(db, filter), simulated))
  })
}

type Filter = Omit<AuditFilter, 'limit' | 'before'>

function filterOf({ from, to, ...rest }: Static<typeof AuditFilters>): Filter {
  const { actor, action, subjectKind, subjectId } = rest
  if (subjectId !== undefined && subjectKind === undefined) throw invalid(wrong(['subjectId'], 'needs_subject_kind'))
  const times = { from: from && timeOf(from, 'from'), to: to && timeOf(to, 'to') }
  return { actor, action, subjectKind, subjectId, from: times.from || undefined, to: times.to || undefined }
}

/** Times may be equal, so the cursor also has the id. */
const textOf = ({ entry, issued, asOf }: AuditPlace) =>
  `before:${entry ? `${entry.at.getTime()}:${entry.id}` : ''}:${issued ?? ''}:${asOf!.getTime()}`

const PLACE = /^before:(?:(\d{1,15}):([1-9]\d{0,14}))?:([1-9]\d{0,14})?:(\d{1,15})$/

function placeOf(cursor: string | undefined): AuditPlace {
  const [at, id, issued, asOf] = placeIn(cursor, PLACE) ?? []
  return {
    entry: at === undefined ? undefined : { at: new Date(Number(at)), id: Number(id) },
    issued: issued === undefined ? undefined : Number(issued),
    asOf: asOf === undefined ? undefined : new Date(Number(asOf)),
  }
}

const auditAnswer = (entry: AuditEntry): Static<typeof Shown> => ({
  id: entry.id,
  at: entry.at,
  userId: entry.userId,
  actorKind: entry.kind,
  actor: entry.name,
  action: entry.action,
  subjectKind: entry.subjectKind,
  subjectId: entry.subjectId,
  ownerId: entry.ownerId,
  details: entry.details,
  address: entry.address,
  requestId: entry.requestId,
})
