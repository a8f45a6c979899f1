// Network mountpoints besides the default one, which is in the settings. Like stations, they are common to all owners.
import type { Static } from 'typebox'
import {
  addNetworkMountpoint,
  changeNetworkMountpoint,
  removeNetworkMountpoint,
} from '../../../../actions/network/mountpoints/network.ts'
import { checkSource } from '../../../../actions/network/source-address.ts'
import type { App } from '../../../../base/serving/app.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import { DEFAULT_NETWORK } from '../../../../domain/network/mountpoints/network-mountpoint.ts'
import { maySeeSources, scopeOf } from '../../../../domain/people/permissions.ts'
import type { User } from '../../../../domain/people/user.ts'
import { listNetworkEngineStates } from '../../../../store/network/network-mountpoints.ts'
import { countLiveRoversByMountpoint } from '../../../../store/sessions/live-rovers.ts'
import type { NetworkMountpoint } from '../../contract/network/mountpoints.ts'
import type { Gate } from '../../entrance/gate.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'

export function networkMountpointRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, current, refuseSource } = services

  const all = async (user: User): Promise<Static<typeof NetworkMountpoint>[]> => {
    const { networks, groups } = (await current()).book
    const further = networks.filter(({ id }) => id !== DEFAULT_NETWORK)
    const names = further.map(({ name }) => name)
    const connected = await countLiveRoversByMountpoint(db, scopeOf(user), names)
    const seesSources = maySeeSources(user)
    const states = new Map((await listNetworkEngineStates(db)).map(({ id, ...state }) => [id, state]))
    return further.map(({ id, name, label, groupId, alteration, isOpen, engine }) => ({
      ...{ id, name, label, groupId, alteration, isOpen, hasEngine: engine !== null },
      groupName: groupId === null ? null : (groups.get(groupId)?.name ?? null),
      engine: seesSources ? engine : null,
      engineState: (seesSources && engine !== null && states.get(id)) || null,
      connected: connected.get(name.toLowerCase()) ?? 0,
    }))
  }

  /** The mountpoint after a change. */
  const answer = async (wanted: string, user: User) => {
    const mountpoint = (await all(user)).find(({ name }) => name.toLowerCase() === wanted.toLowerCase())
    if (!mountpoint) throw new Refusal('mountpoint_not_found', { name: wanted })
    return { mountpoint }
  }

  serve(app, 'GET /network-mountpoints', 'network.read', async ({ signedIn }) => ({
    mountpoints: await all(signedIn.user),
  }))

  serve(app, 'POST /network-mountpoints', 'network.change', async (request) => {
    const { name, ...change } = request.body
    await checkSource(refuseSource, 'engine', change.engine)
    await addNetworkMountpoint(gate.context(request), name, change)
    return answer(name, request.signedIn.user)
  })

  serve(app, 'PATCH /network-mountpoints/:name', 'network.change', async (request) => {
    await checkSource(refuseSource, 'engine', request.body.engine)
    const { name } = await changeNetworkMountpoint(gate.context(request), request.params.name, request.body)
    return answer(name, request.signedIn.user)
  })

  serve(app, 'DELETE /network-mountpoints/:name', 'network.change', async (request) => {
    await removeNetworkMountpoint(gate.context(request), request.params.name)
    return {}
  })
}
