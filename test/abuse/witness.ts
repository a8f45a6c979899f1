// The users that must not be affected: stations with an epoch per second, 200 rovers on them, and a tenant with a
// modest, steady load. Runs in its own process, so that its measurements do not wait for the attack.
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Rover, Source } from '../soak/traffic.ts'
import type { Login, Scene } from './scene.ts'
import { ask, asToken, basic, steadily } from './wire.ts'

const REQUESTS_A_SECOND = 15
/** The rate limit is per address; a tenant with several machines has several. */
const ADDRESSES = 6
const REOPEN_MS = 1_000

/** What was observed since the last query. */
export interface Seen {
  readonly roverGapMs: number
  readonly roversCut: number
  readonly requests: number
  readonly failed: Readonly<Record<string, number>>
  readonly p50Ms: number
  readonly p99Ms: number
  readonly worstMs: number
  readonly deliveries: number
  readonly latestDeliveryMs: number
  /** How long this process itself was stalled; a gap counts against the service only beyond this. */
  readonly ownStallMs: number
}

export type Order =
  | { readonly kind: 'start'; readonly scene: Scene; readonly logins: readonly Login[] }
  | { readonly kind: 'seen' }
  /** Opens and ends a session with this login, so that its record can be checked. */
  | { readonly kind: 'visit'; readonly login: Login }
  /** All credentials whose issue was confirmed. */
  | { readonly kind: 'issued' }

class Watched {
  readonly #scene: Scene
  readonly #request: string
  #last = performance.now()
  #gap = 0
  cut = 0

  constructor(scene: Scene, { username, password }: Login, station: number) {
    this.#scene = scene
    this.#request = `GET /${scene.stations[station]!.mountpoint} HTTP/1.0\r\n${basic(username, password)}\r\n\r\n`
  }

  /** Reconnects whenever it is disconnected. */
  open(): Promise<void> {
    const socket = net.connect(this.#scene.casterPort, '127.0.0.1')
    let isOpen = false
    return new Promise((resolve) => {
      socket.on('connect', () => socket.write(this.#request))
      socket.on('data', (data) => {
        isOpen ||= data.toString('latin1', 0, 10) === 'ICY 200 OK'
        if (isOpen) this.#heard()
        resolve()
      })
      socket.on('error', () => {})
      socket.on('close', () => {
        if (isOpen) this.cut += 1
        setTimeout(() => this.open(), REOPEN_MS)
      })
    })
  }

  /** The longest gap, including the current one. */
  takeGap(): number {
    const gap = Math.max(this.#gap, performance.now() - this.#last)
    this.#gap = 0
    return gap
  }

  #heard(): void {
    const now = performance.now()
    this.#gap = Math.max(this.#gap, now - this.#last)
    this.#last = now
  }
}

class Tenant {
  readonly #scene: Scene
  readonly #agents = Array.from({ length: ADDRESSES }, () => new http.Agent({ keepAlive: true }))
  readonly #issued: number[] = []
  readonly #early = new Set<number>()
  #times: number[] = []
  #failed: Record<string, number> = {}
  #lateness: number[] = []
  /** Issued credentials whose event has not arrived, with the time of the response. */
  readonly #awaited = new Map<number, number>()

  constructor(scene: Scene) {
    this.#scene = scene
  }

  async start(): Promise<void> {
    const receiver = http.createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        response.end()
        const { data } = JSON.parse(body) as { data?: { credential?: { id: number } } }
        this.#delivered(data?.credential?.id)
      })
    })
    receiver.listen(0, '127.0.0.1')
    await new Promise((resolve) => receiver.once('listening', resolve))
    const url = `http://${this.#scene.healthy.receiverHost}:${(receiver.address() as AddressInfo).port}/`
    const made = await this.#ask(0, 'POST', '/webhooks', { url, eventos: 'credential.issued' })
    if (made.status !== 201) throw new Error(`the tenant's webhook was answered ${made.status} ${made.text}`)
    void steadily(Number.POSITIVE_INFINITY, REQUESTS_A_SECOND, (turn) => this.#work(turn))
  }

  get issued(): readonly number[] {
    return this.#issued
  }

