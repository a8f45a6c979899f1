// Rovers of an upstream mountpoint against as many of a local station: the same messages at the same rate, in turns, on
// one caster, whose CPU alone is counted. The upstream caster is a second Vértice.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeMsm, frame } from '@vertice/rtcm'
import { until } from '../../test/support/process.ts'
import { cpuUs } from '../support/cpu.ts'
import { BenchService, median, type Row } from '../support/service.ts'
import { sized } from '../support/size.ts'
import { issue, loadTool, type Tool } from './caster-stage.ts'
import { leave } from './cluster-stage.ts'

const ROVERS = sized(2_000, 20)
const CROWDS = sized(3, 1)
const WINDOWS = sized(10, 1)
/** Seconds in which one base sends once a second, and seconds in which neither does. */
const SENDING_SECONDS = sized(5, 2)
const REST_SECONDS = sized(2, 1)
const ALLOWED = 1.15
const TIMEOUT_MS = 60_000
const SIGNALS = ['1C', '1W', '2W', '5Q']
const LOCAL = 'LOAD'
const THROUGH = `B_${LOCAL}`
const MESSAGE_BYTES = epoch().length
const ALLOW = { CASTER_PULL_ALLOW: '127.0.0.0/8' }

interface Pair {
  readonly local: number
  readonly through: number
}

/** Microseconds per rover and second, and messages per window. */
interface Window {
  readonly rest: number
  readonly cost: Pair
  readonly delivered: Pair
}

const count = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 })
const us = (value: number, digits = 2) => `${value.toFixed(digits)} µs`

export async function benchFrontDoor(add: (...rows: Row[]) => void): Promise<void> {
  const stage = new Stage()
  try {
    await stage.open()
    await stage.connect() // warms up the code
    const connects: Pair[] = []
    while (connects.length < CROWDS) connects.push(await stage.connect())
    add(...messageRows(await stage.windows()), connectRow(connects))
  } finally {
    await stage.close()
  }
}

function messageRows({ windows, behind }: { windows: readonly Window[]; behind: number }): Row[] {
  const rest = median(windows.map((window) => window.rest))
  const of = (side: keyof Pair) => median(windows.map(({ cost }) => cost[side]))
  const words = (side: keyof Pair) => `${us(of(side) - rest)} (${us(of(side))} with its rest)`
  const ratio = (of('through') - rest) / (of('local') - rest)
  const least = (side: keyof Pair) => Math.min(...windows.map(({ delivered }) => delivered[side]))
  const all = ROVERS * SENDING_SECONDS
  return [
    {
      what: `${count(ROVERS)} rovers at 1 Hz × ${MESSAGE_BYTES} B on a mountpoint of another caster: CPU of a delivered message without what the process takes at rest, against as many on a station of its own`,
      measured: words('through'),
      floor: words('local'),
      ratio: ratio.toFixed(2),
      wanted: `≤ ${ALLOWED}`,
      met: ratio <= ALLOWED,
    },
    {
      what: `Of ${count(all)} messages, delivered in the worst of ${WINDOWS} turns; connections to the caster behind`,
      measured: `${count(least('through'))}; ${count(behind)}`,
      floor: count(least('local')),
      ratio: '',
      wanted: 'all; 1',
      met: least('through') === all && behind === 1,
    },
  ]
}

function connectRow(connects: readonly Pair[]): Row {
  const of = (side: keyof Pair) => median(connects.map((pair) => pair[side]))
  const ratio = of('through') / of('local')
  return {
    what: 'CPU to connect one of these rovers; the first one opens the stream',
    measured: us(of('through'), 0),
    floor: us(of('local'), 0),
    ratio: ratio.toFixed(2),
    wanted: `≤ ${ALLOWED}`,
    met: ratio <= ALLOWED,
  }
}

class Stage {
  readonly #behind = new BenchService(undefined, {}, { log: 'ignore' })
  readonly #keeper = new BenchService(undefined, { ROLES: 'api,worker', ...ALLOW }, { log: 'ignore' })
  readonly #front = new BenchService(this.#keeper.dataDir, { ROLES: 'caster', ...ALLOW }, { log: 'ignore' })
  readonly #ends: (() => Promise<unknown>)[] = []
  readonly #bases = new Map<BenchService, Socket>()
  #tool: Tool = ['']
  #users: Readonly<Record<string, string>> = {}

