// The stream of a simulated station, epoch by epoch: observations first, then station and satellite messages.

import { encode1005, encode1033, encodeMsm, frame } from '@vertice/rtcm'
import type { Vector } from '../../domain/geometry/geodesy.ts'
import { wordOf } from './random.ts'
import { type Observed, Receiver } from './receiver.ts'
import type { Site } from './site.ts'
import { SIMULATED, type Simulated } from './sky/constellations.ts'
import { movedBy, type Offset, type Place, toEcef, upAt } from './sky/earth.ts'
import { EphemerisTurns } from './sky/ephemeris-turns.ts'
import type { Sky } from './sky/sky.ts'

export interface StationDescription {
  readonly code: string
  /** DF003, 0 to 4095. */
  readonly stationId: number
  readonly position: Place
  /** All four by default. */
  readonly constellations?: readonly Simulated[]
  /** What is wrong with the site; nothing by default. */
  readonly site?: Site
}

const STATION_EVERY_MS = 10_000
/** Antenna (16 characters) and radome (4), as in the IGS convention. */
const ANTENNA = 'SIMULATED       NONE'

/** Call with increasing times; epochs that are not requested are not generated. */
export class StationStream {
  readonly #sky: Sky
  readonly #station: StationDescription
  readonly #receiver: Receiver
  readonly #constellations: Set<Simulated>
  #position: Vector
  #stationDueMs = 0
  #ephemerides = new EphemerisTurns()

  constructor(sky: Sky, station: StationDescription) {
    this.#sky = sky
    this.#station = station
    this.#constellations = new Set(station.constellations ?? SIMULATED)
    this.#position = toEcef(station.position)
    const { site, position } = station
    const antenna = { position: site?.offset ? movedBy(position, site.offset) : this.#position, up: upAt(position) }
    this.#receiver = new Receiver({ sky, seed: wordOf(station.code), antenna, ...(site && { site }) })
  }

  /** For a new receiver: sends the station and satellite messages again. */
  restart(): void {
    this.#stationDueMs = 0
    this.#ephemerides = new EphemerisTurns()
  }

  /** Offset from the described position; announced in the next epoch. */
  moveAntenna(offset: Offset): void {
    this.#position = movedBy(this.#station.position, offset)
    this.#receiver.moveTo(this.#position)
    this.#stationDueMs = 0
  }

  /** Offset of the antenna from the described position. The stream announces the same position as before. */
  displaceAntenna(offset: Offset): void {
    this.#receiver.displaceTo(movedBy(this.#station.position, offset))
  }

  setObserved(constellation: Simulated, isObserved: boolean): void {
    if (isObserved) this.#constellations.add(constellation)
    else this.#constellations.delete(constellation)
  }

  epoch(instantMs: number): Buffer {
    const observed = this.#receiver
      .observe(instantMs)
      .filter(({ satellite }) => this.#constellations.has(satellite.constellation))
    const inView = observed.map(({ satellite }) => satellite)
    return Buffer.concat([
      ...this.#observations(observed, instantMs),
      ...this.#aboutStation(instantMs),
      ...this.#ephemerides.take(inView, instantMs).map((satellite) => this.#sky.broadcast(satellite, instantMs)),
    ])
  }

  #observations(observed: readonly Observed[], instantMs: number): Buffer[] {
    const groups = SIMULATED.map((constellation) => ({
      constellation,
      satellites: observed
        .filter(({ satellite }) => satellite.constellation === constellation)
        .map(({ observations }) => observations),
    })).filter(({ satellites }) => satellites.length > 0)
    return groups.map((group, place) => {
      const moreFollow = place < groups.length - 1
      return frame(encodeMsm(7, { ...group, stationId: this.#station.stationId, instantMs, moreFollow }))
    })
  }

  /** Every text field says "simulated". */
  #aboutStation(instantMs: number): Buffer[] {
    if (instantMs < this.#stationDueMs) return []
    this.#stationDueMs = instantMs + STATION_EVERY_MS
    const { stationId, code } = this.#station
    const [x, y, z] = this.#position
    const receiver = { type: 'SIMULATED', firmware: 'SIMULATED', serial: code.slice(0, 31) }
    return [
      frame(encode1005({ stationId, x, y, z })),
      frame(encode1033({ stationId, antenna: ANTENNA, antennaSetupId: 0, antennaSerial: 'SIMULATED', receiver })),
    ]
  }
}
