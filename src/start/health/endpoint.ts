// The metrics and health endpoint of a process. It also reports the state of the machine and of the network's queues.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { natsRisks } from '../../base/config/services/nats.ts'
import type { Component } from '../../base/running/component.ts'
import { sharedReading } from '../../base/running/shared-reading.ts'
import { listenOn } from '../../base/serving/listen.ts'
import { type MetricFamily, merged } from '../metrics/figures.ts'
import { metricsServer } from '../metrics/serve.ts'
import type { CasterProcesses } from '../processes/caster-processes.ts'
import type { ServiceContext } from '../roles/context.ts'
import { type Health, healthOf } from './health.ts'
import { machineReader, type Report, startReporting } from './machine-reports.ts'

/** Limits disk reads, no matter how often metrics are scraped. */
const MACHINE_FRESH_MS = 5_000

export interface HealthDependencies extends ServiceContext {
  /** Returns `null` until the caster has started, and without the role `caster`. */
  readonly caster: () => { readonly processes: CasterProcesses | null; isDraining(): boolean } | null
}

export class HealthEndpoint implements Component {
  /** Listens after `start`. */
  readonly server: Server
  readonly #dependencies: HealthDependencies
  readonly #machine: () => Promise<readonly Report[]>
  readonly #stops: (() => Promise<void>)[] = []
  #isStarting = true
  #isDraining = false

  constructor(dependencies: HealthDependencies) {
    const { config, metrics, log, lockWaits } = dependencies
    this.#dependencies = dependencies
    this.#machine = sharedReading(MACHINE_FRESH_MS, machineReader(config))
    metrics.watchMachine(this.#machine)
    metrics.watchLockWaits(lockWaits)
    metrics.watchReadiness(async () => (await this.#health()).ok)
    const others = () => this.#processMetrics()
    this.server = metricsServer({ metrics, others, health: () => this.#health() }, log)
  }

  get address(): AddressInfo | null {
    return this.server.address() as AddressInfo | null
  }

  async start(): Promise<void> {
    const { db, log, config, workerMetrics, telemetry, isCasterOnly } = this.#dependencies
    await listenOn(this.server, { host: config.metricsHost, port: config.metricsPort })
    const failingJobs = () => workerMetrics?.jobs.failing() ?? []
    const warn = (err: unknown) => log.warn({ err }, 'Could not report the state of this machine')
    this.#stops.push(startReporting(db, this.#machine, failingJobs, warn))
    // Not in casters: there can be many, and each would report the same.
    if (!isCasterOnly) this.#stops.push(await this.#watchNetwork())
    telemetry?.tellFigures(() => this.#allMetrics())
  }

  ready(): void {
    this.#isStarting = false
  }

  drain(): void {
    this.#isDraining = true
  }

  async stop(): Promise<void> {
    await Promise.all(this.#stops.map((stop) => stop()))
    await closeServer(this.server)
  }

  async #health(): Promise<Health> {
    const { databaseReadiness, caster, isCasterOnly, config } = this.#dependencies
    const running = caster()
    return healthOf({
      isStarting: this.#isStarting,
      isDraining: this.#isDraining || (running?.isDraining() ?? false),
      database: await databaseReadiness(),
      casters: running?.processes?.up() ?? null,
      isCasterOnly,
      busRisks: config.nats && config.roles.includes('caster') ? natsRisks(config.nats).map(({ what }) => what) : [],
    })
  }

  async #processMetrics(): Promise<MetricFamily[]> {
    return this.#dependencies.caster()?.processes?.figures() ?? []
  }

  async #allMetrics(): Promise<MetricFamily[]> {
    const own = (await this.#dependencies.metrics.registry.getMetricsAsJSON()) as MetricFamily[]
    return merged([...own, ...(await this.#processMetrics())])
  }

  // Imported on demand: a caster does not load this code.
  async #watchNetwork(): Promise<() => Promise<void>> {
    const { metrics, reader, log } = this.#dependencies
    const [{ networkFigures, queueReader }, { watchQueues }] = await Promise.all([
      import('./network-figures.ts'),
      import('./queue-watch.ts'),
    ])
    metrics.watchNetwork(networkFigures(this.#dependencies, () => reader.current()))
    return watchQueues(queueReader(this.#dependencies), log)
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