  async open(): Promise<void> {
    for (const service of [this.#behind, this.#keeper, this.#front]) {
      await service.start()
      this.#ends.unshift(() => service.stop())
    }
    const [behind, front] = await Promise.all([prepare(this.#behind), prepare(this.#keeper)])
    await this.#openBase(this.#behind, behind.secret)
    await this.#openBase(this.#front, front.secret)
    const stopSpeaking = this.#speak()
    await this.#standBefore(behind.token)
    stopSpeaking()
    this.#tool = await loadTool(this.#keeper.dataDir)
    const usersOf = (code: string) => issue(this.#keeper, front.token, ROVERS, () => code)
    this.#users = { [LOCAL]: await usersOf('L'), [THROUGH]: await usersOf(THROUGH) }
  }

  /** Both crowds connect and disconnect in turn, so that other load affects both. Returns the cost per rover. */
  async connect(): Promise<Pair> {
    const stopSpeaking = this.#speak()
    const cost = { local: await this.#comeAndGo(LOCAL), through: await this.#comeAndGo(THROUGH) }
    stopSpeaking()
    return cost
  }

  /** Both crowds stay connected, so that two turns differ only by which base sends. */
  async windows(): Promise<{ windows: readonly Window[]; behind: number }> {
    const stopSpeaking = this.#speak()
    for (const [place, mountpoint] of [LOCAL, THROUGH].entries()) {
      const crowd = this.#crowd(mountpoint)
      this.#ends.unshift(() => leave(crowd))
      await this.#areThere((place + 1) * ROVERS)
    }
    await sleep(5_000) // for the sessions to be recorded
    stopSpeaking()
    const behind = await this.#behind.figure('vertice_caster_rovers')
    const windows: Window[] = []
    while (windows.length < WINDOWS) {
      const local = await this.#sending(this.#front)
      const rest = (await cpuOver(this.#front.pid, () => sleep(REST_SECONDS * 1000))).aSecond / ROVERS
      const through = await this.#sending(this.#behind)
      windows.push({
        rest,
        cost: { local: local.cost, through: through.cost },
        delivered: { local: local.delivered, through: through.delivered },
      })
    }
    return { windows, behind }
  }

  async close(): Promise<void> {
    for (const end of this.#ends) await end()
    for (const service of [this.#behind, this.#keeper]) service.remove()
  }

  async #openBase(service: BenchService, secret: string): Promise<void> {
    const socket = connect({ port: service.casterPort, host: '127.0.0.1', noDelay: true })
    socket.write(`SOURCE ${secret} /${LOCAL}\r\nSource-Agent: NTRIP bench\r\n\r\n`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    if (!String(answer).startsWith('ICY 200')) throw new Error(`push refused: ${answer}`)
    this.#bases.set(service, socket)
    this.#ends.unshift(async () => socket.destroy())
  }

  /** Makes both bases send until the returned function is called. */
  #speak(): () => void {
    const send = () => {
      for (const base of this.#bases.values()) base.write(epoch())
    }
    send()
    const timer = setInterval(send, 1000)
    return () => clearInterval(timer)
  }

  async #standBefore(token: string): Promise<void> {
    const answer = await fetch(`http://127.0.0.1:${this.#behind.port}/api/v1/credentials`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ segundos: 86_400, station_codigo: 'L' }),
    })
    const { credential } = (await answer.json()) as { credential: { usuario: string; password: string } }
    const url = `ntrip://${credential.usuario}:${credential.password}@127.0.0.1:${this.#behind.casterPort}`
    await this.#keeper.command('upstream', 'add', 'BEHIND', url, '--prefix', 'B_')
    // A Vértice lists only mountpoints that are online.
    await until(async () => {
      const { offered } = JSON.parse(await this.#keeper.command('upstream', 'show', 'BEHIND', '--json'))
      if (offered === 0) await this.#keeper.command('upstream', 'ask', 'BEHIND')
      return offered > 0
    }, TIMEOUT_MS)
  }

  async #comeAndGo(mountpoint: string): Promise<number> {
    let crowd: ChildProcess | null = null
    const cost = await cpuOver(this.#front.pid, async () => {
      crowd = this.#crowd(mountpoint)
      await this.#areThere(ROVERS)
    })
    await sleep(1_000)
    await leave(crowd!)
    await this.#areThere(0)
    await sleep(1_000) // for the ends of the sessions to be recorded
    return cost.total / ROVERS
  }

  #areThere = (rovers: number) =>
    until(
      async () => (await this.#front.figure('vertice_caster_rovers')) === rovers || (await sleep(100, false)),
      TIMEOUT_MS,
    )

  /** Only this base sends, in the middle of each second. */
  async #sending(service: BenchService): Promise<{ cost: number; delivered: number }> {
    const front = this.#front
    const sent = await front.figure('vertice_caster_sent_bytes_total')
    const { aSecond } = await cpuOver(front.pid, async () => {
      for (let second = 0; second < SENDING_SECONDS; second++) {
        await sleep(500)
        this.#bases.get(service)!.write(epoch())
        await sleep(500)
      }
    })
    const bytes = (await front.figure('vertice_caster_sent_bytes_total')) - sent
    return { cost: aSecond / ROVERS, delivered: bytes / MESSAGE_BYTES }
  }

  #crowd(mountpoint: string): ChildProcess {
    const options = {
      ...{ p: this.#front.casterPort, m: mountpoint, k: 1, n: ROVERS, U: this.#users[mountpoint], q: 0 },
      ...{ d: 3600, S: 0, c: 64, j: 1, P: process.pid },
    }
    const [file, ...first] = this.#tool
    const args = Object.entries(options).flatMap(([name, value]) => [`-${name}`, String(value)])
    return spawn(file, [...first, ...args], { stdio: 'ignore', detached: true })
  }
}

/** Observations: a caster that lists only online mountpoints needs them. */
function epoch(): Buffer {
  const seen = { pseudorange: 2.2e7, phaseRange: 2.2e7, phaseRangeRate: 100, cnr: 45, lockTime: 60 }
  const signals = SIGNALS.map((signal) => ({ ...seen, signal }))
  const satellites = Array.from({ length: 12 }, (_, index) => ({ satellite: index + 1, signals }))
  const instantMs = Date.now()
  return frame(encodeMsm(7, { constellation: 'GPS', stationId: 7, instantMs, moreFollow: false, satellites }))
}

async function prepare(service: BenchService): Promise<{ token: string; secret: string }> {
  const place = ['--code', 'L', '--name', 'Load', '--lat', '19.4', '--lng', '-99.1', '--mountpoint', LOCAL]
  await service.command('station', 'add', ...place)
  const secret = await service.command('station', 'secret', 'L')
  const named = ['--owner', 'bench', '--name', 'bench', '--scopes', 'read,provision']
  return { secret, token: await service.command('token', 'create', ...named) }
}

async function cpuOver(pid: number, work: () => Promise<unknown>): Promise<{ total: number; aSecond: number }> {
  const [before, from] = [cpuUs(pid), performance.now()]
  await work()
  const total = cpuUs(pid) - before
  return { total, aSecond: total / ((performance.now() - from) / 1000) }
}
