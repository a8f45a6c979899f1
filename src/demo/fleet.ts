// The demo's simulated stations and rovers on the real caster.
import { setTimeout as sleep } from 'node:timers/promises'
import { MINUTE_MS } from '../domain/time/units.ts'
import type { Login } from './customers/credentials.ts'
import { type DemoRover, OPEN_ROVER } from './network/rovers.ts'
import { siteOf } from './network/sites.ts'
import { type DemoStation, LOSES_EPOCHS, MOVED, mountpointOf, STATIONS } from './network/stations.ts'
import type { Prepared } from './prepare.ts'
import { between, wordOf } from './simulator/random.ts'
import { SimulatedRover } from './simulator/rover.ts'
import type { Sky } from './simulator/sky/sky.ts'
import { SimulatedStation } from './simulator/station.ts'

export interface CasterPlace {
  readonly host: string
  readonly port: number
}

/** Shorter than usual, so that rovers return soon after their base; a local caster tolerates it. */
const ROVER_RETRY = { firstMs: 2_000, longestMs: MINUTE_MS }
const CONNECT_WITHIN_MS = 30_000
const POLL_MS = 20

export class Fleet {
  readonly stations: ReadonlyMap<string, SimulatedStation>
  readonly rovers: readonly SimulatedRover[]
  readonly #refused: SimulatedRover
  #said = ''

  constructor(sky: Sky, caster: CasterPlace, { pushSecrets, rovers, refusedRover, startedAt }: Prepared) {
    this.stations = new Map(
      STATIONS.map((station, index) => [
        station.code,
        new SimulatedStation({
          sky,
          ...caster,
          station: {
            code: station.code,
            stationId: index + 1,
            position: station,
            site: siteOf(station.code, startedAt),
          },
          mountpoint: mountpointOf(station.code),
          revision: index % 2 === 0 ? 2 : 1,
          credentials: { username: station.code, password: pushSecrets.get(station.code)! },
          latencyMs: latencyOf(station),
          onEvent: (event) => {
            if (event.kind === 'refused') this.#said = event.said
            if (event.kind === 'disconnected') this.#said = event.why
          },
        }),
      ]),
    )
    this.stations.get(LOSES_EPOCHS)!.loseEpochs(0.2)
    this.stations.get(MOVED)!.moveAntenna({ east: 0.8, north: 0.3, up: 0 })
    const roverOf = ({ login = null, ...rover }: DemoRover & { readonly login?: Login | null }) =>
      new SimulatedRover({ ...caster, ...rover, credentials: login, retry: ROVER_RETRY })
    this.rovers = [...rovers, OPEN_ROVER].map(roverOf)
    this.#refused = roverOf(refusedRover)
  }

  /** Resolves when every station sends and every rover receives. */
  async start(signal: AbortSignal): Promise<void> {
    for (const station of this.stations.values()) station.start()
    await this.#until(() => [...this.stations.values()].every(({ epochs }) => epochs.sent > 0), 'station', signal)
    for (const rover of [...this.rovers, this.#refused]) rover.start()
    await this.#until(() => this.rovers.every(({ received }) => received.frames > 0), 'rover', signal)
  }

  stop(): void {
    for (const rover of [...this.rovers, this.#refused]) rover.stop()
    for (const station of this.stations.values()) station.stop()
  }

  async #until(holds: () => boolean, who: string, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + CONNECT_WITHIN_MS
    while (!holds()) {
      signal.throwIfAborted()
      if (performance.now() > deadline)
        throw new Error(`a simulated ${who} does not get through to the caster ${this.#said}`.trim())
      await sleep(POLL_MS)
    }
  }
}

/** Matches the station's history. */
const latencyOf = ({ code, character }: DemoStation) =>
  Math.round(character === 'poor' ? between(700, 1200, wordOf(code)) : between(60, 320, wordOf(code)))
