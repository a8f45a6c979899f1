// A base that pushes marked frames to one of several casters, and tries the next one when that fails.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { epochFrame, stationFrames } from '../../packages/rtcm/test/support/epochs.ts'
import { markedFrame } from './marked-frames.ts'

export const BEAT_MS = 200
const ANSWER_MS = 2_000
const AGAIN_MS = 250
/** Sizes of the frames of an epoch; different, as with a real receiver. */
const FRAME_BYTES = [57, 309]

export interface PushPlace {
  /** The station's index in the cluster, which is also in its frames. */
  readonly station: number
  readonly mountpoint: string
  readonly position: { readonly lat: number; readonly lng: number }
  readonly secret: string
}

/** One accepted connection of a base. */
export interface Line {
  readonly number: number
  readonly node: number
  /** When each of its frames was sent (`performance.now()`). */
  readonly sentAt: number[]
  readonly socket: Socket
}

export class Base {
  readonly station: number
  readonly #place: PushPlace
  readonly #ports: readonly number[]
  readonly #beat: NodeJS.Timeout
  /** All connections so far, the newest last. */
  readonly lines: Line[] = []
  #node = 0
  #keeping: Promise<void> | null = null
  #hasStopped = false

  constructor(place: PushPlace, ports: readonly number[]) {
    this.station = place.station
    this.#place = place
    this.#ports = ports
    this.#beat = setInterval(() => this.#epoch(), BEAT_MS)
  }

  get newest(): Line | undefined {
    return this.lines.at(-1)
  }

  get isPushing(): boolean {
    return this.newest?.socket.writable ?? false
  }

  /** Connects and returns the first line of the reply; pushes if it was accepted. Other open connections continue. */
  async dial(node: number): Promise<string> {
    const { mountpoint, secret } = this.#place
    const socket = connect(this.#ports[node]!, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`SOURCE ${secret} /${mountpoint}\r\nSource-Agent: NTRIP cluster\r\n\r\n`)
    const answer = await new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(String(data).split('\r\n', 1)[0]!))
      socket.once('close', () => resolve('closed'))
      setTimeout(() => resolve('no answer'), ANSWER_MS)
    })
    if (answer !== 'ICY 200 OK' || this.#hasStopped) {
      socket.destroy()
      return answer
    }
    socket.resume()
    socket.write(Buffer.concat(stationFrames(this.station + 1)))
    this.lines.push({ number: this.lines.length, node, sentAt: [], socket })
    this.#epoch()
    return answer
  }

  /** Keeps a connection open, trying one caster after the other, starting with this one. */
  keepPushing(from: number): void {
    this.#node = from
    this.#keeping ??= this.#keep()
  }

  moveTo(node: number): void {
    this.#node = node
    this.newest?.socket.end()
  }

  /** Like a second receiver: tries until this caster accepts it or `tooLate` resolves. Its other lines continue. */
  async takeOver(node: number, tooLate: Promise<unknown>): Promise<void> {
    let isTooLate = false
    tooLate.then(() => {
      isTooLate = true
    })
    while (!isTooLate && !this.#hasStopped && (await this.dial(node)) !== 'ICY 200 OK') await sleep(AGAIN_MS)
  }

  async #keep(): Promise<void> {
    while (!this.#hasStopped) {
      const node = this.#node
      const isRefused = !this.isPushing && (await this.dial(node)) !== 'ICY 200 OK'
      if (isRefused && node === this.#node) this.#node = (node + 1) % this.#ports.length
      await sleep(this.isPushing ? BEAT_MS / 4 : AGAIN_MS)
    }
  }

  async stop(): Promise<void> {
    this.#hasStopped = true
    clearInterval(this.#beat)
    for (const { socket } of this.lines) socket.destroy()
    await this.#keeping
  }

  /** Sends an epoch on every open connection, split at an arbitrary byte as TCP does. */
  #epoch(): void {
    for (const line of this.lines) {
      if (!line.socket.writable) continue
      const now = performance.now()
      const frames = FRAME_BYTES.map((bytes) => {
        line.sentAt.push(now)
        return markedFrame(this.station, line.number, line.sentAt.length - 1, bytes)
      })
      const bytes = Buffer.concat([epochFrame(Date.now(), this.station + 1), ...frames])
      const cut = (line.sentAt.length * 37) % bytes.length
      line.socket.write(bytes.subarray(0, cut))
      line.socket.write(bytes.subarray(cut))
    }
  }
}
