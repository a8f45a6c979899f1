// The roles `api` and `worker`, which share a node lease, the operator's settings, the mail transport and the PDF
// maker.
import { type Component, Components } from '../../base/running/component.ts'
import { NodeLease } from '../processes/node-lease.ts'
import type { ApiRole } from './api.ts'
import type { RoleDependencies, ServiceContext } from './context.ts'
import { RoleGroup } from './role.ts'

export class ApiAndWorker implements Component {
  readonly #context: ServiceContext
  #api: ApiRole | null = null
  #components: Components | null = null

  constructor(context: ServiceContext) {
    this.#context = context
  }

  /** `null` without the role `api`. */
  get api(): ApiRole | null {
    return this.#api
  }

  async start(): Promise<void> {
    const { db, config, log, options } = this.#context
    const { signal } = options
    const dependencies = await loadDependencies(this.#context)
    const { live, sheets } = dependencies
    const worker = await loadWorker(dependencies)
    this.#api = await loadApi(dependencies)
    const roleGroup = new RoleGroup([...(worker ? [worker] : []), ...(this.#api ? [this.#api] : [])], log, signal)
    const roles = config.roles.filter((role) => role !== 'caster')
    const lease = await NodeLease.take({ db, log }, { name: config.nodeName, machine: config.nodeName, roles })
    this.#components = new Components(
      [lease, { start: async () => void (await live.current()) }, { stop: () => sheets.close() }, roleGroup],
      (message, detail) => log.warn(detail, message),
    )
    await this.#components.start(signal)
  }

  async stop(): Promise<void> {
    await this.#components?.stop()
  }
}

// Imported on demand: a process loads only the code of its roles.

async function loadDependencies(context: ServiceContext): Promise<RoleDependencies> {
  const { db, keys, config, log, reader, options } = context
  const [{ customerMailOf, openSheets }, { OwnerBrands }, { liveTransport }, { LiveSettings }] = await Promise.all([
    import('./customers/delivery.ts'),
    import('./customers/brands.ts'),
    import('../../outbound/mail/transport.ts'),
    import('../settings.ts'),
  ])
  const live = new LiveSettings(config, { db, keys, reader, warn: (message) => log.warn(message) })
  const hasTransport = () => options.transport !== undefined || live.config.smtp !== null
  return {
    ...context,
    live,
    transport: options.transport ?? liveTransport(() => live.config.smtp),
    hasTransport,
    customerMail: () => customerMailOf(live.config, hasTransport()),
    sheets: openSheets(() => live.brand),
    brands: new OwnerBrands(db, () => live.brand),
  }
}

async function loadWorker(dependencies: RoleDependencies): Promise<Component | null> {
  const { workerMetrics } = dependencies
  return workerMetrics && (await import('./worker.ts')).workerRole({ ...dependencies, workerMetrics })
}

async function loadApi(dependencies: RoleDependencies): Promise<ApiRole | null> {
  if (!dependencies.config.roles.includes('api')) return null
  const { ApiRole } = await import('./api.ts')
  return new ApiRole(dependencies)
}
