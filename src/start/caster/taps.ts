// The taps of a caster: each receives every frame of the stations that this node owns.
import type { StationTap } from '../../caster/streams/sources/station-tap.ts'
import type { QualityMonitor } from '../../recording/quality/monitor.ts'
import type { Recording } from './recording.ts'

/** Those that exist. `injected`: of tests and embedding programs. */
export function tapsOf(
  recording: Pick<Recording, 'tap'> | undefined,
  quality: Pick<QualityMonitor, 'tap'> | undefined,
  injected: StationTap | undefined,
): StationTap[] {
  const measured: StationTap | undefined =
    quality && ((id, frames, receivedMs, { fencingToken }) => quality.tap(id, frames, receivedMs, fencingToken))
  return [recording?.tap, measured, injected].filter((tap) => tap !== undefined)
}
