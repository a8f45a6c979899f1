// The set-up of the cluster benchmark: the API and its database, a NATS server and any number of casters, each in
// processes of its own; bases and rovers in others.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NatsServers } from '../../test/support/nats-servers.ts'
import { until } from '../../test/support/process.ts'
import { cpuUs } from '../support/cpu.ts'
import { MESSAGE_BYTES } from '../support/message.ts'
import { BenchService } from '../support/service.ts'
import { sized } from '../support/size.ts'
import { addStations, issue, loadTool, PUSH_SECRET, sharePushSecret, type Tool } from './caster-stage.ts'
import { type Ages, type Probe, TrafficProcess } from './cluster-traffic.ts'

const CONNECTED_MS = 60_000

export interface Layout {
  readonly casters: number
  /** Processes per caster, which share its port. */
  readonly processes?: number
  readonly isOnBus: boolean
  readonly stations: number
  readonly perSecond: number
  /** Indexes of the casters that bases connect to, round-robin; all if omitted. */
  readonly basesOn?: readonly number[]
  /** Number of rovers per caster; they use the stations round-robin. */
  readonly rovers: readonly number[]
  /** Adds rovers that measure latency: for each station one on the caster of its base and one on the next caster. */
  readonly hasProbes?: boolean
  readonly seconds: number
}

/** All values are per second. */
export interface Measured {
  /** CPU of each process of each caster, in microseconds. */
  readonly casterUs: readonly (readonly number[])[]
  readonly natsUs: number
  /** Messages sent to rovers, and messages expected. */
  readonly delivered: number
  readonly expected: number
  readonly pushed: number
  readonly beside: Ages
  readonly apart: Ages
}

export class ClusterStage {
  readonly #api: BenchService
  readonly #tool: Tool
  readonly #nats: NatsServers
  /** Logins by number of stations; the logins use the stations round-robin. */
  readonly #logins: ReadonlyMap<number, readonly string[]>

  private constructor(
    api: BenchService,
    tool: Tool,
    nats: NatsServers,
    logins: ReadonlyMap<number, readonly string[]>,
  ) {
    this.#api = api
    this.#tool = tool
    this.#nats = nats
    this.#logins = logins
  }

  /** Issues credentials for each crowd of rovers, round-robin over its stations. */
  static async open(...crowds: readonly { stations: number; rovers: number }[]): Promise<ClusterStage> {
    const api = new BenchService(undefined, { ROLES: 'api' })
    await api.start()
    const tool = await loadTool(api.dataDir)
    const scopes = ['--scopes', 'read,provision']
    const token = await api.command('token', 'create', '--owner', 'bench', '--name', 'bench', ...scopes)
    await addStations(api)
    const database = await api.connectToDatabase()
    await sharePushSecret(api, database)
    const logins = new Map<number, readonly string[]>()
    for (const { stations, rovers } of crowds) {
      const file = await issue(api, token, rovers, (place) => `L${place % stations}`)
      logins.set(stations, readFileSync(file, 'latin1').trim().split('\n'))
    }
    await database.query('checkpoint') // not during the measurement
    await database.end()
    return new ClusterStage(api, tool, await NatsServers.start(1), logins)
  }

  async close(): Promise<void> {
    await this.#nats.stop()
    await this.#api.stop()
    this.#api.remove()
  }

