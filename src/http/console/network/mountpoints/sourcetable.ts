import type { Static } from 'typebox'
import type { App } from '../../../../base/serving/app.ts'
import { DEFAULT_NETWORK, isAltered } from '../../../../domain/network/mountpoints/network-mountpoint.ts'
import { type Offer as Offered, offersAt } from '../../../../domain/network/mountpoints/offer.ts'
import { scopeOf } from '../../../../domain/people/permissions.ts'
import { countLiveRoversByMountpoint } from '../../../../store/sessions/live-rovers.ts'
import type { Offer } from '../../contract/network/mountpoints.ts'
import { cutAt, placeIn } from '../../kit/paging.ts'
import { serve } from '../../kit/serve.ts'
import type { ConsoleServices } from '../../services.ts'

const DEFAULT_LIMIT = 200

export function sourcetableRoutes(app: App, { db, clock, current }: ConsoleServices): void {
  serve(app, 'GET /sourcetable', 'network.read', async ({ query, signedIn }) => {
    const { search = '', kind, state, open, limit = DEFAULT_LIMIT, cursor } = query
    const { network, active, mounts, groups } = (await current()).book
    const wanted = search.trim().toLowerCase()
    const found = offersAt(network, active, mounts, groups, clock())
      .filter((offer) => kind === undefined || offer.kind === kind)
      .filter((offer) => state === undefined || offer.state === state)
      .filter((offer) => open === undefined || offer.isOpen === (open === 'true'))
      .filter(({ name, label, station }) => `${name} ${label} ${station?.code ?? ''}`.toLowerCase().includes(wanted))
    const [after] = placeIn(cursor, /^after:(.{1,100})$/) ?? []
    const from = after === undefined ? 0 : found.findIndex(({ name }) => name === after) + 1
    const { page, nextCursor } = cutAt(found.slice(from, from + limit + 1), limit, ({ name }) => `after:${name}`)
    const names = page.map(({ name }) => name)
    const connected = await countLiveRoversByMountpoint(db, scopeOf(signedIn.user), names)
    const caster = { host: network.casterHost, port: network.casterPort }
    return { offers: page.map((offer) => offerAnswer(offer, connected)), caster, total: found.length, nextCursor }
  })
}

function offerAnswer(offer: Offered, connected: ReadonlyMap<string, number>): Static<typeof Offer> {
  const { station, made, network, ...told } = offer
  const id = offer.name.toLowerCase()
  return {
    ...{ id, ...told },
    stationId: station?.id ?? null,
    stationCode: station?.code ?? null,
    mountpointId: made?.id ?? null,
    // The default network mountpoint is a setting of the network.
    networkId: network && network.id !== DEFAULT_NETWORK ? network.id : null,
    alteration: made?.alteration ?? (network && isAltered(network) ? network.alteration : null),
    simulated: station?.simulated ?? false,
    connected: connected.get(id) ?? 0,
  }
}
