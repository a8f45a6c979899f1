// A computation of the position of a base that is no station of the network, from a RINEX file that an operator uploads.
import { DAY_MS, MINUTE_MS } from '../../time/units.ts'
import type { ComputedPosition } from './computed-position.ts'
import type { Unchecked } from './run.ts'

/** Three days at 30 s without compression, or a day at 1 Hz as compressed CRINEX. */
export const MOST_FILE_BYTES = 64_000_000
/** The file is sent in parts, so that each fits the time limit of a request on a line of 1 Mbit/s. */
export const PART_BYTES = 2_000_000
export const MOST_PENDING_BASES = 5
/** Finished computations stay listed for this long. */
export const BASES_KEPT_MS = 90 * DAY_MS
/** An upload is given up this long after its last part. */
export const UPLOAD_IDLE_MS = 10 * MINUTE_MS

export const BASE_STATES = ['uploading', 'pending', 'ready', 'failed'] as const
export type BaseState = (typeof BASE_STATES)[number]

/** Why there is no position. */
export const BASE_FAILURES = [
  'not_rinex',
  'packed',
  'damaged',
  'too_large',
  'unreadable',
  'in_future',
  'no_observations',
  'no_header_position',
  'too_long',
  'too_short',
] as const
export type BaseFailure = (typeof BASE_FAILURES)[number] | Unchecked | 'broken_off' | 'internal_error'

export interface BaseResult {
  readonly computed: ComputedPosition
  /** Frame and epoch of the neighbours' coordinates. */
  readonly datum: string
  /** Codes. */
  readonly neighbours: readonly string[]
}

export interface BaseRun {
  readonly id: string
  readonly fileName: string
  readonly bytes: number
  /** Parts of the file that have arrived. */
  readonly parts: number
  readonly state: BaseState
  /** Number of the attempt that runs or that finished, starting at 1; 0 before the first. */
  readonly attempt: number
  readonly progressPct: number
  readonly result: BaseResult | null
  readonly failure: BaseFailure | null
  /** Line of the file that cannot be read. */
  readonly line: number | null
  readonly createdAt: Date
  readonly finishedAt: Date | null
}

export const partsOf = ({ bytes }: Pick<BaseRun, 'bytes'>): number => Math.ceil(bytes / PART_BYTES)

/** The last part is shorter. */
export const partBytes = ({ bytes }: Pick<BaseRun, 'bytes'>, part: number): number =>
  Math.min(PART_BYTES, bytes - part * PART_BYTES)

/** Name of a part in the storage. */
export const partName = ({ id }: Pick<BaseRun, 'id'>, part: number): string => `bases/${id}/${part}`
