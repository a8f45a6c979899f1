// Derived mountpoints. Like stations, they are common to all owners.
import type { Static } from 'typebox'
import { previewMountpoint } from '../../../../actions/network/mountpoints/preview.ts'
import { addMountpoint, changeMountpoint, removeMountpoint } from '../../../../actions/network/mountpoints/write.ts'
import type { App } from '../../../../base/serving/app.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import { normalAlteration } from '../../../../domain/network/mountpoints/alteration-input.ts'
import type { MadeMountpoint } from '../../../../domain/network/mountpoints/mountpoint.ts'
import { firstReportedDay, type NotConverted } from '../../../../domain/network/mountpoints/not-converted.ts'
import { type OwnerScope, scopeOf } from '../../../../domain/people/permissions.ts'
import type { StationBook } from '../../../../store/current/current.ts'
import { listNotConverted } from '../../../../store/network/not-converted.ts'
import { countLiveRoversByMountpoint } from '../../../../store/sessions/live-rovers.ts'
import type { Mountpoint } from '../../contract/network/mountpoints.ts'
import type { Gate } from '../../entrance/gate.ts'
import { cutAt, placeIn } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'

const DEFAULT_LIMIT = 200

export function mountpointRoutes(app: App, { db, clock, current }: ConsoleServices, gate: Gate): void {
  const answers = async (made: readonly MadeMountpoint[], book: StationBook, scope: OwnerScope) => {
    const names = made.map(({ name }) => name)
    const ids = made.map(({ id }) => id)
    const [connected, notConverted] = await Promise.all([
      countLiveRoversByMountpoint(db, scope, names),
      listNotConverted(db, ids, firstReportedDay(clock())),
    ])
    return made.map((one) => ({
      ...mountpointAnswer(one, book),
      connected: connected.get(one.name.toLowerCase()) ?? 0,
      notConverted: notConverted.filter(({ mountpointId }) => mountpointId === one.id).map(countAnswer),
    }))
  }

  serve(
    app,
    'GET /mountpoints',
    'network.read',
    async ({ query: { id, stationId, search = '', limit = DEFAULT_LIMIT, cursor }, signedIn }) => {
      const { book } = await current()
      const wanted = search.trim().toLowerCase()
      const found = book.mountpoints
        .filter((one) => id === undefined || one.id === id)
        .filter((one) => stationId === undefined || one.stationId === stationId)
        .filter(({ name, label, stationId }) =>
          `${name} ${label ?? ''} ${book.byId.get(stationId)!.code}`.toLowerCase().includes(wanted),
        )
      const [after] = placeIn(cursor, /^after:(.{1,100})$/) ?? ['']
      const rest = found.filter(({ name }) => name.toLowerCase() > after!).slice(0, limit + 1)
      const { page, nextCursor } = cutAt(rest, limit, ({ name }) => `after:${name.toLowerCase()}`)
      return { mountpoints: await answers(page, book, scopeOf(signedIn.user)), nextCursor }
    },
  )

  serve(app, 'GET /mountpoints/preview', 'network.read', async ({ query: { stationId, form, ...filters } }) => {
    const { constellations, rule, types } = filters
    const listed = (text: string | undefined) => (text ?? '').split(',').filter((part) => part !== '')
    const alteration = normalAlteration({
      form,
      constellations: constellations ? listed(constellations) : null,
      messages: rule ? { rule, types: listed(types).map(Number) } : null,
    })
    const station = (await current()).book.byId.get(stationId)
    if (!station) throw new Refusal('station_not_found')
    return previewMountpoint({ db, now: clock() }, station, alteration)
  })

  /** The mountpoint after a change. */
  const answer = async (name: string, scope: OwnerScope) => {
    const { book } = await current()
    const made = book.mountpoints.find((one) => one.name.toLowerCase() === name.toLowerCase())!
    const [mountpoint] = await answers([made], book, scope)
    return { mountpoint: mountpoint! }
  }

  serve(app, 'POST /mountpoints', 'network.change', async (request) => {
    const { name, stationId, ...change } = request.body
    await addMountpoint(gate.context(request), name, { id: stationId }, change)
    return answer(name, scopeOf(request.signedIn.user))
  })

  serve(app, 'PATCH /mountpoints/:name', 'network.change', async (request) => {
    await changeMountpoint(gate.context(request), request.params.name, request.body)
    return answer(request.params.name, scopeOf(request.signedIn.user))
  })

  serve(app, 'DELETE /mountpoints/:name', 'network.change', async (request) => {
    await removeMountpoint(gate.context(request), request.params.name)
    return {}
  })
}

const countAnswer = ({ reason, times }: NotConverted) => ({ reason, times })

type Described = Omit<Static<typeof Mountpoint>, 'connected' | 'notConverted'>

function mountpointAnswer(made: MadeMountpoint, { byId }: StationBook): Described {
  const { id, name, stationId, label, alteration, isOpen, createdAt } = made
  const { code, archived } = byId.get(stationId)!
  return { id, name, stationId, stationCode: code, archived, label, alteration, isOpen, createdAt }
}
