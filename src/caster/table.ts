// The sourcetable: what can be opened here and now, nothing else.
import type { Station } from '../domain/stations/station.ts'
import { sourcetable } from '../ntrip/sourcetable.ts'
import type { Book } from './services.ts'

const COUNTRY = 'MEX'

/** Anybody may ask for it as often as they like, and with thousands of stations it takes a while to write: so it is written when something changed. */
export class Table {
  #of: { readonly book: Book; readonly alive: readonly Station[]; readonly bytes: Buffer } | null = null

  now(book: Book, alive: readonly Station[]): Buffer {
    const known = this.#of
    if (known?.book === book && areSame(known.alive, alive)) return known.bytes
    const bytes = tableOf(book, alive)
    this.#of = { book, alive, bytes }
    return bytes
  }
}

const areSame = (some: readonly Station[], others: readonly Station[]) =>
  some.length === others.length && some.every((station, index) => station === others[index])

function tableOf({ network }: Book, alive: readonly Station[]): Buffer {
  const generator = 'Vertice'
  const streams = alive.map((station) => ({
    mountpoint: station.mountpoint,
    identifier: station.name,
    format: station.format,
    carrier: 2 as const,
    constellations: station.constellations.split('+').filter(Boolean),
    country: COUNTRY,
    lat: station.lat,
    lng: station.lng,
    needsGga: false,
    fromNetwork: false,
    generator,
  }))
  const centre = centreOf(alive)
  const networkStream = {
    mountpoint: network.mountpoint,
    identifier: network.name,
    format: network.format,
    carrier: 2 as const,
    constellations: [],
    country: COUNTRY,
    ...centre,
    needsGga: true,
    fromNetwork: true,
    generator,
  }
  const served = network.upstream !== null || alive.some(({ isRtcm }) => isRtcm)
  return Buffer.from(
    sourcetable({
      caster: {
        host: network.casterHost,
        port: network.casterPort,
        identifier: network.name,
        operator: network.name,
        readsGga: true,
        country: COUNTRY,
        ...centre,
      },
      network: { identifier: network.name, operator: network.name, fee: true },
      streams: served ? [networkStream, ...streams] : streams,
    }),
  )
}

function centreOf(stations: readonly Station[]): { lat: number | null; lng: number | null } {
  if (stations.length === 0) return { lat: null, lng: null }
  const mean = (of: (station: Station) => number) =>
    stations.reduce((sum, station) => sum + of(station), 0) / stations.length
  return { lat: mean(({ lat }) => lat), lng: mean(({ lng }) => lng) }
}
