// Orders of RINEX files. Users of an organization see and make its own; others make the operator's.
import type { Static } from 'typebox'
import { orderRinex } from '../../../../actions/archive/order-rinex.ts'
import type { App } from '../../../../base/serving/app.ts'
import { RINEX_INTERVALS, type RinexOrder, rinexPath } from '../../../../domain/archive/rinex-order.ts'
import { wrong } from '../../../../domain/codes/fault.ts'
import { invalid, Refusal, unreadable } from '../../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../../domain/people/permissions.ts'
import { findRinexOrder, listRinexOrders } from '../../../../store/archive/rinex-orders.ts'
import type { StationBook } from '../../../../store/current/current.ts'
import type { RINEX_ORDER } from '../../contract/stations/rinex.ts'
import type { Gate } from '../../entrance/gate.ts'
import { timeOf } from '../../kit/ids.ts'
import { cutAt, placeIn, scopeWithin } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'

const reading = 'network.read'
const ordering = 'orders.change'
const DEFAULT_LIMIT = 50

export function rinexRoutes(app: App, { db, clock, current, readRoverFile }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /rinex', reading, async ({ query, signedIn }) => {
    const { limit = DEFAULT_LIMIT, cursor, ownerId, state, stationId } = query
    const scope = scopeWithin(scopeOf(signedIn.user), ownerId)
    const [before] = placeIn(cursor, /^before:(rnx_[\w-]{1,60})$/) ?? []
    const { book } = await current()
    const page = { before, limit: limit + 1 }
    const rows = scope === null ? [] : await listRinexOrders(db, scope, { state, stationId }, page, clock())
    const { page: shown, nextCursor } = cutAt(rows, limit, ({ id }) => `before:${id}`)
    return { orders: shown.map((order) => orderAnswer(order, book)), nextCursor }
  })

  serve(app, 'GET /rinex/:id', reading, async ({ params, signedIn }) => {
    const order = await findRinexOrder(db, scopeOf(signedIn.user), params.id, clock())
    if (!order) throw new Refusal('rinex_not_found')
    return { order: orderAnswer(order, (await current()).book) }
  })

  serve(app, 'POST /rinex', ordering, async (request) => {
    const { from, to, stationId, lat, lng, ...format } = request.body
    if (!RINEX_INTERVALS.some((known) => known === format.intervalS))
      throw invalid(wrong(['intervalS'], 'not_one_of', { choices: [...RINEX_INTERVALS] }))
    const { book } = await current()
    const scope = scopeOf(request.signedIn.user)
    const ownerId = scope === 'all' ? null : scope
    const order = await orderRinex(
      { ...gate.context(request), book },
      { ownerId, quotaOf: ownerId },
      {
        ...format,
        ...{ stationId, stationCode: undefined, lat, lng },
        from: timeOf(from, 'from'),
        to: timeOf(to, 'to'),
      },
    )
    return { order: orderAnswer(order, book) }
  })

  app.register(async (inner) => {
    const files = inner as App
    files.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    serve(files, 'POST /rinex/rover', ordering, async ({ body }) => {
      if (!Buffer.isBuffer(body)) throw unreadable('file_not_sent')
      return readRoverFile(body)
    })
  })
}

function orderAnswer(order: RinexOrder, { byId }: Pick<StationBook, 'byId'>): Static<typeof RINEX_ORDER> {
  const { ownerId: _, stationId, key, tokenId, userId, files, attempt: __, ...shown } = order
  const isKept = order.state === 'ready'
  return {
    ...shown,
    station: { id: stationId, code: byId.get(stationId)?.code ?? String(stationId) },
    files: files.map(({ kind, name, bytes }) => ({ kind, name, bytes, path: isKept ? rinexPath(key, name) : null })),
    origin: originOf({ tokenId, userId, credentialId: order.credentialId }),
  }
}

function originOf(by: Pick<RinexOrder, 'tokenId' | 'userId' | 'credentialId'>) {
  if (by.credentialId !== null) return 'customer'
  if (by.tokenId !== null) return 'api'
  return by.userId === null ? 'command' : 'console'
}
