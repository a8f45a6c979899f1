// The Prometheus metrics of this process. Values that other components count are read when the metrics are scraped.
import { Registry } from 'prom-client'
import type { RecordingFigures } from '../../archive/recorder/recorder.ts'
import type { QualityFigures } from '../../recording/quality/monitor.ts'
import type { LockWaits } from '../../store/operations/lock-waits.ts'
import type { Report } from '../health/machine-reports.ts'
import type { CasterProcesses } from '../processes/caster-processes.ts'
import { version } from '../version.ts'
import { type CasterFigures, watchCaster } from './caster.ts'
import { type WatchedDatabase, watchDatabase, watchLockWaits } from './database.ts'
import { watchMachine } from './machine.ts'
import { type NetworkFigures, watchNetwork } from './network.ts'
import { watchProcess } from './process.ts'
import { watchQuality, watchRecording } from './recording.ts'
import { RequestTimes } from './request-times.ts'
import { by, registerScraped, type Series } from './scraped.ts'

export interface Metrics {
  readonly registry: Registry
  readonly observe: (route: string, method: string, status: number, milliseconds: number) => void
  /** Metrics that are the same on every node. */
  readonly watchNetwork: (read: () => Promise<NetworkFigures | null>) => void
  readonly watchMachine: (read: () => Promise<readonly Report[]>) => void
  readonly watchReadiness: (isReady: () => Promise<boolean>) => void
  readonly watchLockWaits: (read: () => Promise<LockWaits | null>) => void
  readonly watchCaster: (counts: () => CasterFigures) => void
  readonly watchRecording: (figures: () => RecordingFigures) => void
  readonly watchQuality: (figures: () => QualityFigures) => void
  /** Reported by the parent of the processes. */
  readonly watchCasterProcesses: (casters: Pick<CasterProcesses, 'up' | 'hangs'>) => void
  readonly watchClock: (skewSeconds: () => number) => void
}

/** `process` is the label of per-process metrics. */
export function createMetrics(db: WatchedDatabase, process: string): Metrics {
  const registry = new Registry()
  watchProcess(registry, process)
  const gauge = (
    name: string,
    help: string,
    series: () => Series | Promise<Series>,
    aggregator: 'sum' | 'min' | 'max' = 'sum',
  ) => registerScraped(registry, { name, help, type: 'gauge', aggregator }, series)
  const build = { version, node: globalThis.process.version }
  gauge('vertice_build_info', 'Which release runs, and on which Node.', () => [[build, 1]], 'max')
  watchDatabase(registry, db, process)
  const requests = new RequestTimes(registry)
  return {
    registry,
    observe: (route, method, status, milliseconds) => requests.observe(route, method, status, milliseconds),
    watchNetwork: (read) => watchNetwork(registry, read),
    watchMachine: (read) => watchMachine(registry, read),
    watchReadiness: (isReady) =>
      gauge('vertice_ready', 'Whether this process can do its work, as /readyz says.', async () => [
        [{}, (await isReady()) ? 1 : 0],
      ]),
    watchLockWaits: (read) => watchLockWaits(registry, read),
    watchCaster: (counts) => watchCaster(registry, counts),
    watchRecording: (figures) => watchRecording(registry, figures),
    watchQuality: (figures) => watchQuality(registry, figures),
    watchCasterProcesses({ up, hangs }) {
      gauge(
        'vertice_caster_up',
        'Whether the process of a caster runs and answers; it is started again when it does not.',
        () => Array.from(up(), ([process, isUp]) => [{ process }, isUp ? 1 : 0] as const),
      )
      registerScraped(
        registry,
        {
          name: 'vertice_caster_hangs_total',
          help: 'How often the process of a caster hung, and was killed and started again.',
          type: 'counter',
        },
        () => by('process', hangs()),
      )
    },
    watchClock: (skewSeconds) =>
      gauge(
        'vertice_clock_skew_seconds',
        "How far this machine's clock is ahead of the database's; negative: behind.",
        () => [[{ process }, skewSeconds()]],
      ),
  }
}
