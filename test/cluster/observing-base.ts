// A base with simulated observations that pushes once a second to one of several casters, and tries the next one when
// that fails.
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sky } from '../../src/demo/simulator/sky/sky.ts'
import { StationStream } from '../../src/demo/simulator/station-stream.ts'
import type { PushPlace } from './base.ts'

const EPOCH_MS = 1_000
const ANSWER_MS = 2_000
const AGAIN_MS = 250

export class ObservingBase {
  readonly #place: PushPlace
  readonly #ports: readonly number[]
  readonly #sky: Sky
  #stream: StationStream
  #socket: Socket | null = null
  #node: number
  #timer: NodeJS.Timeout | undefined
  #hasStopped = false
  readonly #keeping: Promise<void>

  constructor(place: PushPlace, ports: readonly number[], node: number, sky: Sky) {
    this.#place = place
    this.#ports = ports
    this.#sky = sky
    this.#stream = this.#newStream()
    this.#node = node
    this.#keeping = this.#keep()
    this.#next()
  }

  /** The caster that it is connected to; `null` between two connections. */
  get node(): number | null {
    return this.#socket?.writable ? this.#node : null
  }

  async stop(): Promise<void> {
    this.#hasStopped = true
    clearTimeout(this.#timer)
    this.#socket?.destroy()
    await this.#keeping
  }

  #newStream(): StationStream {
    const { station, position } = this.#place
    return new StationStream(this.#sky, {
      ...{ code: `C${station}`, stationId: station + 1 },
      position: { ...position, height: 2_000 },
    })
  }

  #next(): void {
    this.#timer = setTimeout(() => this.#epoch(), EPOCH_MS - (Date.now() % EPOCH_MS))
  }

  #epoch(): void {
    const epoch = this.#stream.epoch(Math.round(Date.now() / EPOCH_MS) * EPOCH_MS)
    if (this.#socket?.writable) this.#socket.write(epoch)
    this.#next()
  }

  async #keep(): Promise<void> {
    while (!this.#hasStopped) {
      if (!this.#socket?.writable && !(await this.#dial())) this.#node = (this.#node + 1) % this.#ports.length
      await sleep(AGAIN_MS)
    }
  }

  async #dial(): Promise<boolean> {
    const { mountpoint, secret } = this.#place
    const socket = connect(this.#ports[this.#node]!, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`SOURCE ${secret} /${mountpoint}\r\nSource-Agent: NTRIP cluster\r\n\r\n`)
    const isAccepted = await new Promise<boolean>((resolve) => {
      socket.once('data', (data) => resolve(String(data).startsWith('ICY 200 OK')))
      socket.once('close', () => resolve(false))
      setTimeout(() => resolve(false), ANSWER_MS)
    })
    if (!isAccepted || this.#hasStopped) {
      socket.destroy()
      return false
    }
    socket.resume()
    this.#stream = this.#newStream()
    this.#socket = socket
    return true
  }
}
