// Stations: the list, and what an operator does with one. They are common to all owners.
import { Type } from 'typebox'
import { archiveStation } from '../../actions/stations/archive.ts'
import { addStation, changeStation, restoreStation } from '../../actions/stations/save.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { Station } from '../../domain/stations/station.ts'
import { findStationRecord } from '../../store/stations/details.ts'
import { PageQuery } from '../../wire/common.ts'
import { Body, IdParams, idOf, Search } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'
import { stationAnswer, stationDetailAnswer } from './answers.ts'
import { CodeField, StationFields, StatusFilter } from './fields.ts'
import { matchesFilter, pageByCode } from './list.ts'

const reading = { access: 'network.read' } as const
const changing = { access: 'network.change' } as const
const DEFAULT_LIMIT = 200

export function stationRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  const query = Type.Object({
    ...PageQuery,
    search: Type.Optional(Search),
    status: Type.Optional(StatusFilter),
    archived: Type.Optional(Type.Unsafe<'true' | 'false'>({ enum: ['true', 'false'] })),
  })
  app.get('/stations', { config: reading, schema: { querystring: query } }, async ({ query }) => {
    const { book } = await current()
    const now = clock()
    const { search = '', status = null, archived = 'false', limit = DEFAULT_LIMIT, cursor } = query
    const filter = { search: search.trim(), status, archived: archived === 'true' }
    const all = filter.archived ? [...book.byId.values()] : book.active
    const found = all.filter((station) => matchesFilter(station, filter, now))
    const { page, nextCursor } = pageByCode(found, limit, cursor)
    return { ok: true, stations: page.map((station) => stationAnswer(station, now)), total: found.length, nextCursor }
  })

  /** As it is after a change. */
  const answer = async (id: number) => {
    const { book } = await current()
    const [station, record] = [stationIn(book.byId, id), await findStationRecord(db, id)]
    return { ok: true, station: stationDetailAnswer(station, record!, clock()) }
  }

  const NewStation = Body({ ...StationFields, code: CodeField })
  app.post('/stations', { config: changing, schema: { body: NewStation } }, async (request, reply) => {
    const id = await addStation(gate.context(request), request.body)
    return reply.code(201).send(await answer(id))
  })

  const change = { config: changing, schema: { params: IdParams, body: Body(StationFields) } }
  app.patch('/stations/:id', change, async (request) => {
    const id = idOf(request.params.id)
    await changeStation(gate.context(request), { id }, request.body)
    return answer(id)
  })

  const maintenance = { config: changing, schema: { params: IdParams, body: Body({ on: Type.Boolean() }) } }
  app.post('/stations/:id/maintenance', maintenance, async (request) => {
    const id = idOf(request.params.id)
    await changeStation(gate.context(request), { id }, { declaredStatus: request.body.on ? 'maintenance' : 'online' })
    return answer(id)
  })

  const ofStation = { config: changing, schema: { params: IdParams } }
  app.delete('/stations/:id', ofStation, async (request) => {
    const id = idOf(request.params.id)
    await archiveStation(gate.context(request), { id })
    return answer(id)
  })

  app.post('/stations/:id/restore', ofStation, async (request) => {
    const id = idOf(request.params.id)
    await restoreStation(gate.context(request), { id })
    return answer(id)
  })
}

export function stationIn(byId: ReadonlyMap<number, Station>, id: number): Station {
  const station = byId.get(id)
  if (!station) throw new Refusal('station_not_found')
  return station
}
