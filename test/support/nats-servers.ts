// Real NATS servers on loopback: one, or several that know each other.
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
  /** As NATS_URL says it. */
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

  /** The names of the clients of all servers but this one. */
  async clientsBeside(victim: Victim): Promise<string[]> {
    const others = this.#places.filter((_, index) => this.servers[index] !== victim && this.servers[index]!.isUp)
    const answers = await Promise.all(others.map((place) => ask<Connections>(place, 'connz?limit=10000')))
    return answers.flatMap(({ connections = [] }) => connections.map(({ name = '' }) => name))
  }

  /** The one that most clients have chosen. */
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
  failed.catch(() => {}) // once it is ready, its end is for others to see
  await Promise.race([until(async () => (await routesOf(place)) >= 0), failed])
  return child
}

/** How many servers it is connected to; -1: it does not answer. */
const routesOf = async (place: Place): Promise<number> =>
  (await ask<{ num_routes: number }>(place, 'routez')).num_routes ?? -1

/** What it tells of itself; nothing when it does not answer. */
async function ask<Answer>({ watchPort }: Place, what: string): Promise<Partial<Answer>> {
  try {
    return (await (await fetch(`http://${HOST}:${watchPort}/${what}`)).json()) as Answer
  } catch {
    return {}
  }
}
