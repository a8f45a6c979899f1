// The role `api`: the HTTP server of the API, the console and the public pages.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limitConnections, unusedConnectionCloser } from '../../base/limits/connection-limit.ts'
import { letNewcomersInByTurns } from '../../base/limits/newcomers.ts'
import { type Component, Components } from '../../base/running/component.ts'
import { closeGently } from '../../base/serving/close-gently.ts'
import { BACKLOG, listenOn } from '../../base/serving/listen.ts'
import { buildApi } from '../../http/api/server.ts'
import type { ApiServices } from '../../http/api/services.ts'
import { hasAdministrator } from '../../store/people/users.ts'
import { descriptorsAt } from '../processes/passed-sockets.ts'
import { composeApi } from './api-services.ts'
import type { RoleDependencies } from './context.ts'

const DRAIN_TIMEOUT_MS = 10_000
const CLOSE_IDLE_EVERY_MS = 50
/** Short, because the next process and its clients wait for this one to stop. */
const IDLE_GRACE_MS = 1_000

type App = Awaited<ReturnType<typeof buildApi>>

export class ApiRole implements Component {
  readonly #dependencies: RoleDependencies
  #app: App | null = null
  /** Stops accepting on a passed socket; `null` if this process opened the socket itself. */
  #leaveSocket: (() => Promise<void>) | null = null
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
    const { db, log, databaseReadiness } = this.#dependencies
    const notReady = async () => (this.#isDraining ? 'draining' : (await databaseReadiness()).reason)
    const { services, components } = await composeApi(this.#dependencies, notReady)
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

  async #listen(services: ApiServices): Promise<void> {
    const { config, options, log } = this.#dependencies
    this.#app = await buildApi(services)
    const { server } = this.#app
    const waiting = letNewcomersInByTurns(server)
    const endSilent = unusedConnectionCloser(server)
    limitConnections([server], { warn: (message) => log.warn(message), makeRoom: endSilent, waiting })
    const { host, port } = config
    const [fd] = descriptorsAt(options.sockets ?? [], { host, port })
    if (fd === undefined) return void (await this.#app.listen({ host, port, backlog: BACKLOG }))
    await this.#app.ready()
    await listenOn(server, { fd })
    this.#leaveSocket = () => closeGently(server, { idleGraceMs: IDLE_GRACE_MS, waiting, endSilent })
  }

  async #close(): Promise<void> {
    await this.#leaveSocket?.()
    this.#isDraining = true
    if (!this.#app) return
    const { server } = this.#app
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS)
    // Clients keep connections open after the last response.
    const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS)
    await this.#app.close()
    clearTimeout(timer)
    clearInterval(idle)
  }
}
