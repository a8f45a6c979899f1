// Real NATS servers on loopback: one, or a cluster.
import { type ChildProcess, spawn } from 'node:child_process'
import { freePorts } from '../../src/demo/ports.ts'
import { until } from './process.ts'
import { Victim } from './victim.ts'

const HOST = '127.0.0.1'

interface Connections {
  readonly connections: readonly { readonly name?: string }[]
}

interface Place {
  readonly port: number
  readonly routePort: number
  readonly watchPort: number
}

export class NatsServers {
  readonly servers: readonly Victim[]
  /** The value for NATS_URL. */
  readonly url: string
  readonly #places: readonly Place[]

  private constructor(places: readonly Place[]) {
    this.servers = places.map((place, index) => new Victim(`NATS server ${index + 1}`, () => launch(places, place)))
    this.#places = places
    this.url = places.map(({ port }) => `nats://${HOST}:${port}`).join(',')
  }

  static async start(count: number): Promise<NatsServers> {
    const places: Place[] = []
    const any = { host: HOST, port: 0 }
    for (let server = 0; server < count; server++)
      places.push(await freePorts({ port: any, routePort: any, watchPort: any }))
    const nats = new NatsServers(places)
    await Promise.all(nats.servers.map((server) => server.start()))
    await Promise.all(places.map((place) => until(async () => (await routesOf(place)) >= count - 1)))
    return nats
  }

  /** Client names on all running servers except this one. */
  async clientsBeside(victim: Victim): Promise<string[]> {
    const others = this.#places.filter((_, index) => this.servers[index] !== victim && this.servers[index]!.isUp)
    const answers = await Promise.all(others.map((place) => ask<Connections>(place, 'connz?limit=10000')))
    return answers.flatMap(({ connections = [] }) => connections.map(({ name = '' }) => name))
  }

  /** The server with the most clients. */
  async busiest(): Promise<Victim> {
    const counts = await Promise.all(
      this.#places.map(async (place) => (await ask<{ connections: number }>(place, 'varz')).connections ?? 0),
    )
    return this.servers[counts.indexOf(Math.max(...counts))]!
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()))
  }
}

async function launch(places: readonly Place[], place: Place): Promise<ChildProcess> {
  const { port, routePort, watchPort } = place
  const args = ['-a', HOST, '-p', String(port), '-m', String(watchPort)]
  const routes = places.filter((other) => other !== place).map((other) => `nats://${HOST}:${other.routePort}`)
  if (routes.length > 0)
    args.push('--cluster_name', 'test', '--cluster', `nats://${HOST}:${routePort}`, '--routes', routes.join(','))
  const child = spawn('nats-server', args, { stdio: 'ignore' })
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`nats-server ended with ${code}`)))
  })
  failed.catch(() => {}) // after startup, `Victim` watches the exit
  await Promise.race([until(async () => (await routesOf(place)) >= 0), failed])
  return child
}

/** Number of connected servers; -1 if the server does not respond. */
const routesOf = async (place: Place): Promise<number> =>
  (await ask<{ num_routes: number }>(place, 'routez')).num_routes ?? -1

/** Queries the monitoring endpoint. Returns an empty object if the server does not respond. */
async function ask<Answer>({ watchPort }: Place, what: string): Promise<Partial<Answer>> {
  try {
    return (await (await fetch(`http://${HOST}:${watchPort}/${what}`)).json()) as Answer
  } catch {
    return {}
  }
}