  async play(layout: Layout): Promise<Measured> {
    const casters = await this.#startCasters(layout)
    const traffic = new TrafficProcess()
    const crowds: ChildProcess[] = []
    try {
      const { stations, perSecond, rovers, seconds } = layout
      const basesOn = layout.basesOn ?? casters.map((_, index) => index)
      const homes = Array.from({ length: stations }, (_, station) => basesOn[station % basesOn.length]!)
      const pushes = homes.map((home, station) => ({ port: casters[home]!.casterPort, mountpoint: nameOf(station) }))
      await traffic.push({ secret: PUSH_SECRET, pushes, perSecond })
      await sleep(sized(3_000, 1_000)) // for every caster to learn of every base
      const logins = [...this.#logins.get(stations)!]
      for (const [index, count] of rovers.entries())
        if (count > 0) crowds.push(this.#crowd(casters[index]!.casterPort, logins.splice(0, count), layout))
      const probes = layout.hasProbes ? probesOf(casters, homes, logins) : []
      const expected = rovers.reduce((sum, count) => sum + count, 0) + probes.length
      await traffic.listen(probes)
      const connected = async () => (await sumOf(casters, 'vertice_caster_rovers')) >= expected
      await until(async () => (await connected()) || (await sleep(500, false)), CONNECTED_MS)
      await sleep(sized(3_000, 1_000)) // for the sessions to be recorded
      await traffic.measure()
      const figures = await this.#measure(casters, seconds)
      const { pushed, beside, apart } = await traffic.tell()
      return { ...figures, expected: expected * perSecond, pushed: pushed / seconds, beside, apart }
    } finally {
      for (const crowd of crowds) await leave(crowd)
      await traffic.stop()
      await Promise.all(casters.map((caster) => caster.stop()))
    }
  }

  #startCasters({ casters, processes = 1, isOnBus }: Layout): Promise<BenchService[]> {
    const settings = {
      ROLES: 'caster',
      CASTER_PROCESSES: String(processes),
      ...(isOnBus && { NATS_URL: this.#nats.url }),
    }
    return Promise.all(
      Array.from({ length: casters }, async (_, index) => {
        const caster = new BenchService(this.#api.dataDir, { ...settings, NODE_NAME: `bench${index}` })
        await caster.start()
        return caster
      }),
    )
  }

  /** The rovers of one caster, in processes that end together. */
  #crowd(port: number, logins: readonly string[], { stations }: Layout): ChildProcess {
    const users = join(this.#api.dataDir, `users-of-${port}.txt`)
    writeFileSync(users, `${logins.join('\n')}\n`)
    const options = {
      ...{ p: port, m: 'LOAD', k: stations, n: logins.length, U: users, q: 0 },
      ...{ d: 3600, S: 0, c: 64, j: 1, P: process.pid },
    }
    const [file, ...first] = this.#tool
    const args = Object.entries(options).flatMap(([name, value]) => [`-${name}`, String(value)])
    return spawn(file, [...first, ...args], { stdio: 'ignore', detached: true })
  }

  /** Reading metrics costs CPU, so they are read outside the measured time. */
  async #measure(casters: readonly BenchService[], seconds: number) {
    const nats = this.#nats.servers[0]!.pid
    const pids = casters.map(({ pid }) => familyOf(pid))
    const bytesBefore = await sumOf(casters, 'vertice_caster_sent_bytes_total')
    const sample = () => ({
      at: performance.now(),
      nats: cpuUs(nats),
      casters: pids.map((family) => family.map(cpuUs)),
    })
    const before = sample()
    await sleep(seconds * 1000)
    const after = sample()
    const bytes = (await sumOf(casters, 'vertice_caster_sent_bytes_total')) - bytesBefore
    const elapsed = (after.at - before.at) / 1000
    return {
      casterUs: after.casters.map((family, index) =>
        family.map((us, place) => (us - before.casters[index]![place]!) / elapsed),
      ),
      natsUs: (after.nats - before.nats) / elapsed,
      delivered: bytes / MESSAGE_BYTES / elapsed,
    }
  }
}

const nameOf = (station: number) => `LOAD${station}`

const sumOf = async (casters: readonly BenchService[], name: string): Promise<number> =>
  (await Promise.all(casters.map((caster) => caster.figure(name)))).reduce((sum, figure) => sum + figure, 0)

function probesOf(casters: readonly BenchService[], homes: readonly number[], logins: string[]): Probe[] {
  return [true, false].flatMap((isBeside) =>
    homes.map((home, station) => ({
      port: casters[isBeside ? home : (home + 1) % casters.length]!.casterPort,
      mountpoint: nameOf(station),
      login: logins.shift()!,
      isBeside,
    })),
  )
}

function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
  )
  return [pid, ...children.flatMap(familyOf)]
}

/** Kills all processes of a crowd. */
export async function leave(crowd: ChildProcess): Promise<void> {
  if (crowd.exitCode !== null || crowd.signalCode !== null) return
  const ended = once(crowd, 'exit')
  process.kill(-crowd.pid!, 'SIGKILL')
  await ended
}
