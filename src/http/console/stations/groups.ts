// Groups of stations: visible to every user who sees stations, changed by users who may change stations.
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { changeGroup, createGroup, removeGroup } from '../../../actions/stations/groups.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { scopeOf } from '../../../domain/people/permissions.ts'
import type { Group } from '../../../domain/stations/group.ts'
import { folded } from '../../../domain/text/search-words.ts'
import type { StationBook } from '../../../store/current/current.ts'
import { readGroupUse } from '../../../store/stations/groups.ts'
import type { GroupDetail, Group as ListedGroup } from '../contract/stations/groups.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { cutAt, placeIn } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const reading = 'network.read'
const changing = 'network.change'
const DEFAULT_LIMIT = 200

export function groupRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  serve(app, 'GET /groups', reading, async ({ query: { search = '', limit = DEFAULT_LIMIT, cursor } }) => {
    const { book } = await current()
    const after = Number(placeIn(cursor, /^group:(\d{1,15})$/)?.[0] ?? 0)
    const wanted = folded(search.trim())
    const found = [...book.groups.values()].filter(({ name }) => folded(name).includes(wanted))
    const from = after === 0 ? 0 : found.findIndex(({ id }) => id === after) + 1
    const { page, nextCursor } = cutAt(found.slice(from, from + limit + 1), limit, ({ id }) => `group:${id}`)
    return { groups: page.map((group) => groupAnswer(group, book)), nextCursor }
  })

  /** The group after a change. */
  const answer = async (id: number, { user }: Pick<FastifyRequest['signedIn'], 'user'>) => {
    const { book } = await current()
    const group = book.groups.get(id)
    if (!group) throw new Refusal('group_not_found')
    const use = scopeOf(user) === 'all' ? await readGroupUse(db, id, clock()) : null
    return { group: { ...detailAnswer(group, book), use } }
  }

  serve(app, 'GET /groups/:id', reading, ({ params, signedIn }) => answer(idOf(params.id), signedIn))

  serve(app, 'POST /groups', changing, async (request) => {
    const { id } = await createGroup(gate.context(request), request.body)
    return await answer(id, request.signedIn)
  })

  serve(app, 'PATCH /groups/:id', changing, async (request) => {
    const id = idOf(request.params.id)
    await changeGroup(gate.context(request), { id }, request.body)
    return answer(id, request.signedIn)
  })

  serve(app, 'DELETE /groups/:id', changing, async (request) => {
    await removeGroup(gate.context(request), { id: idOf(request.params.id) })
    return {}
  })
}

const groupAnswer = ({ id, name, stationIds }: Group, { active }: StationBook): Static<typeof ListedGroup> => ({
  id,
  name,
  stations: active.filter((station) => stationIds.has(station.id)).length,
})

function detailAnswer(group: Group, book: StationBook): Omit<Static<typeof GroupDetail>, 'use'> {
  const members = [...book.byId.values()].filter(({ id }) => group.stationIds.has(id))
  return {
    ...groupAnswer(group, book),
    members: members.map(({ id, code, name, archived }) => ({ id, code, name, archived })),
  }
}
