// The role `api`: the HTTP server of the API, the console and the public pages.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limitConnections, unheardOf } from '../../base/limits/connection-limit.ts'
import { letNewcomersInByTurns } from '../../base/limits/newcomers.ts'
import { Components } from '../../base/running/component.ts'
import { closeGently } from '../../base/serving/close-gently.ts'
import { buildApi } from '../../http/api/server.ts'
import type { ApiServices } from '../../http/api/services.ts'
import { hasAdministrator } from '../../store/people/users.ts'
import { handleOf } from '../processes/hand-over/sockets.ts'
import { composeApi } from './api-services.ts'
import type { RoleDependencies } from './context.ts'
import type { Role } from './role.ts'

const DRAIN_PATIENCE_MS = 10_000
const BACKLOG = 4096
const CLOSE_IDLE_EVERY_MS = 50

type App = Awaited<ReturnType<typeof buildApi>>

export class ApiRole implements Role {
  readonly #dependencies: RoleDependencies
  #app: App | null = null
  #waiting: ReturnType<typeof letNewcomersInByTurns> | undefined
  #isDraining = false
  #needsAdministrator = false
  #components: Components | null = null

  constructor(dependencies: RoleDependencies) {
    this.#dependencies = dependencies
  }

  /** Available after `start`. */
  get server(): Server {
    return this.#app!.server
  }

  get address(): AddressInfo {
    return this.server.address() as AddressInfo
  }

  /** The network had no administrator when this role started. */
  get needsAdministrator(): boolean {
    return this.#needsAdministrator
  }

  async start(): Promise<void> {
    const { db, log, notReady } = this.#dependencies
    const { services, components } = await composeApi({
      ...this.#dependencies,
      notReady: async () => (this.#isDraining ? 'draining' : notReady()),
    })
    this.#components = new Components(
      [...components, { start: () => this.#listen(services), stop: () => this.#close() }],
      (message, detail) => log.warn(detail, message),
    )
    await this.#components.start()
    this.#needsAdministrator = !(await hasAdministrator(db))
  }

  async stop(): Promise<void> {
    await this.#components?.stop()
  }

  /** Another process listens on the same socket: connected clients get their answers within `DRAIN_PATIENCE_MS`. */
  async retire(): Promise<void> {
    await closeGently(this.server, { patienceMs: DRAIN_PATIENCE_MS, waiting: this.#waiting })
    await this.stop()
  }

  async #listen(services: ApiServices): Promise<void> {
    const { config, options, log } = this.#dependencies
    this.#app = await buildApi(services)
    const { server } = this.#app
    this.#waiting = letNewcomersInByTurns(server)
    const warn = (message: string) => log.warn(message)
    limitConnections([server], { warn, makeRoom: unheardOf(server), waiting: this.#waiting })
    const { host, port } = config
    const inherited = options.inherited?.take('api', host, port)
    await this.#app.listen({ host, port, backlog: BACKLOG, ...inherited })
    // Node shortens the backlog of an inherited socket.
    if (inherited) handleOf(server)?.listen(BACKLOG)
  }

  async #close(): Promise<void> {
    this.#isDraining = true
    if (!this.#app) return
    const { server } = this.#app
    const impatient = setTimeout(() => server.closeAllConnections(), DRAIN_PATIENCE_MS)
    // Clients keep a connection open after its last answer.
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    await this.#app.close()
    clearTimeout(impatient)
    clearInterval(idle)
  }
}
