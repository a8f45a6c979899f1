// Upstream casters. Only the operator may see the sources of streams, so users of a single owner have no access.
import { checkSource } from '../../../../actions/network/source-address.ts'
import { setOffer } from '../../../../actions/network/upstreams/offer.ts'
import {
  addUpstream,
  askUpstream,
  changeUpstream,
  removeUpstream,
  upstreamOf,
} from '../../../../actions/network/upstreams/set.ts'
import { tryUpstream } from '../../../../actions/network/upstreams/try.ts'
import type { App } from '../../../../base/serving/app.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import { addressToCheck } from '../../../../domain/network/upstreams/upstream.ts'
import { folded } from '../../../../domain/text/search-words.ts'
import { listFailingOffers, listUpstreams } from '../../../../store/network/upstreams/rows.ts'
import { countRoversOnDemand } from '../../../../store/sessions/live-rovers.ts'
import type { Gate } from '../../entrance/gate.ts'
import { idOf } from '../../kit/ids.ts'
import { cutAt, placeIn } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'
import { inOrder, leftOutAnswer, mountpointsOf, triedAnswer, upstreamAnswer } from './answers.ts'

const reading = 'system.read'
const changing = 'network.change'
const DEFAULT_LIMIT = 200
const MOST_MOUNTPOINTS = 500
/** Each test may take half a minute and read megabytes of sourcetable. */
const TRIES_AT_ONCE = 4
const AGAIN_AFTER_S = 10

export function upstreamRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, keys, clock, current, refuseSource, readTable, tryStream } = services
  let trying = 0

  const situation = async () => {
    const [{ book }, counts, failing] = await Promise.all([current(), countRoversOnDemand(db), listFailingOffers(db)])
    const rovers = new Map(counts.map(({ stationId, connected }) => [stationId, connected]))
    const mountpoints = mountpointsOf(book, rovers, failing, clock())
    return (upstreamId: number) => mountpoints.get(upstreamId) ?? []
  }

  serve(app, 'GET /upstreams', reading, async ({ query: { search = '', limit = DEFAULT_LIMIT, cursor } }) => {
    const wanted = folded(search.trim())
    const [after = ''] = placeIn(cursor, /^after:(.{1,100})$/) ?? []
    const found = (await listUpstreams(db)).filter(
      ({ name, url }) => folded(`${name} ${url}`).includes(wanted) && name.toLowerCase() > after,
    )
    const { page, nextCursor } = cutAt(found, limit, ({ name }) => `after:${name.toLowerCase()}`)
    const of = await situation()
    return { upstreams: page.map((upstream) => upstreamAnswer(upstream, of(upstream.id))), nextCursor }
  })

  serve(app, 'GET /upstreams/:id', reading, async ({ params }) => {
    const upstream = await upstreamOf(db, { id: idOf(params.id) })
    const mountpoints = inOrder((await situation())(upstream.id))
    return {
      upstream: upstreamAnswer(upstream, mountpoints),
      mountpoints: mountpoints.slice(0, MOST_MOUNTPOINTS),
      total: mountpoints.length,
      leftOut: upstream.leftOut.map(leftOutAnswer),
    }
  })

  /** The upstream caster after a change. */
  const answer = async (id: number) => ({
    upstream: upstreamAnswer(await upstreamOf(db, { id }), (await situation())(id)),
  })

  serve(app, 'POST /upstreams', changing, async (request) => {
    await checkSource(refuseSource, 'url', addressToCheck(request.body.url))
    return await answer(await addUpstream(gate.context(request), request.body))
  })

  serve(app, 'PATCH /upstreams/:id', changing, async (request) => {
    const id = idOf(request.params.id)
    await checkSource(refuseSource, 'url', addressToCheck(request.body.url))
    await changeUpstream(gate.context(request), { id }, request.body)
    return answer(id)
  })

  serve(app, 'PATCH /upstreams/:id/mountpoints/:stationId', changing, async (request) => {
    const [id, stationId] = [idOf(request.params.id), idOf(request.params.stationId)]
    await setOffer(gate.context(request), { id }, { stationId }, request.body)
    return { mountpoint: (await situation())(id).find((one) => one.id === stationId)! }
  })

  serve(app, 'DELETE /upstreams/:id', changing, async (request) => ({
    stations: await removeUpstream(gate.context(request), { id: idOf(request.params.id) }),
  }))

  serve(app, 'POST /upstreams/:id/ask', changing, async ({ params }) => {
    await askUpstream({ db, now: clock() }, { id: idOf(params.id) })
    return {}
  })

  serve(app, 'POST /upstreams/try', changing, async ({ body }) => {
    if (trying >= TRIES_AT_ONCE) throw new Refusal('busy', { retryAfterSeconds: AGAIN_AFTER_S })
    trying += 1
    try {
      await checkSource(refuseSource, 'url', addressToCheck(body.url))
      return triedAnswer(await tryUpstream({ db, keys, readTable, tryStream }, body))
    } finally {
      trying -= 1
    }
  })
}
