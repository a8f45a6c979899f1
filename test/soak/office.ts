// The rest of the service beside a cluster's casters: an API and a worker, each in its own process on a fixed port.
import { freePorts } from '../../src/demo/ports.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { withFixed } from '../support/fixed-values.ts'
import { Victim } from '../support/victim.ts'

const HOST = '127.0.0.1'

export class OfficeProcess {
  readonly api: Victim
  readonly worker: Victim
  #port = 0

  constructor(cluster: Cluster) {
    const settings = { WEBHOOK_ALLOW: '127.0.0.0/8', ...withFixed({ webhookRetryDelaysMs: Array(600).fill(1_000) }) }
    const launch = (roles: string) => async () =>
      (await cluster.startService(roles, { ...settings, PORT: String(this.#port) })).child
    this.api = new Victim('API', launch('api'))
    this.worker = new Victim('worker', launch('worker'))
  }

  async start(): Promise<void> {
    this.#port = (await freePorts({ port: { host: HOST, port: 0 } })).port
    await this.api.start()
    await this.worker.start()
  }

  async stop(): Promise<void> {
    await Promise.all([this.api.stop(), this.worker.stop()])
  }

  /** Rejects if there is no response. */
  ask(token: string, method: string, path: string, body?: object): Promise<Response> {
    return fetch(`http://${HOST}:${this.#port}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
  }
}
