// The context of every role of a process: configuration, database, log, metrics.
import type { Logger } from 'pino'
import type { Config } from '../../base/config/config.ts'
import { natsRisks } from '../../base/config/services/nats.ts'
import type { Around } from '../../base/running/around.ts'
import type { Component } from '../../base/running/component.ts'
import { sharedReading } from '../../base/running/shared-reading.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import type { PdfMaker } from '../../outbound/delivery/pdf/maker.ts'
import type { Transport } from '../../outbound/mail/transport.ts'
import { CurrentReader } from '../../store/current/current.ts'
import { type LockWaits, readLockWaits } from '../../store/operations/lock-waits.ts'
import { type Foundation, layFoundation } from '../foundation.ts'
import { type DatabaseReadiness, readiness } from '../health/readiness.ts'
import { openLog } from '../log.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import type { WorkerMetrics } from '../metrics/worker.ts'
import type { OpenTelemetry } from '../opentelemetry.ts'
import { connectionsOfCaster, connectionsOfService } from '../processes/connections.ts'
import { expectFreePorts } from '../processes/free-ports.ts'
import { type PassedSocket, socketMismatch } from '../processes/passed-sockets.ts'
import { prepareSeveralCasters } from '../processes/several-casters.ts'
import type { LiveSettings } from '../settings.ts'
import type { OwnerBrands } from './customers/brands.ts'

/** Max age of the lock waits, no matter how often metrics and `/readyz` are read. */
const LOCK_WAITS_FRESH_MS = 2_000

export interface StartOptions {
  /** Replaces the transport of SMTP_URL. */
  readonly transport?: Transport
  /** Process label in the metrics, for a child process whose parent collects its metrics. */
  readonly part?: string
  /** Node name of a caster in a child process; by default the machine's name. */
  readonly casterName?: string | undefined
  /** Aborts the wait for the database. */
  readonly signal?: AbortSignal
  /** Listening sockets of the service manager; used where host and port match the settings. */
  readonly sockets?: readonly PassedSocket[]
}

export interface ServiceContext extends Pick<Foundation, 'db' | 'keys' | 'clock' | 'casterDefaults'> {
  readonly config: Config
  readonly options: StartOptions
  /** True in a child process: its parent serves its metrics and health. */
  readonly isPart: boolean
  readonly isCasterOnly: boolean
  /** The caster runs in this process, not in child processes. */
  readonly isCasterHere: boolean
  readonly log: Logger
  readonly reader: CurrentReader
  readonly metrics: Metrics
  /** `null` without the role `worker`. */
  readonly workerMetrics: WorkerMetrics | null
  readonly databaseReadiness: () => Promise<DatabaseReadiness>
  /** Returns `null` if the database does not respond. */
  readonly lockWaits: () => Promise<LockWaits | null>
  /** `null` if OpenTelemetry is off. */
  readonly telemetry: OpenTelemetry | null
  readonly around?: Around | undefined
  /** Already running; the other components depend on them. */
  readonly opened: readonly Component[]
}

export interface RoleDependencies extends ServiceContext {
  readonly live: LiveSettings
  /** Returns `null` while the service sends no mail. */
  readonly customerMail: () => CustomerMail | null
  readonly transport: Transport
  readonly hasTransport: () => boolean
  readonly sheets: PdfMaker
  readonly brands: OwnerBrands
}

export async function openContext(given: Config, options: StartOptions): Promise<ServiceContext> {
  const log = openLog(given.logLevel)
  const warn = (message: string) => log.warn(message)
  const isPart = options.part !== undefined
  if (!isPart) for (const { name, instead } of given.removed) warn(`${name} is no longer a setting: ${instead}`)
  if (!isPart && given.nats && given.roles.includes('caster'))
    for (const { what, todo } of natsRisks(given.nats)) warn(`${what}; ${todo}`)
  const mismatch = isPart ? null : socketMismatch(options.sockets ?? [], given)
  if (mismatch !== null) warn(mismatch)
  if (!isPart) await expectFreePorts(given, options.sockets ?? [])
  const bus = isPart ? null : await prepareSeveralCasters(given, log)
  const config = bus ? { ...given, nats: bus.nats } : given
  const telemetry = await openTelemetry(config, log, options.casterName)
  const foundation = await layFoundation(config, warn, {
    signal: options.signal,
    isMigrated: isPart,
    auditKeptMs: config.roles.includes('worker') ? config.retention.auditMs : undefined,
    connections: isPart ? connectionsOfCaster(config) : connectionsOfService(config),
  }).catch(async (error) => {
    await bus?.stop()
    throw error
  })
  const { keys, clock, casterDefaults } = foundation
  const db = telemetry ? telemetry.followed(foundation.db) : foundation.db
  const isCasterOnly = config.roles.every((role) => role === 'caster')
  const isCasterHere = isPart || (isCasterOnly && config.casterProcesses === 1)
  const metrics = createMetrics(db, options.part ?? (isCasterHere ? 'caster' : 'main'))
  telemetry?.countLost(metrics.registry)
  const lockWaits = sharedReading(LOCK_WAITS_FRESH_MS, () => readLockWaits(foundation.db).catch(() => null))
  return {
    ...{
      db,
      keys,
      clock,
      casterDefaults,
      config,
      options,
      isPart,
      isCasterOnly,
      isCasterHere,
      log,
      metrics,
      telemetry,
    },
    reader: new CurrentReader(db, casterDefaults),
    workerMetrics: config.roles.includes('worker') ? await openWorkerMetrics(metrics) : null,
    databaseReadiness: readiness(db, lockWaits),
    lockWaits,
    around: telemetry?.around,
    opened: [
      { stop: () => foundation.close() },
      // Stops before the database: it reads its last metrics there.
      { stop: () => telemetry?.stop() },
      { stop: () => bus?.stop() },
    ],
  }
}

// Imported on demand: a process loads only the code of its roles.

async function openTelemetry(config: Config, log: Logger, name = config.nodeName): Promise<OpenTelemetry | null> {
  if (config.openTelemetry === null) return null
  const { startOpenTelemetry } = await import('../opentelemetry.ts')
  return startOpenTelemetry(config.openTelemetry, name, log)
}

const openWorkerMetrics = async ({ registry }: Metrics): Promise<WorkerMetrics> =>
  (await import('../metrics/worker.ts')).workerMetrics(registry)
