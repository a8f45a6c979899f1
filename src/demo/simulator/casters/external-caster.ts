// A simulated caster of another operator: a few stations, each streamed to every client that requests it.
import type { Socket } from 'node:net'
import { type Credentials, type ReadTable, readTable } from '@vertice/ntrip'
import { everyEpoch } from '../epoch-clock.ts'
import type { Place } from '../sky/earth.ts'
import type { Sky } from '../sky/sky.ts'
import { StationStream } from '../station-stream.ts'
import { CasterServer } from './server.ts'

export interface ExternalStation extends Place {
  readonly mountpoint: string
  /** Identifier in the sourcetable: a city. */
  readonly city: string
}

export interface ExternalCasterOptions {
  readonly sky: Sky
  readonly name: string
  readonly stations: readonly ExternalStation[]
  readonly credentials: Credentials
  readonly intervalMs?: number
}

/** DF003 of the first station. */
const FIRST_STATION_ID = 3000
/** A client that does not read is disconnected. */
const MOST_UNSENT_BYTES = 256 * 1024

export class ExternalCaster {
  readonly #options: ExternalCasterOptions
  readonly #server: CasterServer

  constructor(options: ExternalCasterOptions) {
    this.#options = options
    this.#server = new CasterServer({
      ...options,
      readsGga: false,
      streams: options.stations.map(({ mountpoint, city, lat, lng }) => ({
        ...{ mountpoint, lat, lng, identifier: city, country: 'MEX', format: 'RTCM 3.3', carrier: 2 as const },
        formatDetails: '1005(10),1033(10),1077(1),1087(1),1097(1),1127(1)',
        constellations: ['GPS', 'GLO', 'GAL', 'BDS'],
        needsGga: false,
        fromNetwork: false,
        generator: 'SIMULATED',
      })),
      serve: (socket, { mountpoint }) => this.#serve(socket, mountpoint),
    })
  }

  get port(): number {
    return this.#server.port
  }

  listen = () => this.#server.listen()
  close = () => this.#server.close()

  /** Its sourcetable as clients read it. */
  table(): ReadTable {
    const steps = readTable(this.#server.sourcetable())
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
    }
  }

  #serve(socket: Socket, mountpoint: string): void {
    const { sky, stations, intervalMs = 1000 } = this.#options
    const index = stations.findIndex((station) => station.mountpoint === mountpoint)
    const description = { code: mountpoint, stationId: FIRST_STATION_ID + index, position: stations[index]! }
    const stream = new StationStream(sky, description)
    const stopClock = everyEpoch(intervalMs, (instantMs) => {
      if (socket.writableLength > MOST_UNSENT_BYTES) socket.destroy()
      else socket.write(stream.epoch(instantMs))
    })
    socket.on('data', () => {}) // positions are not used, but must be read
    socket.on('close', stopClock)
  }
}
