// Overall state of the network. Unmeasured stations do not count.
import type { StationStatus } from '../../stations/station.ts'

export const VERDICTS = ['up', 'partly', 'down', 'not_measured'] as const
export type Verdict = (typeof VERDICTS)[number]

export function verdictOf(stations: Iterable<{ readonly status: StationStatus; readonly measured: boolean }>): Verdict {
  let measured = 0
  let up = 0
  for (const station of stations) {
    if (!station.measured || station.status === 'maintenance') continue
    measured += 1
    if (station.status === 'online') up += 1
  }
  if (measured === 0) return 'not_measured'
  if (up === measured) return 'up'
  return up === 0 ? 'down' : 'partly'
}
