// Starts and stops the roles and hands each the functions it needs. What a role needs is loaded with it: a process holds no more than its own.
import type { AddressInfo, Server as NetServer } from 'node:net'
import type { Logger } from 'pino'
import { makeSetupLink } from '../actions/people/login-links.ts'
import type { Config, NatsConfig } from '../base/config/config.ts'
import { soon } from '../base/running/soon.ts'
import type { Transport } from '../outbound/mail/transport.ts'
import { CurrentReader } from '../store/current/current.ts'
import { forgetNode } from '../store/operations/nodes/rows.ts'
import { hasAdministrator } from '../store/people/users.ts'
import { LETTING_GO_MS, layFoundation } from './foundation.ts'
import { startTelling, type Telling } from './health/telling.ts'
import { keepWatch } from './health/watch.ts'
import { openLog } from './log.ts'
import type { MetricFamily } from './metrics/figures.ts'
import { createMetrics } from './metrics/metrics.ts'
import type { OpenTelemetry } from './opentelemetry.ts'
import { connectionsOfCaster, connectionsOfService, tellIfCrowded } from './processes/connections.ts'
import type { InheritedSockets, SocketPlace } from './processes/hand-over/sockets.ts'
import { NodeLease } from './processes/node-lease.ts'
import { prepareSeveralCasters } from './processes/several-casters.ts'

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
  /** Nobody can administer yet, and this process has pages to begin with. */
  readonly needsAdministrator: boolean
  /** For the first administrator: a new one each time; null: somebody can administer. */
  makeSetupToken(): Promise<string | null>
  figures(): Promise<MetricFamily[]>
  /** What a process that takes over goes on listening with. */
  listeners(): readonly Listener[]
  /** Answers what was asked, takes nothing new, lets go of the database. */
  stop(): Promise<void>
  /** The same, while another process serves in its place: nobody who is connected is cut off in the middle of something. */
  retire(basesFirst?: boolean): Promise<void>
}

export interface Listener extends SocketPlace {
  readonly server: NetServer
}

interface Part {
  stop(): Promise<unknown>
  /** Where it is another thing than to stop. `basesFirst`: what they send does not reach the next one's rovers before they are there. */
  retire?(basesFirst: boolean): Promise<unknown>
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
  /** It takes over from a process that serves until this one is ready. */
  readonly takesOver?: boolean
  /** With its sockets, as far as they are where this one listens. */
  readonly inherited?: InheritedSockets | null
}

