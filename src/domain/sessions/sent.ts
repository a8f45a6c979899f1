// Which stretches of a session served a rover between two times, from the session's record.
import type { EndReason, ServedStretch } from './session.ts'

export interface SessionRecord {
  readonly id: string
  readonly credentialId: number | null
  readonly ownerId: number | null
  readonly username: string
  readonly mountpoint: string
  readonly startedAt: Date
  readonly endedAt: Date | null
  readonly endReason: EndReason | null
  /** Total of the session as of the last report. */
  readonly bytes: number
  /** `null` if an earlier release recorded the session. */
  readonly served: readonly ServedStretch[] | null
}

export interface Stretch {
  readonly source: ServedStretch['source']
  readonly fromMs: number
  readonly toMs: number
  /** Bytes that the stretch would have without skips; `null` while it runs. */
  readonly counted: number | null
  readonly skipped: number
}

/** Stretches that overlap the window. A stretch of a running session ends at `nowMs`. */
export function stretchesIn(
  { served, bytes, endedAt, endReason }: Pick<SessionRecord, 'served' | 'bytes' | 'endedAt' | 'endReason'>,
  fromMs: number,
  toMs: number,
  nowMs: number,
): Stretch[] {
  // A node that died could not report its last bytes.
  const total = endedAt && endReason !== 'node_lost' ? bytes : null
  const all = (served ?? []).map((one, index, stretches): Stretch => {
    const next = stretches[index + 1]
    const bytesAfter = next?.bytesBefore ?? total
    return {
      source: one.source,
      fromMs: one.atMs,
      toMs: next?.atMs ?? endedAt?.getTime() ?? nowMs,
      counted: bytesAfter === null ? null : bytesAfter - one.bytesBefore + one.skipped,
      skipped: one.skipped,
    }
  })
  return all.filter((one) => one.fromMs < toMs && one.toMs > fromMs)
}

/**
 * `exact`: the rebuilt stretch has exactly the counted number of bytes. `differs`: it has not. `unchecked`: the stretch
 * runs, is too long to be rebuilt from its start, or its node died. `computed`: not from a station, so it is not in the archive.
 * `skips`: the number fits, but the caster skipped some of the bytes because the rover read too slowly.
 */
export type SentCertainty = 'exact' | 'skips' | 'differs' | 'unchecked' | 'computed'

export interface SentPart {
  /** Code of the station; `null` for a computed stream. */
  readonly station: string | null
  readonly from: Date
  readonly to: Date
  readonly bytes: number
  readonly certainty: SentCertainty
  /** Bytes that the caster skipped somewhere in the stretch. */
  readonly skippedBytes: number
  /** Hours of the window that the archive does not have at all. */
  readonly missingHours: readonly Date[]
}

export interface SentReport {
  readonly session: string
  readonly username: string
  readonly mountpoint: string
  readonly from: Date
  readonly to: Date
  readonly bytes: number
  /** Hexadecimal. */
  readonly sha256: string
  /** Whether the mountpoint converts or filters; its present settings are used. */
  readonly isConverted: boolean
  readonly parts: readonly SentPart[]
  /** The record has no stretches before this time, because it keeps the newest only; `null` if it has all. */
  readonly unknownUntil: Date | null
}

export interface Sent {
  readonly bytes: Buffer
  readonly report: SentReport
}

/** A rover between two bases that changes once a minute reaches this in an hour. */
export const STRETCHES_KEPT = 60

export function unknownUntil({ served }: Pick<SessionRecord, 'served'>, from: Date): Date | null {
  const first = served?.length === STRETCHES_KEPT ? served[0]! : null
  return first && first.atMs > from.getTime() ? new Date(first.atMs) : null
}

/** Longest window in the console. */
export const MOST_SENT_MS = 3_600_000
