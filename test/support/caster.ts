// A real caster with a real database and real sockets, plus the API that issues its credentials.
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pushSecret } from '../../src/actions/stations/source.ts'
import { nats } from '../../src/base/config/services/nats.ts'
import type { CasterOptions, CasterTimes } from '../../src/caster/options.ts'
import type { CasterServices } from '../../src/caster/services.ts'
import type { Inputs } from '../../src/domain/network/raw-address.ts'
import type { RecordingPlace } from '../../src/start/caster/recording.ts'
import { openLog } from '../../src/start/log.ts'
import type { CasterFigures } from '../../src/start/metrics/caster.ts'
import { type CasterRole, startCasterRole } from '../../src/start/roles/caster.ts'
import { byTest } from './action-context.ts'
import { type Client, TestService } from './service.ts'

export interface Login {
  readonly id: number
  readonly username: string
  readonly password: string
}

interface More {
  readonly tls?: CasterOptions['tls']
  readonly chunked?: boolean
  readonly pullAllow?: readonly string[]
  readonly inputs?: Inputs
  readonly trustedProxies?: readonly string[]
  readonly httpProxies?: readonly string[]
  /** Additional ports, without and with TLS. */
  readonly ports?: { readonly plain: readonly number[]; readonly secure: readonly number[] }
  readonly mostPerAddress?: number
  /** `NATS_URL` of the servers through which casters share their streams. */
  readonly natsUrl?: string | null
  readonly stationTap?: CasterServices['stationTap']
  /** Where the caster records its stations; if omitted, it records nothing. */
  readonly archive?: RecordingPlace
}

/** Default settings of a caster role. A test overrides the settings that it checks. */
export const CASTER_SETTINGS = {
  casterHost: '127.0.0.1',
  casterPort: 0,
  casterTls: null,
  casterChunked: false,
  casterOpenPerAddress: 3,
  casterGraceSeconds: 0, // tests of the grace period pass `graceMs` instead
  casterProcesses: 1,
  casterPullAllow: [],
  casterInputs: [],
  casterTrustedProxies: [],
  casterRemembersMinutes: 10,
  casterVrsTimeoutSeconds: 10,
  nodeName: 'test-caster',
  nats: null,
}

/** Generous: fails only tests that hang, not tests that are slow. */
const TIMEOUT_MS = 90_000

export class TestCaster {
  readonly service: TestService
  readonly client: Client
  readonly #roles: CasterRole[] = []
  readonly #bases: { stop(): void }[] = []
  readonly #figures: (() => CasterFigures)[] = []
  /** Log entries of all casters, one per item. */
  readonly log: string[] = []

  private constructor(service: TestService, client: Client) {
    this.service = service
    this.client = client
  }

  /** `running`: an existing service to use. It stops with the caster. */
  static async start(patience: CasterTimes = {}, more: More = {}, running?: TestService): Promise<TestCaster> {
    const service = running ?? (await TestService.start())
    const caster = new TestCaster(service, await service.client())
    await caster.addNode(patience, more)
    return caster
  }

