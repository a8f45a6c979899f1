// The names of all metrics that any process may report, whatever its roles.
import { createMetrics } from '../../src/start/metrics/metrics.ts'
import { workerMetrics } from '../../src/start/metrics/worker.ts'

const SHARING = {
  ...{ isUp: true, owned: 0, listened: 0, messagesIn: 0, bytesIn: 0, messagesOut: 0, bytesOut: 0 },
  ...{ missed: 0, tooOld: 0, unsendable: 0, rejected: new Map() },
}
const CASTER = {
  ...{
    rovers: 0,
    sources: 0,
    bytesOut: 0,
    bytesIn: 0,
    droppedForSlowness: 0,
    altered: 1,
    notConverted: new Map([['lower_level', 1]]),
    leftOutBytes: 0,
    forwards: { sending: 0, failing: 0, bytes: 0 },
    sharing: SHARING,
  },
  ...{ refusals: new Map(), unrecorded: new Map(), alarms: new Map() },
}

export async function everyMetric(): Promise<Set<string>> {
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 }
  const metrics = createMetrics({ pool, isSilent: false, tellTimes: () => {} }, 'main')
  workerMetrics(metrics.registry)
  metrics.watchNetwork(async () => null)
  metrics.watchMachine(async () => [])
  metrics.watchReadiness(async () => true)
  metrics.watchLockWaits(async () => null)
  metrics.watchCaster(() => CASTER)
  metrics.watchCasterProcesses({ up: () => new Map(), hangs: () => new Map() })
  metrics.watchClock(() => 0)
  const families = await metrics.registry.getMetricsAsJSON()
  return new Set(
    families.flatMap(({ name, type }) =>
      String(type) === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
}
