// The composition root of a process: lists its components in the order of their dependencies.
import type { AddressInfo } from 'node:net'
import { makeSetupLink } from '../actions/people/login-links.ts'
import type { Config, NatsConfig } from '../base/config/config.ts'
import { Components } from '../base/running/component.ts'
import { HealthEndpoint } from './health/endpoint.ts'
import { keepWatch } from './health/watch.ts'
import type { MetricFamily } from './metrics/figures.ts'
import { warnIfCrowded } from './processes/connections.ts'
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
  /** The NATS of its casters; `null` without one. */
  readonly nats: NatsConfig | null
  /** The network has no administrator yet, and this process serves the console. */
  readonly needsAdministrator: boolean
  /** Returns a new token for the first administrator's setup link; `null` if there is an administrator. */
  makeSetupToken(): Promise<string | null>
  figures(): Promise<MetricFamily[]>
  /** Finishes pending requests, accepts no new ones, and closes the database. */
  stop(): Promise<void>
}

export async function startService(given: Config, options: StartOptions = {}): Promise<Service> {
  const context = await openContext(given, options)
  const { config, db, clock, log, metrics, isPart, isCasterOnly } = context
  const caster = config.roles.includes('caster') ? new PlacedCaster(context) : null
  const endpoint = isPart ? null : new HealthEndpoint({ ...context, caster: () => caster?.running ?? null })
  const apiAndWorker = isCasterOnly ? null : new ApiAndWorker(context)
  const { signal } = options
  const roles = new RoleGroup([...(apiAndWorker ? [apiAndWorker] : []), ...(caster ? [caster] : [])], log, signal)
  const components = new Components(
    [
      ...context.opened,
      { start: () => watchDatabase(context) },
      ...(endpoint ? [endpoint] : []),
      // The caster starts while the code of the other roles loads.
      { start: () => caster?.begin() },
      roles,
      { start: () => endpoint?.ready(), stop: () => endpoint?.drain() },
    ],
    (message, detail) => log.warn(detail, message),
  )
  await components.start(signal)
  const api = apiAndWorker?.api ?? null
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
    stop: () => components.stop(),
  }
}

async function watchDatabase({ db, config, log, metrics, isPart }: ServiceContext): Promise<void> {
  keepWatch({ db }, metrics, isPart ? null : log)
  if (!isPart) await warnIfCrowded(db, config, (message) => log.warn(message))
}
