// Baselines as nodes write them, with known movements of the stations.
import { ecefOf, fromLocal, type Local, type Vector } from '@vertice/gnss'
import type { BaselineBin, Trouble } from '../../src/domain/archive/integrity/live.ts'
import { saveSolved } from '../../src/recording/integrity/save.ts'
import type { Database } from '../../src/store/kit/database.ts'

export const BIN_MS = 300_000

export interface TestStation {
  readonly id: number
  readonly lat: number
  readonly lng: number
}

const STILL: Local = { east: 0, north: 0, up: 0 }

export class TestBaselines {
  readonly #db: Database
  readonly #stations: readonly TestStation[]
  /** Metres by which each station is away from the antenna that it announces. */
  readonly offsets = new Map<number, Local>()
  readonly silent = new Set<number>()
  /** Metres, normal: errors of five minutes. */
  noise: () => number = () => 0
  trouble: Trouble | null = null
  ionosphere: readonly number[] | null = null
  fencingToken: number | null = null

  constructor(db: Database, stations: readonly TestStation[]) {
    this.#db = db
    this.#stations = stations
  }

  /** Five minutes of all pairs that end at this time. */
  async write(atMs: number): Promise<void> {
    const sending = this.#stations.filter(({ id }) => !this.silent.has(id))
    const bins = sending.flatMap((a, index) => sending.slice(index + 1).map((b) => this.#bin(a, b, atMs)))
    const antennas = this.#stations.map((station) => ({ stationId: station.id, ...antennaOf(station) }))
    await saveSolved(this.#db, { bins, days: [], antennas })
  }

  #bin(a: TestStation, b: TestStation, atMs: number): BaselineBin {
    const [near, far] = [this.#placeOf(a), this.#placeOf(b)]
    const vector = { x: far.x - near.x, y: far.y - near.y, z: far.z - near.z }
    const isSolved = this.trouble === null
    return {
      ...{ a: a.id, b: b.id, fencingToken: this.fencingToken, atMs, epochs: 60, fixed: isSolved ? 60 : 0 },
      vector: isSolved ? vector : null,
      ...{ trouble: this.trouble, ionosphere: this.ionosphere },
    }
  }

  #placeOf(station: TestStation): Vector {
    const { x, y, z } = antennaOf(station)
    const { east, north, up } = this.offsets.get(station.id) ?? STILL
    const off = { east: east + this.noise(), north: north + this.noise(), up: up + 2 * this.noise() }
    const shift = fromLocal(off, station)
    return { x: x + shift.x, y: y + shift.y, z: z + shift.z }
  }
}

const antennaOf = ({ lat, lng }: TestStation): Vector => ecefOf({ lat, lng, height: 2_000 })
