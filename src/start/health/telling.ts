// What a process tells of itself, whatever its roles: figures for Prometheus, whether it can do its work, what its machine has, and what stays undone.
import type { Server } from 'node:http'
import type { Logger } from 'pino'
import type { Config } from '../../base/config/config.ts'
import { sharedReading } from '../../base/running/shared-reading.ts'
import { closeGently } from '../../base/serving/close-gently.ts'
import type { Current } from '../../store/current/current.ts'
import type { Foundation } from '../foundation.ts'
import { type MetricFamily, merged } from '../metrics/figures.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { listen, metricsServer } from '../metrics/serve.ts'
import type { WorkerMetrics } from '../metrics/worker.ts'
import type { CasterProcesses } from '../processes/caster-processes.ts'
import type { InheritedSockets } from '../processes/hand-over/sockets.ts'
import { healthOf } from './health.ts'
import { machineReader, startReporting } from './machine-reports.ts'
import { readiness } from './readiness.ts'

/** However many read the metrics, a disk is looked at so often. */
const MACHINE_FRESH_MS = 5_000

/** Whoever reads metrics asks again soon. */
const READERS_PATIENCE_MS = 2_000

export interface Telling {
  /** It listens from the beginning; with an inherited socket when it has started. */
  readonly server: Server
  /** For the role of that name. */
  readonly worker: WorkerMetrics | null
  /** Of this process and those that it started, as they are shown. */
  readonly figures: () => Promise<MetricFamily[]>
  /** Why the database is of no use, or null. */
  readonly notReady: () => Promise<string | null>
  /** Until then it is not ready, and whoever asks at an inherited socket hears the process that still serves. */
  started(): Promise<void>
  /** From then on it is not. */
  draining(): void
  /** Casters in processes of their own. */
  ofCasters(casters: CasterProcesses): void
  /** The caster in this process: whether it takes nobody new. */
  ofCaster(isDraining: () => boolean): void
  /** Another process listens on the same socket, and answers from then on. */
  leave(): void
  stop(): Promise<void>
}

export async function startTelling(
  foundation: Foundation,
  config: Config,
  metrics: Metrics,
  current: () => Promise<Current>,
  log: Logger,
  inherited: InheritedSockets | null,
): Promise<Telling> {
  const { db } = foundation
  const isCasterOnly = config.roles.every((role) => role === 'caster')
  const worker = config.roles.includes('worker') ? await ofWorker(metrics) : null
  const notReady = readiness(db)
  let isStarting = true
  let isStopping = false
  let isCasterDraining = () => false
  let casters: CasterProcesses | null = null
  let left: Promise<void> | null = null
  const health = async () =>
    healthOf({
      isStarting,
      isDraining: isStopping || isCasterDraining(),
      database: await notReady(),
      casters: left ? null : (casters?.up() ?? null), // they leave too, for others
      isCasterOnly,
    })
  const machine = sharedReading(MACHINE_FRESH_MS, machineReader(config))
  metrics.watchMachine(machine)
  metrics.watchReadiness(async () => (await health()).ok)
  const others = async () => (casters ? casters.figures() : [])
  const server = metricsServer({ metrics, others, health }, log)
  const { metricsHost: host, metricsPort: port } = config
  const socket = inherited?.take('metrics', host, port) ?? null
  if (!socket) await listen(server, { host, port })
  const stops = [
    startReporting(
      db,
      machine,
      () => worker?.jobs.failing() ?? [],
      (err) => log.warn({ err }, 'this machine could not report'),
    ),
  ]
  // At scale casters are many, and each would tell the same.
  if (!isCasterOnly) stops.push(await tellOfNetwork(foundation, metrics, current, log))
  return {
    server,
    worker,
    figures: async () =>
      merged([...((await metrics.registry.getMetricsAsJSON()) as MetricFamily[]), ...(await others())]),
    notReady,
    async started() {
      isStarting = false
      if (socket) await listen(server, { host, port, ...socket })
    },
    draining() {
      isStopping = true
    },
    ofCasters(started) {
      casters = started
      metrics.watchCasterProcesses(started.up)
    },
    ofCaster(isDraining) {
      isCasterDraining = isDraining
    },
    leave() {
      left = closeGently(server, { patienceMs: READERS_PATIENCE_MS })
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()))
      await (left ?? closeServer(server))
    },
  }
}

// Loaded where they are needed: a caster holds no more than its own.
const ofWorker = async ({ registry }: Metrics): Promise<WorkerMetrics> =>
  (await import('../metrics/worker.ts')).workerMetrics(registry)

async function tellOfNetwork(
  foundation: Foundation,
  metrics: Metrics,
  current: () => Promise<Current>,
  log: Logger,
): Promise<() => Promise<void>> {
  const [{ networkFigures }, { watchQueues }] = await Promise.all([
    import('./network-figures.ts'),
    import('./queue-watch.ts'),
  ])
  const read = networkFigures(foundation, current)
  metrics.watchNetwork(read)
  return watchQueues(read, log)
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