  take() {
    const times = this.#times.sort((a, b) => a - b)
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
    const seen = { requests: times.length, p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1), failed: this.#failed }
    // Events that have not arrived yet count as late too.
    const awaited = Array.from(this.#awaited.values(), (at) => performance.now() - at)
    const late = Math.max(0, ...this.#lateness, ...awaited)
    const deliveries = { deliveries: this.#lateness.length, latestDeliveryMs: late }
    this.#times = []
    this.#failed = {}
    this.#lateness = []
    return { ...seen, ...deliveries }
  }

  /** The event may arrive before the response. */
  #noteIssued(id: number): void {
    this.#issued.push(id)
    if (!this.#early.delete(id)) this.#awaited.set(id, performance.now())
  }

  #delivered(id: number | undefined): void {
    const at = id === undefined ? undefined : this.#awaited.get(id)
    if (id === undefined) return
    if (at === undefined) {
      this.#early.add(id)
      return
    }
    this.#awaited.delete(id)
    this.#lateness.push(performance.now() - at)
  }

  /** Issues, reads, lists, or asks where to connect, in turn. */
  async #work(turn: number): Promise<number> {
    const newest = this.#issued.at(-1)
    const kinds = [
      ['POST', '/credentials', { segundos: 3_600, label: 'healthy' }],
      ['GET', newest === undefined ? '/stations' : `/credentials/${newest}`],
      ['GET', '/credentials?limit=20'],
      ['GET', `/vrs?lat=${19.4 + Math.random() / 10}&lng=-99.1`],
    ] as const
    const [method, path, body] = kinds[turn % kinds.length]!
    const { status, text, ms } = await this.#ask(turn, method, path, body)
    this.#times.push(ms)
    if (status < 200 || status > 299) this.#failed[status] = (this.#failed[status] ?? 0) + 1
    else if (method === 'POST') this.#noteIssued(JSON.parse(text).credential.id)
    return status
  }

  #ask(turn: number, method: string, path: string, body?: object) {
    const from = `127.0.1.${1 + (turn % ADDRESSES)}`
    const agent = this.#agents[turn % ADDRESSES]!
    const headers = asToken(this.#scene.healthy.token)
    const content = body ? { body: JSON.stringify(body) } : {}
    return ask(this.#scene.apiPort, { method, path: `/api/v1${path}`, headers, agent, from, ...content })
  }
}

let rovers: Watched[] = []
let tenant: Tenant | null = null
let casterPort = 0
const loop = monitorEventLoopDelay({ resolution: 10 })
loop.enable()

async function start(scene: Scene, logins: readonly Login[]): Promise<void> {
  casterPort = scene.casterPort
  const place = { lat: 0, lng: 0 }
  const sources = scene.stations.map(
    ({ mountpoint, secret }, station) => new Source(station, mountpoint, place, secret, casterPort),
  )
  for (const source of sources) await source.start()
  const epoch = () => {
    for (const source of sources) source.epoch()
  }
  for (let times = 0; times < 3; times++) epoch()
  setInterval(epoch, 1_000)
  await sleep(500)
  rovers = logins.map((login, turn) => new Watched(scene, login, turn % sources.length))
  for (let at = 0; at < rovers.length; at += 20)
    await Promise.all(rovers.slice(at, at + 20).map((rover) => rover.open()))
  tenant = new Tenant(scene)
  await tenant.start()
}

function seen(): Seen {
  const ownStallMs = loop.max / 1e6
  loop.reset()
  const roversCut = rovers.reduce((sum, { cut }) => sum + cut, 0)
  for (const rover of rovers) rover.cut = 0
  return { roverGapMs: Math.max(...rovers.map((rover) => rover.takeGap())), roversCut, ...tenant!.take(), ownStallMs }
}

async function visit(login: Login, mountpoint: string): Promise<string> {
  const rover = await Rover.open(casterPort, { login, mountpoint, station: 0 })
  if (typeof rover === 'string') return rover
  await sleep(200)
  await rover.leave('end')
  return 'stream'
}

let scene: Scene
process.on('message', async (order: Order) => {
  if (order.kind === 'start') {
    scene = order.scene
    await start(scene, order.logins)
    process.send!('started')
  } else if (order.kind === 'seen') process.send!(seen())
  else if (order.kind === 'issued') process.send!(tenant!.issued)
  else process.send!(await visit(order.login, scene.stations[0]!.mountpoint))
})
process.on('disconnect', () => process.exit(0))
