// The seam for components that read every station's frames without being receivers, such as a recorder.

/**
 * Called once per chunk of whole RTCM frames of a station, only on the node that owns the station, so a cluster calls
 * it exactly once for each frame. Streams declared as another format are passed as they arrive. `receivedAtMs` is the
 * arrival time of the last byte of `frames` on the node's clock.
 *
 * A tap does not join the feed: it neither starts an on-demand pull nor keeps one open. It runs in the path of the
 * stream, so it must return quickly and must not throw. It may keep `frames`, but must not modify them.
 */
export type StationTap = (stationId: number, frames: Buffer, receivedAtMs: number, source: TappedSource) => void

/** One tap that calls each of these in turn. */
export const allTaps = (taps: readonly StationTap[]): StationTap => {
  const [first, ...more] = taps
  if (first && more.length === 0) return first
  return (...call) => {
    for (const tap of taps) tap(...call)
  }
}

/** Read it during the call: a source that steps aside or takes a new lease changes it. */
export interface TappedSource {
  readonly isStandby: boolean
  /** Fencing token of the station's lease; `null` if this node shares its streams with no other node. */
  readonly fencingToken: number | null
}
