import type { Static } from 'typebox'
import { addForward, changeForward, removeForward } from '../../../actions/network/forwards.ts'
import { checkSource } from '../../../actions/network/source-address.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { forwardStateAt } from '../../../domain/network/forward.ts'
import { maySeeSources } from '../../../domain/people/permissions.ts'
import { findForward, listForwardsOf, type StoredForward } from '../../../store/stations/forwards.ts'
import type { ShownForward } from '../contract/stations/forwards.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { stationIn } from './routes.ts'

const changing = 'network.change'

export function forwardRoutes(app: App, { db, clock, current, refuseSource }: ConsoleServices, gate: Gate): void {
  const answer = async (stationId: number) => ({
    forwards: (await listForwardsOf(db, stationId)).map((forward) => forwardAnswer(forward, clock())),
  })
  const forwardIn = async (params: { readonly id: string; readonly forwardId: string }) => {
    const forward = await findForward(db, idOf(params.forwardId))
    if (forward?.stationId !== idOf(params.id)) throw new Refusal('forward_not_found')
    return forward
  }

  serve(app, 'GET /stations/:id/forwards', 'network.read', async ({ params, signedIn }) => {
    const { id } = stationIn((await current()).book.byId, idOf(params.id))
    return maySeeSources(signedIn.user) ? answer(id) : { forwards: [] }
  })

  serve(app, 'POST /stations/:id/forwards', changing, async (request) => {
    const id = idOf(request.params.id)
    await checkSource(refuseSource, 'url', request.body.url)
    await addForward(gate.context(request), { id }, request.body)
    return answer(id)
  })

  serve(app, 'PATCH /stations/:id/forwards/:forwardId', changing, async (request) => {
    const { id, stationId } = await forwardIn(request.params)
    await checkSource(refuseSource, 'url', request.body.url)
    await changeForward(gate.context(request), id, request.body)
    return answer(stationId)
  })

  serve(app, 'DELETE /stations/:id/forwards/:forwardId', changing, async (request) => {
    const { id, stationId } = await forwardIn(request.params)
    await removeForward(gate.context(request), id)
    return answer(stationId)
  })
}

const forwardAnswer = (forward: StoredForward, now: Date): Static<typeof ShownForward> => {
  const { id, mountpoint, url, hasLogin, revision, pausedAt, since, bytes, error, errorAt, createdAt } = forward
  const state = forwardStateAt(forward, now)
  return {
    ...{ id, mountpoint, url, hasLogin, revision, state, bytes, error, errorAt, createdAt },
    since: state === 'paused' ? pausedAt : since,
  }
}