  /** Adds a caster on the same database, like one on another machine. */
  async addNode(
    patience: CasterTimes = {},
    {
      tls = null,
      chunked = false,
      pullAllow = ['127.0.0.0/8'],
      inputs = [],
      trustedProxies = [],
      httpProxies = [],
      ports,
      mostPerAddress,
      natsUrl = null,
      stationTap,
      archive,
    }: More = {},
    db = this.service.db,
  ): Promise<CasterRole> {
    const { services } = this.service
    const config = {
      ...CASTER_SETTINGS,
      casterTls: tls,
      casterChunked: chunked,
      casterPullAllow: pullAllow,
      casterInputs: inputs,
      casterTrustedProxies: trustedProxies,
      trustProxy: httpProxies,
      casterPorts: ports?.plain ?? [],
      casterConnectionsPerAddress: mostPerAddress ?? null,
      casterTlsPorts: ports?.secure ?? [],
      nats: nats(natsUrl, null, null),
    }
    const role = await startCasterRole(
      {
        ...{ db, keys: services.keys, clock: () => new Date() },
        current: services.current,
        log: openLog('warn', { write: (line) => this.log.push(line) }),
        archive,
        metrics: { watchCaster: (figures) => this.#figures.push(figures) },
      },
      config,
      { ...patience, ...(stationTap && { stationTap }) },
    )
    this.#roles.push(role)
    return role
  }

  get role(): CasterRole {
    return this.#roles[0]!
  }

  /** Nodes are numbered from 0 in the order in which they were added. */
  node(index: number): CasterRole {
    return this.#roles[index]!
  }

  /** Metrics of the first caster. */
  get figures(): CasterFigures {
    return this.#figures[0]!()
  }

  get port(): number {
    return this.role.caster.address.port
  }

  /** Registers a base that is stopped before the casters. */
  stopWithIt(base: { stop(): void }): void {
    this.#bases.push(base)
  }

  async stop(): Promise<void> {
    for (const base of this.#bases) base.stop()
    for (const role of this.#roles) await role.stop()
    await this.service.stop()
  }

  async issue(body: Record<string, unknown> = {}): Promise<Login> {
    const { body: answer, status } = await this.client.post('/credentials', { segundos: 3600, ...body })
    if (status !== 201) throw new Error(JSON.stringify(answer))
    const { id, usuario, password } = answer.credential
    return { id, username: usuario, password }
  }

  async secretOf(code: string): Promise<string> {
    return (await pushSecret(byTest(this.service.services), { code }, false)).secret
  }

  /**
   * Connects a base over NTRIP 1. The test writes its stream. Retries as real bases do: while the database is slow, the
   * caster's station list can be out of date.
   */
  async base(code: string, mountpoint: string, port = this.port): Promise<Peer> {
    const request = `SOURCE ${await this.secretOf(code)} /${mountpoint}\r\nSource-Agent: NTRIP test\r\n\r\n`
    for (const deadline = performance.now() + TIMEOUT_MS; ; ) {
      const peer = await Peer.open(port, request)
      await peer.until('\r\n')
      if (!peer.text.startsWith('ERROR - Mount Point') || performance.now() > deadline) {
        await peer.until('ICY 200 OK\r\n\r\n')
        return peer
      }
      peer.close()
      await sleep(100)
    }
  }

  /** Connects a rover over NTRIP 1 and consumes the response header. */
  async rover({ username, password }: Login, mountpoint: string, port = this.port): Promise<Peer> {
    const peer = await Peer.open(port, rev1Request(mountpoint, username, password))
    await peer.until('ICY 200 OK\r\n\r\n')
    peer.received = Buffer.alloc(0)
    return peer
  }
}

export const rev1Request = (mountpoint: string, username: string, password: string, more = '') =>
  `GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP test\r\nAuthorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}\r\n${more}\r\n`

/** A raw socket that keeps everything it receives. */
export class Peer {
  readonly socket: net.Socket
  received: Buffer = Buffer.alloc(0)
  /** `performance.now()` when the connection was closed by the remote side; `null` while it is open. */
  closedAt: number | null = null
  readonly closed: Promise<void>

  private constructor(socket: net.Socket) {
    this.socket = socket
    socket.on('data', (data) => {
      this.received = Buffer.concat([this.received, data])
    })
    socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      const done = () => {
        this.closedAt ??= performance.now()
        resolve()
      }
      socket.on('end', done).on('close', done)
    })
  }

  static async open(port: number, first: string | Buffer = '', from?: string): Promise<Peer> {
    const socket = net.connect({ port, host: '127.0.0.1', ...(from && { localAddress: from }) })
    await once(socket, 'connect')
    const peer = new Peer(socket)
    if (first.length > 0) socket.write(first)
    return peer
  }

  get text(): string {
    return this.received.toString('latin1')
  }

  write(data: string | Buffer): void {
    this.socket.write(data)
  }

  async until(text: string, withinMs = TIMEOUT_MS): Promise<void> {
    const deadline = performance.now() + withinMs
    while (!this.text.includes(text)) {
      if (performance.now() > deadline)
        throw new Error(`did not get ${JSON.stringify(text)} but ${JSON.stringify(this.text.slice(0, 500))}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }

  /** Everything received, once the remote side has closed the connection. */
  async all(withinMs = TIMEOUT_MS): Promise<string> {
    await Promise.race([
      this.closed,
      new Promise((_, reject) =>
        setTimeout(
          () => reject(new Error(`still open after ${withinMs} ms: ${this.text.slice(0, 300)}`)),
          withinMs,
        ).unref(),
      ),
    ])
    return this.text
  }

  close(): void {
    this.socket.destroy()
  }

  /** Sends FIN. Closing a socket with unread bytes would send RST, which the caster treats as a lost connection. */
  leave(): void {
    this.socket.end()
  }
}
