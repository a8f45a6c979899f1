// Clock alarms of a station that is sending data.
import type { StationStatus } from './station.ts'
import type { Alarm, LiveHealth } from './telemetry.ts'

type Clocks = Pick<LiveHealth, 'clocks' | 'timeAheadMs'>

export function clockAlarmsOf(stationId: number, status: StationStatus, { clocks, timeAheadMs }: Clocks): Alarm[] {
  if (status === 'maintenance' || status === 'offline') return []
  const alarms: Alarm[] = []
  if (clocks !== null) {
    const { reference } = clocks
    const differing = clocks.clocks.map(({ constellation, aheadMs }) => ({ constellation, seconds: seconds(aheadMs) }))
    alarms.push({ stationId, kind: 'clock_differs', params: { reference, clocks: differing } })
  }
  if (timeAheadMs !== null)
    alarms.push({ stationId, kind: 'wrong_time', params: { seconds: Math.round(timeAheadMs / 1000) } })
  return alarms
}

const seconds = (ms: number | null) => (ms === null ? null : Math.round(ms) / 1000)
