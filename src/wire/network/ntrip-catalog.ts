// The entry of a network in the public NTRIP catalogue (ntrip-catalog.org), from which programs read the reference frame
// of a mountpoint. Field names are those of its schema 0.1.
import { type FrameAtEpoch, tableEntryOf } from '../../domain/network/frame.ts'
import type { MadeMountpoint } from '../../domain/network/mountpoints/mountpoint.ts'
import { frameOfNetwork, type NetworkMountpoint } from '../../domain/network/mountpoints/network-mountpoint.ts'
import type { Network } from '../../domain/network/network.ts'
import { isShown } from '../../domain/stations/serving.ts'
import type { Station } from '../../domain/stations/station.ts'

export interface CatalogMountpoint extends FrameAtEpoch {
  readonly mountpoint: string
}

interface About {
  readonly name: string
  readonly casterHost: string
  readonly casterPort: number
  /** Page of the operator that names the frame. */
  readonly reference: string
  /** YYYY-MM-DD. */
  readonly day: string
}

interface Served {
  readonly network: Network
  readonly networks: readonly NetworkMountpoint[]
  readonly active: readonly Station[]
  readonly mountpoints: readonly MadeMountpoint[]
}

/** Network mountpoints, then stations, then derived mountpoints. Those of external casters are left out. */
export function catalogMountpoints({ network, networks, active, mountpoints }: Served): CatalogMountpoint[] {
  const own = new Map(active.filter((one) => !one.upstream && isShown(one)).map((one) => [one.id, one]))
  const derived = mountpoints.flatMap(({ name, stationId, alteration }) => {
    const station = own.get(stationId)
    return station ? [announcing(name, alteration.announced ?? station)] : []
  })
  return [
    ...networks.map((one) => announcing(one.name, frameOfNetwork(one, network))),
    ...Array.from(own.values(), (station) => announcing(station.mountpoint, station)),
    ...derived,
  ]
}

const announcing = (mountpoint: string, { frame, epoch }: FrameAtEpoch): CatalogMountpoint => ({
  mountpoint,
  frame,
  epoch,
})

/** Mountpoints whose frame is not in the table are left out. */
export function catalogEntry(
  { name, casterHost, casterPort, reference, day }: About,
  all: readonly CatalogMountpoint[],
) {
  const byFrame = new Map<string, { epoch: number | null; frame: ReturnType<typeof tableEntryOf>; names: string[] }>()
  for (const one of all) {
    const frame = tableEntryOf(one)
    if (frame === null) continue
    const group = byFrame.get(`${one.frame} ${one.epoch}`) ?? { epoch: one.epoch, frame, names: [] }
    byFrame.set(`${one.frame} ${one.epoch}`, { ...group, names: [...group.names, one.mountpoint] })
  }
  return {
    name,
    urls: [`http://${casterHost.toLowerCase()}:${casterPort}`],
    reference: { url: reference },
    last_update: day,
    streams: Array.from(byFrame.values(), ({ epoch, frame, names }) => ({
      filter: { mountpoints: names },
      crss: [{ id: `EPSG:${frame!.epsg}`, name: frame!.epsgName, ...(epoch !== null && { epoch }) }],
    })),
  }
}
