import { upstreamMountpointContext } from '../../../base/secrets/contexts.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { altersNothing } from '../../../domain/network/mountpoints/alteration.ts'
import { loginOf, type OfferChange, offerFaults } from '../../../domain/network/upstreams/settings.ts'
import { AS_LISTED, type StationUpstream } from '../../../domain/network/upstreams/upstream.ts'
import type { Station } from '../../../domain/stations/station.ts'
import type { Database } from '../../../store/kit/database.ts'
import { listMountpoints } from '../../../store/network/mountpoints.ts'
import {
  forgetFailures,
  listStationsOf,
  type UpstreamRef,
  writeOfferLogin,
  writeOfferSettings,
} from '../../../store/network/upstreams/rows.ts'
import { findStation, lockStations, updateStations } from '../../../store/stations/rows.ts'
import { type KeyedContext, record } from '../../context.ts'
import { nameFaults } from '../mountpoints/names.ts'
import { upstreamOf } from './set.ts'

/** A station by id, or a mountpoint by its upstream name. */
export type OfferRef = { readonly stationId: number } | { readonly there: string }

/** Takes effect immediately: rovers whose connection changes are disconnected and reconnect. */
export function setOffer(context: KeyedContext, of: UpstreamRef, which: OfferRef, change: OfferChange): Promise<void> {
  return context.db.transaction(async (tx) => {
    await lockStations(tx)
    const upstream = await upstreamOf(tx, of)
    const known = (await listStationsOf(tx, upstream.id)).find((one) =>
      'stationId' in which ? one.id === which.stationId : one.mountpoint === which.there,
    )
    if (!known || known.upstreamId !== upstream.id) throw new Refusal('mountpoint_not_found', nameIn(which))
    const station = (await findStation(tx, known.id)) as Station & { readonly upstream: StationUpstream }
    const { account, ...settings } = change
    const before = station.upstream.settings ?? AS_LISTED
    const next = { ...before, ...settings }
    const needsGga = next.needsGga ?? known.told?.needsGga ?? false
    const here = next.name ?? `${upstream.prefix}${known.mountpoint}`
    const faults = [
      ...offerFaults(change),
      ...(change.name === undefined || here.toLowerCase() === station.mountpoint.toLowerCase()
        ? []
        : await nameFaults(tx, here)),
      ...(needsGga && (await isAltered(tx, station.id))
        ? [wrong(['needsGga'], 'station_of_rovers_each', { code: station.code })]
        : []),
    ]
    if (faults.length > 0) throw invalid(...faults)
    const place = next.position ?? { lat: known.told?.lat ?? 0, lng: known.told?.lng ?? 0 }
    await updateStations(tx, [
      {
        ...{ id: station.id, code: station.code, mountpoint: change.name === undefined ? station.mountpoint : here },
        ...(change.position !== undefined && place),
      },
    ])
    await writeOfferSettings(tx, station.id, next)
    if (account !== undefined) {
      const sealed = account && context.keys.encrypt(loginOf(account), upstreamMountpointContext(station.id))
      await writeOfferLogin(tx, station.id, sealed)
    }
    await forgetFailures(tx, [station.id])
    const subject = { kind: 'upstream', id: upstream.id } as const
    const login = account === undefined ? 'kept' : account ? 'set' : 'removed'
    const details = { name: upstream.name, mountpoint: known.mountpoint, settings: next, login }
    await record(tx, context, { action: 'upstream.mountpoint_set', subject, details })
  })
}

const nameIn = (which: OfferRef) => ({ name: 'there' in which ? which.there : '' })

async function isAltered(tx: Database, stationId: number): Promise<boolean> {
  return (await listMountpoints(tx)).some((one) => one.stationId === stationId && !altersNothing(one.alteration))
}
