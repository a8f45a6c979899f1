// A rover in the field: it tries another caster when it is disconnected or receives nothing for too long.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { MarkReader } from './marked-frames.ts'

const ANSWER_MS = 6_000
const LOOK_MS = 50
const AGAIN_MS = 500
const YES = 'ICY 200 OK\r\n\r\n'

export interface Login {
  readonly id: number
  readonly username: string
  readonly password: string
}

export interface RoverOptions {
  readonly login: Login
  readonly station: number
  readonly mountpoint: string
  readonly ports: readonly number[]
  /** The first caster to try. */
  readonly node: number
  /** Idle timeout after which it connects elsewhere without disconnecting, because its connection may be dead. */
  readonly timeoutMs?: number
  /** Its local address. */
  readonly from?: string
}

export interface Sitting {
  readonly node: number
  readonly reader: MarkReader
  readonly socket: Socket
  /** `performance.now()` */
  readonly since: number
  closedAt: number | null
}

export class Rover {
  readonly options: RoverOptions
  readonly sittings: Sitting[] = []
  /** Rejections by reply, with their number. */
  readonly refusals = new Map<string, number>()
  #node: number
  #keeping: Promise<void> | null = null
  #hasStopped = false

  constructor(options: RoverOptions) {
    this.options = options
    this.#node = options.node
  }

  /** The newest open connection. A newer one may have ended because an older one, of a frozen node, continues. */
  get current(): Sitting | undefined {
    return this.sittings.findLast(({ closedAt }) => closedAt === null) ?? this.sittings.at(-1)
  }

  get isIn(): boolean {
    return this.current !== undefined && this.current.closedAt === null
  }

  get frames(): number {
    return this.sittings.reduce((sum, { reader }) => sum + reader.frames, 0)
  }

  /** Connects and returns the first line of the reply. */
  async dial(node = this.#node): Promise<string> {
    const { login, mountpoint, ports, station, from } = this.options
    const { username, password } = login
    this.#node = node
    const socket = connect({ port: ports[node]!, host: '127.0.0.1', ...(from && { localAddress: from }) })
    const reader = new MarkReader(station)
    let sitting: Sitting | null = null
    let head = ''
    const answer = new Promise<string>((resolve) => {
      const over = () => {
        if (sitting) sitting.closedAt ??= performance.now()
        resolve(head.split('\r\n', 1)[0] || 'closed')
      }
      const take = (data: Buffer) => {
        if (sitting) return reader.push(data)
        head += data.toString('latin1')
        if (!head.startsWith(YES)) {
          if (head.includes('\r\n\r\n')) over()
          return
        }
        sitting = { node, reader, socket, since: performance.now(), closedAt: null }
        this.sittings.push(sitting)
        reader.push(Buffer.from(head.slice(YES.length), 'latin1'))
        resolve('ICY 200 OK')
      }
      socket.on('data', take).on('error', () => {})
      socket.on('end', over).on('close', over)
      const key = Buffer.from(`${username}:${password}`).toString('base64')
      socket.write(`GET /${mountpoint} HTTP/1.0\r\nUser-Agent: NTRIP cluster\r\nAuthorization: Basic ${key}\r\n\r\n`)
    })
    const told = await Promise.race([answer, sleep(ANSWER_MS, 'no answer')])
    if (told !== 'ICY 200 OK') {
      socket.destroy()
      this.refusals.set(told, (this.refusals.get(told) ?? 0) + 1)
    } else if (this.#hasStopped) socket.end()
    return told
  }

  /** Keeps a connection open, trying one caster after the other. */
  keepListening(): void {
    this.#keeping ??= this.#keep()
  }

  async #keep(): Promise<void> {
    const { ports } = this.options
    for (let tries = 0; !this.#hasStopped; ) {
      if (this.isIn && !this.#isSilent) {
        await sleep(LOOK_MS)
        continue
      }
      if (tries++ > 0) this.#node = (this.#node + 1) % ports.length
      if ((await this.dial()) !== 'ICY 200 OK') await sleep(AGAIN_MS)
    }
  }

  get #isSilent(): boolean {
    const { since, reader } = this.current!
    const { timeoutMs = Number.POSITIVE_INFINITY } = this.options
    return performance.now() - Math.max(since, reader.heardAt) > timeoutMs
  }

  async stop(): Promise<void> {
    this.#hasStopped = true
    for (const { socket } of this.sittings) socket.end()
    await this.#keeping
    for (const { socket } of this.sittings) socket.end()
  }
}