export async function startService(
  given: Config,
  { transport, part, casterName, signal, takesOver = false, inherited = null }: StartOptions = {},
): Promise<Service> {
  const log = openLog(given.logLevel)
  const isPart = part !== undefined
  if (!isPart) for (const { name, instead } of given.removed) log.warn(`${name} is no longer a setting: ${instead}`)
  const bus = isPart ? null : await prepareSeveralCasters(given, log)
  const config = bus ? { ...given, nats: bus.nats } : given
  const telemetry = await openTelemetry(config, log, casterName)
  const laid = await layFoundation(config, (message) => log.warn(message), {
    signal,
    isMigrated: isPart,
    isBesideOlder: takesOver,
    auditKeptMs: config.roles.includes('worker') ? config.retention.auditMs : undefined,
    connections: isPart ? connectionsOfCaster(config) : connectionsOfService(config),
  }).catch(async (error) => {
    await bus?.stop()
    throw error
  })
  const foundation = telemetry ? { ...laid, db: telemetry.followed(laid.db), around: telemetry.around } : laid
  const { db, clock, casterDefaults } = foundation
  const roles: Part[] = []
  const others: Part[] = bus ? [bus] : []
  const listeners: Listener[] = []
  let telling: Telling | null = null
  // Side by side, so that their times do not add up; and one that fails keeps nobody from stopping the next.
  const end = async (how: (part: Part) => Promise<unknown>) => {
    await Promise.allSettled(roles.map(how))
    await Promise.allSettled(others.map(how))
    await telemetry?.stop() // whose last figures are asked of the database
    await foundation.close()
  }
  const stop = () => {
    telling?.draining()
    return end((one) => one.stop())
  }
  // Casters on a bus of our own do not hear those of the next process, which have another.
  const retire = (basesFirst = given.nats === null) => {
    telling?.leave() // first: what this process could say of itself from now on is not true of the service
    return end((one) => one.retire?.(basesFirst) ?? one.stop())
  }
  try {
    const has = (role: Config['roles'][number]) => config.roles.includes(role)
    const isCasterOnly = config.roles.every((role) => role === 'caster')
    /** Several have processes of their own even where this one does nothing else. */
    const isCasterHere = isPart || (isCasterOnly && config.casterProcesses === 1)
    const reader = new CurrentReader(db, casterDefaults)
    const current = () => reader.current()
    const metrics = createMetrics(db, part ?? (isCasterHere ? 'caster' : 'main'))
    telemetry?.countLost(metrics.registry)
    keepWatch(foundation, metrics, isPart ? null : log)
    if (!isPart) {
      await tellIfCrowded(db, config, (message) => log.warn(message))
      telling = await startTelling(foundation, config, metrics, current, log, inherited)
      telemetry?.tellFigures(telling.figures)
      others.push(telling)
      listeners.push({ name: 'metrics', host: config.metricsHost, port: config.metricsPort, server: telling.server })
    }
    const startCasterSomewhere = async () => {
      if (isCasterHere) {
        const { startCasterRole } = await import('./roles/caster.ts')
        const { caster, lease, stop, retire, isDraining } = await startCasterRole(
          { ...foundation, current, log, metrics },
          { ...config, casterName, takesOver },
        )
        telling?.ofCaster(isDraining)
        return { address: caster.address, tlsAddress: caster.tlsAddress, node: lease.id, stop, retire }
      }
      const { startCasterProcesses } = await import('./processes/caster-processes.ts')
      // Others would find out in ten seconds; its rovers and bases come back before.
      const ended = (node: string) => void forgetNode(db, node).catch(() => {})
      const casters = await startCasterProcesses(config, log, ended, takesOver)
      telling?.ofCasters(casters)
      return { ...casters, node: null }
    }
    const casterStarts = has('caster') ? startCasterSomewhere() : null
    casterStarts?.catch(() => {}) // heard below, after what starts beside it
    const whenStarted = () => casterStarts?.catch(() => null)
    roles.push({
      stop: async () => (await whenStarted())?.stop(),
      retire: async (basesFirst) => (await whenStarted())?.retire(basesFirst),
    })

    let apiAddress: AddressInfo | null = null
    if (!isCasterOnly) {
      const besides = config.roles.filter((role) => role !== 'caster')
      const node = { name: config.nodeName, machine: config.nodeName, roles: besides }
      const lease = await NodeLease.take({ db, log }, node)
      others.push(lease)
      const [{ customerMailOf, openSheets }, { liveTransport }, { LiveSettings }] = await Promise.all([
        import('./roles/delivery.ts'),
        import('../outbound/mail/transport.ts'),
        import('./settings.ts'),
      ])
      const { keys } = foundation
      const live = new LiveSettings(config, { db, keys, reader, warn: (message) => log.warn(message) })
      await live.current()
      const way = transport ?? liveTransport(() => live.config.smtp)
      const hasTransport = () => transport !== undefined || live.config.smtp !== null
      const customerMail = () => customerMailOf(live.config, hasTransport())
      const brand = () => live.brand
      const sheets = openSheets(brand)
      others.push({ stop: () => sheets.close() })
      if (telling?.worker) {
        const { startWorkerRole } = await import('./roles/worker.ts')
        const means = {
          current: live.current,
          log,
          metrics: telling.worker,
          customerMail,
          sheets,
          transport: way,
          hasTransport,
          brand,
          around: telemetry?.around,
        }
        roles.push(await startWorkerRole(foundation, live.config, means))
      }
      if (has('api')) {
        const { startApiRole } = await import('./roles/api.ts')
        const role = await startApiRole(
          foundation,
          live,
          log,
          metrics,
          customerMail,
          sheets,
          telling!.notReady,
          inherited,
          telemetry?.traceRequests,
        )
        roles.push(role)
        listeners.push({ name: 'api', host: config.host, port: config.port, server: role.server })
        apiAddress = role.address
      }
    }
    const caster = await casterStarts
    await telling?.started()
    inherited?.closeRest()
    return {
      apiAddress,
      needsAdministrator: apiAddress !== null && !(await hasAdministrator(db)),
      makeSetupToken: () => makeSetupLink(db, clock()),
      metricsAddress: (telling?.server.address() as AddressInfo | undefined) ?? null,
      casterAddress: caster?.address ?? null,
      casterTlsAddress: caster?.tlsAddress ?? null,
      casterNode: caster?.node ?? null,
      nats: config.nats,
      figures: () => metrics.registry.getMetricsAsJSON() as Promise<MetricFamily[]>,
      listeners: () => listeners,
      stop,
      retire,
    }
  } catch (error) {
    // What is half started must not keep the process, or the database, alive.
    await soon(stop(), LETTING_GO_MS)
    throw error
  }
}

/** Loaded only where it is asked for. */
async function openTelemetry(config: Config, log: Logger, name = config.nodeName): Promise<OpenTelemetry | null> {
  if (config.openTelemetry === null) return null
  const { startOpenTelemetry } = await import('./opentelemetry.ts')
  return startOpenTelemetry(config.openTelemetry, name, log)
}
