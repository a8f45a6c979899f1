// The position of a base that is no station of the network, from a RINEX file and the recordings of its neighbours.
import type { BaseFailure } from '../../domain/archive/integrity/base-run.ts'
import { type ComputedPosition, computedPosition } from '../../domain/archive/integrity/computed-position.ts'
import type { StationCoordinate } from '../../domain/archive/integrity/coordinate.ts'
import type { Neighbour, Placed } from '../../domain/archive/integrity/neighbours.ts'
import { neighboursOf } from '../../domain/archive/integrity/neighbours.ts'
import type { Unchecked } from '../../domain/archive/integrity/run.ts'
import { type Position, positionOf } from '../../domain/geometry/geodesy.ts'
import { scanRinex } from '../import/rinex-file.ts'
import { formatOf, NotImported } from '../import/source.ts'
import type { SegmentPlaces } from '../reading/records.ts'
import { type ReadSegment, segmentsIn, VALID_MS } from '../reading/window.ts'
import { computeIntegrity, type IntegrityJob } from './compute.ts'
import { coordinateOf } from './rows.ts'

/** Ids of stations are positive. */
const BASE_ID = 0
const INTERVAL_S = 30
const MOST_MS = 3 * 86_400_000
/** Three days at 1 Hz of four constellations, not compressed. A small gzip file can have any size unpacked. */
const MOST_UNPACKED_BYTES = 3_000_000_000

export interface BaseFile extends Position {
  readonly path: string
  readonly from: Date
  /** Does not belong to the window. */
  readonly to: Date
}

/** The reason why a file cannot be used, for the operator. */
export class UnusableFile extends Error {
  readonly code: BaseFailure
  readonly line: number | null

  constructor(message: string, code: BaseFailure, line: number | null = null) {
    super(message)
    this.code = code
    this.line = line
  }
}

/** Where and when a base observed. Reads the whole file. Throws `UnusableFile`. */
export async function scanBase(path: string, now: Date): Promise<BaseFile> {
  try {
    if ((await formatOf(path)) !== 'rinex') throw new UnusableFile('this is not a RINEX file', 'not_rinex')
    const file = await scanRinex(path, now, MOST_UNPACKED_BYTES)
    if (file.kind === 'navigation') throw new UnusableFile('the file has no observations', 'no_observations')
    const position = file.positions.find((one) => one !== null)
    if (!position) throw new UnusableFile('the header of the file contains no position', 'no_header_position')
    if (file.lastMs - file.firstMs >= MOST_MS) throw new UnusableFile('the file has more than three days', 'too_long')
    return { path, ...positionOf(position), from: new Date(file.firstMs), to: new Date(file.lastMs + 1) }
  } catch (error) {
    throw error instanceof NotImported ? new UnusableFile(error.message, error.code, error.line) : error
  }
}

interface Archive {
  readonly stations: readonly Placed[]
  readonly antennaFile: string
  readonly segmentsOf: (stationId: number, from: Date, to: Date) => Promise<readonly ReadSegment[]>
}

export interface BaseNeighbourhood {
  readonly neighbours: readonly Neighbour[]
  /** What to compute, or why the base cannot be checked. */
  readonly job: IntegrityJob | Unchecked
}

export async function baseJob(
  { path, from, to, ...place }: BaseFile,
  { stations, antennaFile, segmentsOf }: Archive,
): Promise<BaseNeighbourhood> {
  const base = { id: BASE_ID, ...place }
  const neighbours = neighboursOf(base, [base, ...stations])
  if (neighbours.length === 0) return { neighbours, job: 'no_neighbour' }
  const used = await Promise.all(
    stations
      .filter(({ id }) => neighbours.some((one) => one.id === id))
      .map(async ({ id, lat, lng }) => ({
        ...{ id, lat, lng },
        segments: await segmentsOf(id, new Date(from.getTime() - VALID_MS), new Date(to.getTime() + VALID_MS)),
      })),
  )
  if (used.every(({ segments }) => segmentsIn(segments, from, to).length === 0))
    return { neighbours, job: 'neighbour_without_data' }
  const all = [{ ...base, segments: [], file: path }, ...used]
  return { neighbours, job: { from, to, intervalS: INTERVAL_S, stations: all, onlyOf: BASE_ID, antennaFile } }
}

export type SolvedBase = { readonly computed: ComputedPosition } | { readonly failure: Unchecked | 'too_short' }

export async function solveBase(
  places: SegmentPlaces,
  job: IntegrityJob,
  progress: (share: number) => void,
): Promise<SolvedBase> {
  const coordinates: StationCoordinate[] = []
  const { unchecked } = await computeIntegrity(places, job, {
    progress,
    onMovement() {},
    onDay(_day, _baselines, days) {
      for (const one of days) if (one.stationId === BASE_ID) coordinates.push(coordinateOf(one, job))
    },
  })
  const computed = computedPosition(coordinates)
  if (computed) return { computed }
  return { failure: unchecked.find(({ stationId }) => stationId === BASE_ID)?.reason ?? 'too_short' }
}
