// The position of a base that is no station of the network, from a RINEX file and the recordings of its neighbours.
import { type ComputedPosition, computedPosition } from '../../domain/archive/integrity/computed-position.ts'
import type { StationCoordinate } from '../../domain/archive/integrity/coordinate.ts'
import type { Neighbour, Placed } from '../../domain/archive/integrity/neighbours.ts'
import { neighboursOf } from '../../domain/archive/integrity/neighbours.ts'
import type { Unchecked } from '../../domain/archive/integrity/run.ts'
import { positionOf } from '../../domain/geometry/geodesy.ts'
import { scanRinex } from '../import/rinex-file.ts'
import { NotImported } from '../import/source.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { type ReadSegment, VALID_MS } from '../reading/window.ts'
import { computeIntegrity } from './compute.ts'
import { coordinateOf } from './rows.ts'

/** Ids of stations are positive. */
const BASE_ID = 0
const INTERVAL_S = 30
const MOST_MS = 3 * 86_400_000

export interface BaseDependencies {
  readonly places: SegmentPlaces
  readonly stations: readonly Placed[]
  readonly segmentsOf: (stationId: number, from: Date, to: Date) => Promise<readonly ReadSegment[]>
  readonly now: Date
  readonly antennaFile: string
  readonly progress?: (share: number) => void
}

export interface ComputedBase {
  /** `null` if the base cannot be checked, or the data is too short. */
  readonly computed: ComputedPosition | null
  readonly unchecked: Unchecked | null
  readonly neighbours: readonly Neighbour[]
}

/** Throws `NotImported` with the reason if the file cannot be used. */
export async function computeBase(path: string, dependencies: BaseDependencies): Promise<ComputedBase> {
  const { places, stations, segmentsOf, now, antennaFile, progress } = dependencies
  const file = await scanRinex(path, now)
  if (file.kind === 'navigation') throw new NotImported('the file has no observations')
  const position = file.positions.find((one) => one !== null)
  if (!position) throw new NotImported('the header of the file contains no position')
  const [from, to] = [new Date(file.firstMs), new Date(file.lastMs + 1)]
  if (to.getTime() - from.getTime() > MOST_MS) throw new NotImported('the file has more than three days')
  const base = { id: BASE_ID, ...positionOf(position) }
  const neighbours = neighboursOf(base, [base, ...stations])
  const used = await Promise.all(
    stations
      .filter(({ id }) => neighbours.some((one) => one.id === id))
      .map(async ({ id, lat, lng }) => ({
        ...{ id, lat, lng },
        segments: await segmentsOf(id, new Date(from.getTime() - VALID_MS), new Date(to.getTime() + VALID_MS)),
      })),
  )
  const window = { from, to, intervalS: INTERVAL_S }
  const coordinates: StationCoordinate[] = []
  const { unchecked } = await computeIntegrity(
    places,
    { ...window, stations: [{ ...base, segments: [], file: path }, ...used], onlyOf: BASE_ID, antennaFile },
    {
      ...(progress && { progress }),
      onMovement() {},
      onDay(_day, _baselines, days) {
        for (const one of days) if (one.stationId === BASE_ID) coordinates.push(coordinateOf(one, window))
      },
    },
  )
  return {
    computed: computedPosition(coordinates),
    unchecked: unchecked.find(({ stationId }) => stationId === BASE_ID)?.reason ?? null,
    neighbours,
  }
}
