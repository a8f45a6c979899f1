// Exports a filtered list of credentials as CSV, streamed. Passwords need a permission and an audit entry.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordExport } from '../../../actions/credentials/reveal.ts'
import { openCredential } from '../../../base/secrets/credential.ts'
import type { App } from '../../../base/serving/app.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import { servedBy } from '../../../wire/credentials/credential.ts'
import { EXPORT_HEAD, sheetCells } from '../../../wire/credentials/sheet.ts'
import type { Gate } from '../entrance/gate.ts'
import { csvOf, sendCsv } from '../kit/csv.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { allPages, type CredentialWish } from './list.ts'

export function credentialExportRoutes(
  app: App,
  { db, keys, clock, current, simulated }: ConsoleServices,
  gate: Gate,
): void {
  serve(app, 'GET /credentials.csv', 'credentials.read', async (request, reply) => {
    await recordExport(gate.context(request), scopeOf(request.signedIn.user), request.query, false)
    return send(request, reply, request.query, false)
  })

  // A POST, because reading passwords writes an audit entry.
  serve(app, 'POST /credentials.csv', 'credentials.reveal', async (request, reply) => {
    await recordExport(gate.context(request), scopeOf(request.signedIn.user), request.query)
    return send(request, reply, request.query, true)
  })

  async function send(request: FastifyRequest, reply: FastifyReply, wish: CredentialWish, withPasswords: boolean) {
    const { book } = await current()
    const now = clock()
    const pages = allPages({ db, book, now }, scopeOf(request.signedIn.user), wish)
    const head = [...EXPORT_HEAD, ...(withPasswords ? ['password'] : [])]
    const allCells = (row: ListedCredential) => [
      ...sheetCells(row, servedBy(book, row, now)),
      ...(withPasswords ? [openCredential(keys, row).password] : []),
    ]
    const lines = csvOf(head, pages, allCells, simulated)
    return sendCsv(reply, 'credenciales.csv', lines)
  }
}
