// Imports users of another caster from its files: preview of each line, then the import.
import type { Static } from 'typebox'
import { type ImportPlan, type PlannedLine, planImport } from '../../../actions/credentials/import/plan.ts'
import { importCredentials } from '../../../actions/credentials/import/run.ts'
import { inTurns } from '../../../base/running/turns.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal, unreadable } from '../../../domain/codes/refusal.ts'
import { type ImportedFile, type ImportFormat, OUTCOMES } from '../../../domain/credentials/imported.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import { cutText } from '../../../domain/text/cut.ts'
import { DAY_MS } from '../../../domain/time/units.ts'
import type { StationBook } from '../../../store/current/current.ts'
import { findOwner } from '../../../store/people/owner-pages.ts'
import { importFaultToWire, readImport } from '../../../wire/credentials/import/read.ts'
import type { ImportLine, ImportPreview } from '../contract/credentials/import.ts'
import type { QueryOf } from '../contract/routes.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const SHOWN = 200
const LONGEST_NAME = 200
type Query = QueryOf<'POST /credentials/import/preview'>

export function credentialImportRoutes(parent: App, { db, keys, clock, current }: ConsoleServices, gate: Gate): void {
  parent.register(async (inner) => {
    const app = inner as App
    app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))

    serve(app, 'POST /credentials/import/preview', 'credentials.import', async ({ query, body }) => {
      const { book } = await current()
      const now = clock()
      const file = await fileIn(query, body)
      return {
        preview: previewOf(await planImport({ db, keys, book, now }, query.ownerId, file, optionsOf(query, now)), book),
      }
    })

    serve(app, 'POST /credentials/import', 'credentials.import', async (request) => {
      const { query, body, signedIn } = request
      const { book } = await current()
      const context = { ...gate.context(request), book }
      if (!(await findOwner(db, scopeOf(signedIn.user), query.ownerId))) throw new Refusal('owner_not_found')
      const { plan, isDone } = await importCredentials(context, {
        ...{ ownerId: query.ownerId, format: query.format, fileName: namesIn(query.files).join(', ') },
        file: await fileIn(query, body),
        options: optionsOf(query, context.now),
        leaveOutBad: query.leaveOutBad === 'true',
        events: query.events === 'true',
      })
      return { preview: previewOf(plan, book), isDone }
    })
  })
}

const optionsOf = ({ format, days, sessions, everything, unknown }: Query, now: Date) => ({
  ...{ everything, unknown, sessions: format === 'csv' ? 1 : sessions },
  expiresAt: new Date(now.getTime() + days * DAY_MS),
})

const partsIn = (files: string) => files.split(',').map((part) => part.split(':') as [string, string])
const namesIn = (files: string) => partsIn(files).map(([name]) => nameOf(name))

/** File name for answers and the audit log, without control characters: PostgreSQL rejects NUL. */
const nameOf = (sent: string): string => cutText(decoded(sent).replace(/\p{Cc}/gu, ''), LONGEST_NAME)

function decoded(sent: string): string {
  try {
    return decodeURIComponent(sent)
  } catch {
    return sent
  }
}

async function fileIn(
  { format, files }: { format: ImportFormat; files: string },
  body: unknown,
): Promise<ImportedFile> {
  if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
  const found = new Map<string, Buffer>()
  let from = 0
  for (const [sent, bytes] of partsIn(files)) {
    const name = nameOf(sent)
    // Reject duplicates: either file may restrict a mountpoint, so neither can be ignored.
    if (found.has(name)) throw unreadable('file_twice', { name })
    found.set(name, body.subarray(from, from + Number(bytes)))
    from += Number(bytes)
  }
  if (from !== body.length) throw unreadable('file_not_sent')
  return inTurns(readImport(format, found))
}

/** Shows the first lines of each outcome, in the order of the file. */
function previewOf({ lines, counts, notes, isClean }: ImportPlan, book: StationBook): Static<typeof ImportPreview> {
  const left = new Map(OUTCOMES.map((outcome) => [outcome, SHOWN]))
  const shown = lines.filter(({ outcome }) => {
    const more = left.get(outcome)!
    left.set(outcome, more - 1)
    return more > 0
  })
  return { counts, notes: [...notes], isClean, lines: shown.map((line) => lineAnswer(line, book)) }
}

function lineAnswer(
  { user, outcome, opened, expiresAt, maxSessions, isWeak, problems }: PlannedLine,
  { byId }: StationBook,
): Static<typeof ImportLine> {
  const station = opened?.stationId ? byId.get(opened.stationId) : null
  return {
    ...{
      file: user.file,
      line: user.line,
      username: user.username.slice(0, 100),
      outcome,
      maxSessions,
      isWeak,
      problems: problems.map(importFaultToWire),
    },
    access: station?.code ?? opened?.group?.name ?? null,
    expiresAt: outcome === 'new' || outcome === 'unchanged' ? expiresAt : null,
  }
}
