// Exports a filtered list of credentials as CSV, streamed. Passwords need a permission and an audit entry.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordExport } from '../../../actions/credentials/reveal.ts'
import { openCredential } from '../../../base/secrets/credential.ts'
import type { App } from '../../../base/serving/app.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import type { ListedCredential } from '../../../store/credentials/listed.ts'
import type { StationBook } from '../../../store/current/current.ts'
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
      ...cellsOf(row, book, now),
      ...(withPasswords ? [openCredential(keys, row).password] : []),
    ]
    const lines = csvOf(head, pages, allCells, simulated)
    return sendCsv(reply, 'credenciales.csv', lines)
  }
}

function cellsOf(row: ListedCredential, { network, byId, groups }: StationBook, now: Date) {
  const station = row.stationId === null ? null : (byId.get(row.stationId) ?? null)
  return sheetCells(row, { network, station, groups, now })
}
