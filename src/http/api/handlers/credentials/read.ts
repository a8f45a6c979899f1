import { mapInTurns } from '../../../../base/running/turns.ts'
import { openCredential } from '../../../../base/secrets/credential.ts'
import { wrong } from '../../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../../domain/codes/refusal.ts'
import { groupNamed } from '../../../../domain/stations/group.ts'
import type { RequestAudit } from '../../../../recording/request-audit.ts'
import { listNewest } from '../../../../store/credentials/list/newest.ts'
import { credentialReader, type FoundWithRevisions } from '../../../../store/credentials/use.ts'
import type { StationBook } from '../../../../store/current/current.ts'
import { listedCredentialToWire, servedBy, stateFromWire } from '../../../../wire/credentials/credential.ts'
import { filterFromWire, groupNameIn, stationCodeIn } from '../../../../wire/credentials/query.ts'
import { idOf } from '../../contract/parameters.ts'
import type { Handlers, RequestOf } from '../../handler.ts'
import { cutPage, pageOf } from '../../paging.ts'
import type { ApiServices } from '../../services.ts'
import { credentialTag, noteRead, noteRevealed, shownWith } from './answers.ts'

type Query = RequestOf<'GET /credentials'>['query']
/** The result of a validator; `value` is undefined if the query is invalid. */
type Checked = { readonly value?: Query }

export function readHandlers(
  services: ApiServices,
  requestAudit: RequestAudit,
): Handlers<'GET /credentials' | 'GET /credentials/:id'> {
  const { db, keys, baseUrl, clock } = services
  const read = credentialReader(db)
  /** `book`: needed for filters by station or group. */
  const readPage = async (query: Query, ownerId: number, book: StationBook | null) => {
    const now = clock()
    const { limit, before } = pageOf(query)
    const stationId = book ? stationNamed(book, stationCodeIn(query)) : undefined
    const groupId = book ? groupIdOf(book, groupNameIn(query)) : undefined
    const filter = { ...filterFromWire(query), view: stateFromWire(query), stationId, groupId }
    const rows = await listNewest(db, { scope: ownerId, filter, now }, { before, limit: limit + 1 })
    return { rows, limit, now }
  }
  type PageRead = Awaited<ReturnType<typeof readPage>>
  return {
    'GET /credentials': {
      ahead(request, ownerId) {
        const { value: query } = request.getValidationFunction('querystring')!(request.query) as unknown as Checked
        const isReady = query && stationCodeIn(query) === undefined && groupNameIn(query) === undefined
        return isReady ? { read: readPage(query, ownerId, null) } : null
      },
      async work(request, reply, read: PageRead | null) {
        const { query, token, current } = request
        const { rows, limit, now } = read ?? (await readPage(query, token.ownerId, current.book))
        const { page, nextCursor } = cutPage(reply, baseUrl, rows, limit)
        const credentials = await mapInTurns(page, (row) =>
          listedCredentialToWire(row, openCredential(keys, row), servedBy(current.book, row, now), row, baseUrl),
        )
        if (page.length > 0) noteRead(requestAudit, request, { links: page.length }, clock())
        return { ok: true, credentials, next_cursor: nextCursor }
      },
    },

    'GET /credentials/:id': {
      ahead({ params }, ownerId) {
        const found = read({ ownerId, id: idOf(params) })
        return { read: found, revisions: async () => (await found).revisions }
      },
      async work(request, reply, { found }: FoundWithRevisions) {
        if (!found) throw new Refusal('credential_not_found')
        reply.header('etag', credentialTag(found))
        noteRevealed(requestAudit, request, found, clock())
        return shownWith(services, request, found, found)
      },
    },
  }
}

/** Archived stations are found too, because their credentials still exist. */
function stationNamed({ byCode }: StationBook, code: string | undefined): number | undefined {
  if (code === undefined) return undefined
  const station = byCode.get(code.toLowerCase())
  if (!station) throw invalid(wrong(['stationCode'], 'unknown_station_code'))
  return station.id
}

function groupIdOf({ groups }: StationBook, name: string | undefined): number | undefined {
  if (name === undefined) return undefined
  const group = groupNamed(groups.values(), name)
  if (!group) throw invalid(wrong(['group'], 'unknown_group'))
  return group.id
}
