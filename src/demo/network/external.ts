// The caster of a neighbouring operator, which the demo runs on this machine. Its mountpoints are offered here.
import type { KeyedContext } from '../../actions/context.ts'
import { type FoundTable, takeAnswer } from '../../actions/network/upstreams/follow.ts'
import { addUpstream } from '../../actions/network/upstreams/set.ts'
import { listStationIdsOf, readSealedUpstream } from '../../store/network/upstreams/rows.ts'
import { listStations, markSimulated } from '../../store/stations/rows.ts'
import type { ExternalStation } from '../simulator/casters/external-caster.ts'

export const EXTERNAL_NAME = 'BajaNet'
const PREFIX = 'BN_'

export const EXTERNAL_STATIONS: readonly ExternalStation[] = [
  { mountpoint: 'TIJU_SIM', city: 'Tijuana', lat: 32.5149, lng: -117.0382, height: 62.4 },
  { mountpoint: 'ENSE_SIM', city: 'Ensenada', lat: 31.8667, lng: -116.5964, height: 21.7 },
  { mountpoint: 'MXLI_SIM', city: 'Mexicali', lat: 32.6245, lng: -115.4523, height: -31.2 },
]

export const externalStation = EXTERNAL_STATIONS[0]!
/** Code and mountpoint of the station that a rover uses; the others are pulled only on demand. */
export const EXTERNAL_STATION = `${PREFIX}${externalStation.mountpoint}`

export interface External {
  /** With a login. */
  readonly url: string
  readonly table: FoundTable
}

/** Takes over its sourcetable immediately, and marks its stations as simulated. Returns their ids by code. */
export async function writeExternal(
  context: KeyedContext,
  { url, table }: External,
): Promise<ReadonlyMap<string, number>> {
  const { db, now } = context
  const id = await addUpstream(context, { name: EXTERNAL_NAME, url, prefix: PREFIX })
  await takeAnswer({ db, now }, (await readSealedUpstream(db, id))!, table)
  const ids = new Set(await listStationIdsOf(db, id))
  await markSimulated(db, [...ids])
  const stations = (await listStations(db)).filter((station) => ids.has(station.id))
  return new Map(stations.map(({ code, id: stationId }) => [code, stationId]))
}
