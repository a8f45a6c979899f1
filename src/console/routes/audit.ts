// Who did what, newest first. It can be read, and that is all.
import { listAudit } from '../../store/audit.ts'
import { auditAnswer } from '../answers.ts'
import { PageFields } from '../fields.ts'
import { cutPage, pageOf } from '../paging.ts'
import type { App, ConsoleServices } from '../services.ts'

export function auditRoutes(app: App, { db }: ConsoleServices): void {
  const list = { config: { access: 'audit.read' }, schema: { querystring: PageFields } } as const
  app.get('/audit', list, async ({ query }) => {
    const wanted = pageOf(query)
    const { page, nextCursor } = cutPage(await listAudit(db, wanted), wanted)
    return { ok: true, entries: page.map(auditAnswer), nextCursor }
  })
}
