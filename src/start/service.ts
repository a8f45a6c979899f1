// The composition root of a process: lists its components in the order of their dependencies.
import type { AddressInfo, Server } from 'node:net'
import { makeSetupLink } from '../actions/people/login-links.ts'
import type { Config, NatsConfig } from '../base/config/config.ts'
import { Components } from '../base/running/component.ts'
import { HealthEndpoint } from './health/endpoint.ts'
import { keepWatch } from './health/watch.ts'
import type { MetricFamily } from './metrics/figures.ts'
import { tellIfCrowded } from './processes/connections.ts'
import type { SocketPlace } from './processes/hand-over/sockets.ts'
import { ApiAndWorker } from './roles/api-and-worker.ts'
import { PlacedCaster } from './roles/caster-placement.ts'
import { openContext, type ServiceContext, type StartOptions } from './roles/context.ts'
import { RoleGroup } from './roles/role.ts'

export interface Service {
  /** `null` without the role `api`. */
  readonly apiAddress: AddressInfo | null
  /** `null` if the parent process serves the metrics of this one. */
  readonly metricsAddress: AddressInfo | null
  /** `null` without the role `caster`. */
  readonly casterAddress: AddressInfo | null
  /** `null` without the role `caster`, and without TLS. */
  readonly casterTlsAddress: AddressInfo | null
  /** Id of the caster's node; `null` unless the caster runs in this process. */
  readonly casterNode: string | null
  /** The bus of its casters; `null` without one. */
  readonly nats: NatsConfig | null
  /** The network has no administrator yet, and this process serves the console. */
  readonly needsAdministrator: boolean
  /** Returns a new token for the first administrator's setup link, or null if there is an administrator. */
  makeSetupToken(): Promise<string | null>
  figures(): Promise<MetricFamily[]>
  /** The listening sockets that a process handover passes on. */
  listeners(): readonly Listener[]
  /** Finishes pending requests, accepts no new ones, and closes the database. */
  stop(): Promise<void>
  /** Stops while another process already serves in its place, without cutting off connected clients. */
  retire(basesFirst?: boolean): Promise<void>
}

export interface Listener extends SocketPlace {
  readonly server: Server
}

export async function startService(given: Config, options: StartOptions = {}): Promise<Service> {
  const context = await openContext(given, options)
  const { config, db, clock, log, metrics, isPart, isCasterOnly } = context
  const caster = config.roles.includes('caster') ? new PlacedCaster(context) : null
  const endpoint = isPart ? null : new HealthEndpoint({ ...context, caster: () => caster?.running ?? null })
  const apiAndWorker = isCasterOnly ? null : new ApiAndWorker(context)
  const roles = new RoleGroup([...(apiAndWorker ? [apiAndWorker] : []), ...(caster ? [caster] : [])], log)
  const components = new Components(
    [
      ...context.opened,
      { start: () => watchDatabase(context) },
      ...(endpoint ? [endpoint] : []),
      // The caster starts while the code of the other roles loads.
      { start: () => caster?.begin() },
      roles,
      { start: () => endpoint?.ready(), stop: () => endpoint?.drain() },
      { start: () => options.inherited?.closeRest() },
    ],
    (message, detail) => log.warn(detail, message),
  )
  await components.start()
  const api = apiAndWorker?.api ?? null
  const { host, port, metricsHost, metricsPort } = config
  return {
    apiAddress: api?.address ?? null,
    needsAdministrator: api?.needsAdministrator ?? false,
    makeSetupToken: () => makeSetupLink(db, clock()),
    metricsAddress: endpoint?.address ?? null,
    casterAddress: caster?.running?.address ?? null,
    casterTlsAddress: caster?.running?.tlsAddress ?? null,
    casterNode: caster?.running?.node ?? null,
    nats: config.nats,
    figures: () => metrics.registry.getMetricsAsJSON() as Promise<MetricFamily[]>,
    listeners: () => [
      ...(endpoint
        ? [{ name: 'metrics' as const, host: metricsHost, port: metricsPort, server: endpoint.server }]
        : []),
      ...(api ? [{ name: 'api' as const, host, port, server: api.server }] : []),
    ],
    stop: () => components.stop(),
    // The casters of the next process are on another bus if each process starts its own.
    async retire(basesFirst = given.nats === null) {
      endpoint?.leave() // First: the state of this process is no longer the state of the service.
      await roles.retire(basesFirst)
      await components.stop()
    },
  }
}

async function watchDatabase({ db, config, log, metrics, isPart }: ServiceContext): Promise<void> {
  keepWatch({ db }, metrics, isPart ? null : log)
  if (!isPart) await tellIfCrowded(db, config, (message) => log.warn(message))
}
