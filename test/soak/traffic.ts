// Traffic around a caster: stations that push and restart, rovers that connect and leave.
import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeGga } from '@vertice/ntrip'
import { epochFrame } from '../../packages/rtcm/test/support/epochs.ts'
import { NumberReader, numberedFrame } from './numbered-frames.ts'

const TIMEOUT_MS = 5_000

export interface Login {
  readonly id: number
  readonly username: string
  readonly password: string
}

export interface Place {
  readonly lat: number
  readonly lng: number
}

/** Sizes of the messages of an epoch; different, as with a real receiver. */
const FRAME_BYTES = [21, 214, 187, 309]

/** Waits for this time or until `over` aborts. */
export const pause = (ms: number, over: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal: over }).catch(() => {})

async function connect(port: number, first: string): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(first)
  return socket
}

async function answerOf(socket: net.Socket): Promise<{ head: string; rest: Buffer }> {
  let bytes: Buffer = Buffer.alloc(0)
  const deadline = performance.now() + TIMEOUT_MS
  const collect = (data: Buffer) => {
    bytes = Buffer.concat([bytes, data])
  }
  socket.on('data', collect)
  while (!bytes.includes('\r\n\r\n') && !socket.closed && performance.now() < deadline) await sleep(2)
  socket.off('data', collect)
  const end = bytes.indexOf('\r\n\r\n')
  return end < 0
    ? { head: bytes.toString('latin1'), rest: Buffer.alloc(0) }
    : { head: bytes.toString('latin1', 0, end), rest: bytes.subarray(end + 4) }
}

export class Source {
  readonly station: number
  readonly mountpoint: string
  readonly place: Place
  readonly #secret: string
  readonly #port: number
  #socket: net.Socket | null = null
  #number = 0
  #isSilent = false
  restarts = 0

  constructor(station: number, mountpoint: string, place: Place, secret: string, port: number) {
    this.station = station
    this.mountpoint = mountpoint
    this.place = place
    this.#secret = secret
    this.#port = port
  }

  get newest(): number {
    return this.#number - 1
  }

  async start(): Promise<void> {
    for (let tries = 0; tries < 50; tries++) {
      const socket = await connect(this.#port, `SOURCE ${this.#secret} /${this.mountpoint}\r\n\r\n`)
      const { head } = await answerOf(socket)
      if (head === 'ICY 200 OK') {
        this.#socket = socket.resume()
        return
      }
      socket.destroy()
      await sleep(100) // the previous connection still counts as live
    }
    throw new Error(`${this.mountpoint} cannot push`)
  }

  /** Sends an epoch, split at an arbitrary byte as TCP does. */
  epoch(): void {
    const numbered = FRAME_BYTES.map((bytes) => numberedFrame(this.station, this.#number++, bytes))
    const frames = [epochFrame(), ...numbered]
    if (this.#isSilent || !this.#socket) return
    const bytes = Buffer.concat(frames)
    const cut = Math.floor(Math.random() * bytes.length)
    this.#socket.write(bytes.subarray(0, cut))
    this.#socket.write(bytes.subarray(cut))
  }

  /** Restarts after a cut in mid-frame, a proper end, or silence until another source takes over. */
  async restart(how: 'cut' | 'end' | 'silent', over: AbortSignal): Promise<void> {
    const old = this.#socket
    if (how === 'silent') {
      await pause(2_500, over) // before that, the caster does not know the station's interval and would wait for a minute
      this.#isSilent = true
      await pause(3_500, over)
      if (over.aborted) return
      this.restarts += 1
      await this.start()
      this.#isSilent = false
      old?.destroy()
      return
    }
    this.restarts += 1
    this.#socket = null
    if (how === 'cut') old?.write(numberedFrame(this.station, this.#number++, 300).subarray(0, 100))
    if (how === 'cut') old?.resetAndDestroy()
    else old?.end()
    await pause(Math.random() * 800, over)
    await this.start()
  }

  stop(): void {
    this.#socket?.destroy()
  }
}

export interface RoverOptions {
  readonly login: Login
  readonly mountpoint: string
  /** The station whose frames it should receive. */
  readonly station: number
  readonly revision?: 1 | 2
  /** Sent periodically. */
  readonly place?: Place
}

export class Rover {
  readonly reader: NumberReader
  readonly login: Login
  readonly #socket: net.Socket
  readonly #timer: NodeJS.Timeout | null
  /** `performance.now()` */
  closedAt: number | null = null

  private constructor(socket: net.Socket, { login, station, place }: RoverOptions, rest: Buffer) {
    this.login = login
    this.reader = new NumberReader(station)
    this.#socket = socket
    this.reader.push(rest)
    socket.on('data', (data) => this.reader.push(data))
    const done = () => {
      this.closedAt ??= performance.now()
      if (this.#timer) clearInterval(this.#timer)
    }
    socket.on('end', done).on('close', done)
    const locate = () => socket.write(`${writeGga({ ...place!, quality: 4 }, new Date())}\r\n`)
    this.#timer = place ? setInterval(locate, 1_000) : null
    if (place) locate()
  }

  /** Returns the first line of the reply if it is rejected. */
  static async open(port: number, options: RoverOptions): Promise<Rover | string> {
    const { login, mountpoint, revision = 1 } = options
    const lines = [
      `GET /${mountpoint} HTTP/1.${revision - 1}`,
      'User-Agent: NTRIP soak',
      ...(revision === 2 ? ['Ntrip-Version: Ntrip/2.0'] : []),
      `Authorization: Basic ${Buffer.from(`${login.username}:${login.password}`).toString('base64')}`,
    ]
    const socket = await connect(port, `${lines.join('\r\n')}\r\n\r\n`)
    const { head, rest } = await answerOf(socket)
    if (head === 'ICY 200 OK' || head.startsWith('HTTP/1.1 200 OK')) return new Rover(socket, options, rest)
    socket.destroy()
    return head.split('\r\n')[0] || 'no answer'
  }

  /** Leaves like real rovers: properly, by a reset, or after it stopped reading. */
  async leave(how: 'end' | 'reset' | 'unread'): Promise<void> {
    if (how === 'unread') {
      this.#socket.pause()
      await sleep(300)
    }
    if (how === 'end') this.#socket.end()
    else this.#socket.resetAndDestroy()
    if (this.#timer) clearInterval(this.#timer)
  }

  async closed(withinMs: number): Promise<boolean> {
    const deadline = performance.now() + withinMs
    while (this.closedAt === null && performance.now() < deadline) await sleep(2)
    return this.closedAt !== null
  }
}
