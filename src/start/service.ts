// Starts and stops the roles and hands each the functions it needs. What a role needs is loaded with it: a process holds no more than its own.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeSetupLink } from '../actions/people/login-links.ts'
import type { Config, NatsConfig } from '../config.ts'
import type { Transport } from '../mail/transport.ts'
import { soon } from '../running/soon.ts'
import { CurrentReader } from '../store/current/current.ts'
import { forgetNode } from '../store/nodes/rows.ts'
import type { MetricFamily } from './figures.ts'
import { LETTING_GO_MS, layFoundation } from './foundation.ts'
import { openLog } from './log.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { NodeLease } from './node-lease.ts'
import { connectionsOfCaster, prepareSeveralCasters } from './several-casters.ts'
import { keepWatch } from './watch.ts'

export interface Service {
  /** Where the API listens; null when this process has no such role. */
  readonly apiAddress: AddressInfo | null
  /** null: another process tells the figures of this one. */
  readonly metricsAddress: AddressInfo | null
  /** Where the caster listens, if this process has that role. */
  readonly casterAddress: AddressInfo | null
  readonly casterTlsAddress: AddressInfo | null
  /** The id of its node, if the caster runs in this very process. */
  readonly casterNode: string | null
  /** Where its casters meet; null: nowhere. */
  readonly nats: NatsConfig | null
  /** For the first administrator, while there is none and this process has pages to show. */
  readonly setupToken: string | null
  figures(): Promise<MetricFamily[]>
  /** Answers what was asked, takes nothing new, lets go of the database. */
  stop(): Promise<void>
}

export interface StartOptions {
  /** Another way for mails than SMTP_URL. */
  readonly transport?: Transport
  /** Whoever started this process asks it for its figures, and shows them with its own; how it is called there. */
  readonly part?: string
  /** How the node of a caster is called that is one of several processes of its machine; as the machine where nothing is said. */
  readonly casterName?: string | undefined
  /** Whoever started it does not want to wait for the database any more. */
  readonly signal?: AbortSignal
}

export async function startService(
  given: Config,
  { transport, part, casterName, signal }: StartOptions = {},
): Promise<Service> {
  const log = openLog(given.logLevel)
  const isPart = part !== undefined
  const bus = isPart ? null : await prepareSeveralCasters(given, log)
  const config = bus ? { ...given, nats: bus.nats } : given
  const foundation = await layFoundation(config, (message) => log.warn(message), {
    signal,
    isMigrated: isPart,
    auditKeptMs: config.roles.includes('worker') ? config.retention.auditMs : undefined,
    connections: isPart ? connectionsOfCaster(config) : undefined,
  }).catch(async (error) => {
    await bus?.stop()
    throw error
  })
  const { db, clock, casterDefaults } = foundation
  const roleStops: (() => Promise<unknown>)[] = []
  const otherStops: (() => Promise<unknown>)[] = bus ? [() => bus.stop()] : []
  // Side by side, so that their times do not add up; and one that fails keeps nobody from stopping the next.
  const stop = async () => {
    await Promise.allSettled(roleStops.map((stopRole) => stopRole()))
    await Promise.allSettled(otherStops.map((stopOther) => stopOther()))
    await foundation.close()
  }
  try {
    const has = (role: Config['roles'][number]) => config.roles.includes(role)
    const isCasterOnly = config.roles.every((role) => role === 'caster')
    /** Several have processes of their own even where this one does nothing else. */
    const isCasterHere = isPart || (isCasterOnly && config.casterProcesses === 1)
    const reader = new CurrentReader(db, casterDefaults)
    const current = () => reader.current()
    const metrics = createMetrics(db.pool, part ?? (isCasterHere ? 'caster' : 'main'))
    keepWatch(foundation, metrics, isPart ? null : log)
    let partFigures = async (): Promise<MetricFamily[]> => []
    const startCasterSomewhere = async () => {
      if (isCasterHere) {
        const { startCasterRole } = await import('./caster.ts')
        const { caster, lease, stop } = await startCasterRole(
          foundation,
          { ...config, casterName },
          current,
          log,
          metrics,
        )
        return { address: caster.address, tlsAddress: caster.tlsAddress, node: lease.id, stop }
      }
      const { startCasterProcesses } = await import('./caster-processes.ts')
      // Others would find out in ten seconds; its rovers and bases come back before.
      const ended = (node: string) => void forgetNode(db, node).catch(() => {})
      const casters = await startCasterProcesses(config, log, ended)
      partFigures = casters.figures
      metrics.watchCasterProcesses(casters.up)
      return { ...casters, node: null }
    }
    let metricsServer: Server | null = null
    if (!isPart) {
      metricsServer = await serveMetrics(metrics, config.metricsHost, config.metricsPort, () => partFigures())
      const server = metricsServer
      otherStops.push(() => closeServer(server))
    }

    const casterStarts = has('caster') ? startCasterSomewhere() : null
    casterStarts?.catch(() => {}) // heard below, after what starts beside it
    roleStops.push(async () => (await casterStarts?.catch(() => null))?.stop())

    let apiAddress: AddressInfo | null = null
    if (!isCasterOnly) {
      const roles = config.roles.filter((role) => role !== 'caster')
      const lease = await NodeLease.take({ db, log }, { name: config.nodeName, machine: config.nodeName, roles })
      otherStops.push(() => lease.stop())
      const [{ customerMailOf, openSheets }, { openTransport }] = await Promise.all([
        import('./handover.ts'),
        import('../mail/transport.ts'),
      ])
      const way = transport ?? (config.smtp && openTransport(config.smtp))
      const customerMail = customerMailOf(config, way !== null)
      const sheets = openSheets(config)
      otherStops.push(() => sheets.close())
      if (has('worker')) {
        const { startWorkerRole } = await import('./worker.ts')
        const means = { current, log, metrics, customerMail, sheets, transport: way }
        const role = await startWorkerRole(foundation, config, means)
        roleStops.push(() => role.stop())
      }
      if (has('api')) {
        const { startApiRole } = await import('./api.ts')
        const role = await startApiRole(foundation, config, current, log, metrics, customerMail, sheets)
        roleStops.push(() => role.stop())
        apiAddress = role.address
      }
    }
    const caster = await casterStarts
    return {
      apiAddress,
      setupToken: apiAddress === null ? null : await makeSetupLink(db, clock()),
      metricsAddress: metricsServer && (metricsServer.address() as AddressInfo),
      casterAddress: caster?.address ?? null,
      casterTlsAddress: caster?.tlsAddress ?? null,
      casterNode: caster?.node ?? null,
      nats: config.nats,
      figures: () => metrics.registry.getMetricsAsJSON() as Promise<MetricFamily[]>,
      stop,
    }
  } catch (error) {
    // What is half started must not keep the process, or the database, alive.
    await soon(stop(), LETTING_GO_MS)
    throw error
  }
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
