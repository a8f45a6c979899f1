// Node's process metrics. The event loop delay is measured here: prom-client would wake every process a hundred times a
// second for it, which was half of the CPU time of an idle service, and its values include the 10 ms between samples.
import { collectDefaultMetrics, type Registry } from 'prom-client'
import { alignedInterval } from '../../base/running/aligned-interval.ts'
import { registerScraped } from './scraped.ts'

const SAMPLE_MS = 500
const SAMPLES = 120 // a minute
/** prom-client cannot turn its sampling off, but can sample once an hour. The metrics computed from it are removed. */
const RARELY_MS = 3_600_000
const FROM_SAMPLES = ['min', 'max', 'mean', 'stddev', 'p50', 'p90', 'p99']

export function watchProcess(registry: Registry, process: string): void {
  collectDefaultMetrics({ register: registry, labels: { process }, eventLoopMonitoringPrecision: RARELY_MS })
  for (const figure of FROM_SAMPLES) registry.removeSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`)
  const lagSeconds = watchEventLoop()
  registerScraped(
    registry,
    {
      name: 'nodejs_eventloop_lag_p99_seconds',
      help: 'Event loop lag: 99th percentile of two samples per second over the last minute.',
      type: 'gauge',
      aggregator: 'max',
    },
    () => [[{ process }, lagSeconds()]],
  )
}

/** Samples until the process ends. Returns a function that computes the 99th percentile. */
export function watchEventLoop(): () => number {
  const delays: number[] = []
  const sample = (lateMs: number) => {
    delays.push(lateMs)
    if (delays.length > SAMPLES) delays.shift()
  }
  alignedInterval(sample, SAMPLE_MS, { background: true })
  return () => (delays.toSorted((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? 0) / 1000
}
