// The station leases of this node, in the database. Bases that connect at the same time share a statement.

import { SharedRound } from '../../base/running/shared-round.ts'
import type { StationLeases } from '../../caster/services.ts'
import type { Database } from '../../store/kit/database.ts'
import { acceptingCasters } from '../../store/operations/nodes/casters.ts'
import {
  listStationsElsewhere,
  listStationsOf,
  releaseStations,
  type StationLease,
  takeStations,
} from '../../store/stations/leases.ts'
import type { NodeLease } from '../processes/node-lease.ts'

/** `ofMachine` is the number of casters that this machine starts, some of which can still be starting. */
export function stationLeases(db: Database, lease: NodeLease, ofMachine = 1): StationLeases {
  const node = lease.id
  /** Retries once, after renewing the node's lease, if the node counts as dead. */
  const take = async (stationIds: readonly number[]): Promise<StationLease[]> => {
    const taken = await takeStations(db, node, stationIds)
    if (taken) return taken
    await lease.renew()
    const again = await takeStations(db, node, stationIds)
    if (!again) throw new Error('this node still counts as dead after renewing its lease')
    return again
  }
  const taking = new SharedRound<number, number | null>(async (stationIds) => {
    const tokens = tokensOf(await take(stationIds))
    return stationIds.map((id) => tokens.get(id) ?? null)
  })
  return {
    async take(stationIds) {
      const taken = await Promise.all(stationIds.map(async (id) => ({ id, token: await taking.join(id) })))
      return new Map(taken.flatMap(({ id, token }) => (token === null ? [] : [[id, token] as const])))
    },
    async release(leases) {
      const rows = leases.map(({ stationId, fencingToken }) => ({ stationId, fencingToken }))
      await releaseStations(db, node, rows)
    },
    kept: async () => tokensOf(await listStationsOf(db, node)),
    async elsewhere(stationIds) {
      return new Set((await listStationsElsewhere(db, node, stationIds)).map(({ stationId }) => stationId))
    },
    casters: async () => Math.max((await acceptingCasters(db, node)).casters, ofMachine),
    isTrusted: (now) => lease.isHeld(now),
  }
}

const tokensOf = (leases: readonly StationLease[]) =>
  new Map(leases.map(({ stationId, fencingToken }) => [stationId, fencingToken] as const))
