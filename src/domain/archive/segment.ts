// A file of recorded observations: what one node wrote of a station in one UTC hour, from one source.
import { HOUR_MS } from '../time/units.ts'

/** `standby`: received from the station's standby source. `import`: from a file that an operator added later. */
export type SegmentOrigin = 'stream' | 'standby' | 'import'

/**
 * `rtcm`: frames with their receive time. `rinex`: the missing epochs of an imported RINEX file, or the ephemerides of a
 * navigation file, as RINEX 3.05.
 */
export type SegmentFormat = 'rtcm' | 'rinex'

/**
 * `open`: being written on the disk of its node. `closed`: complete and compressed, still on that disk. `stored`: in
 * the storage, where every node can read it.
 */
export type SegmentState = 'open' | 'closed' | 'stored'

/** What the observations in a segment amount to. Times are times of observation. */
export interface SegmentCounts {
  readonly bytes: number
  readonly epochs: number
  /** The most frequent time between epochs; `null` with fewer than two epochs. */
  readonly intervalMs: number | null
  readonly firstEpoch: Date | null
  readonly lastEpoch: Date | null
}

export interface SegmentStart {
  readonly stationId: number
  /** Start of the UTC hour in which the frames were received. */
  readonly hour: Date
  readonly origin: SegmentOrigin
  readonly format: SegmentFormat
  readonly node: string
  /** Fencing token of the station's lease; `null` without leases. */
  readonly fencingToken: number | null
  /** In the storage, unique. */
  readonly name: string
}

export interface Segment extends SegmentStart, SegmentCounts {
  readonly id: number
  readonly state: SegmentState
  /** Size of the compressed file; `null` while the segment is open. */
  readonly storedBytes: number | null
  readonly sha256: Buffer | null
  /** Hour of the observations if the clock of the machine or of the receiver was wrong by more than an hour. */
  readonly observedHour: Date | null
}

export const hourOf = (at: number | Date): Date => new Date(Math.floor(Number(at) / HOUR_MS) * HOUR_MS)

/** Whether a clock was wrong by more than an hour. `hour`: of arrival. */
export const isObservedElsewhere = (hour: Date, first: Date | null, last: Date | null): boolean =>
  first !== null &&
  last !== null &&
  (Number(first) >= Number(hour) + 2 * HOUR_MS || Number(last) < Number(hour) - HOUR_MS)

/** `part` is random: it distinguishes the segments of an hour. */
export function segmentName({ stationId, hour }: Pick<SegmentStart, 'stationId' | 'hour'>, part: string): string {
  const [day, time] = hour.toISOString().split('T') as [string, string]
  return `raw/${stationId}/${day}/${time.slice(0, 2)}-${part}.vseg.zst`
}

/** The same for all segments of an imported file. */
export const partOf = (name: string): string => name.slice(name.lastIndexOf('/') + 4, name.lastIndexOf('.vseg'))
