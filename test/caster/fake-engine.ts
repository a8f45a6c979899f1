// A VRS engine for tests: a real server whose behaviour can be changed.
import { once } from 'node:events'
import net from 'node:net'
import { chunk } from '@vertice/ntrip'
import { frame } from '@vertice/rtcm'
import { lastingPort } from '../support/ports.ts'

export const PASSWORD = 'pa:ss/w@rd'

export interface Call {
  readonly socket: net.Socket
  readonly at: number
  readonly head: string
  readonly positions: string[]
  closed: boolean
}

/** A VRS engine that answers each position with the position itself, and can also send data on its own. */
export class Engine {
  readonly #server = net.createServer((socket) => this.#take(socket))
  readonly calls: Call[] = []
  answer: 'icy' | 'chunked' | 'unauthorized' | 'nothing' = 'icy'
  #timer: NodeJS.Timeout | undefined

  static async start(port?: number): Promise<Engine> {
    const engine = new Engine()
    await once(engine.#server.listen(port ?? (await lastingPort()), '127.0.0.1'), 'listening')
    return engine
  }

  /** Sends the text periodically to every rover that it answers. */
  speak(text: string, everyMs: number): void {
    clearInterval(this.#timer)
    this.#timer = setInterval(() => {
      if (this.answer === 'icy') for (const { socket } of this.open) socket.write(frame(Buffer.from(`<${text}>`)))
    }, everyMs)
  }

  hangUp(): void {
    for (const { socket } of this.calls) socket.destroy()
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port
  }

  url(user = 'engine', password = PASSWORD): string {
    return `ntrip://${user}:${encodeURIComponent(password)}@127.0.0.1:${this.port}/VRS_MX`
  }

  /** Calls for rovers. The caster's own probes come from a station's position, with quality 1. */
  get rovers(): Call[] {
    return this.calls.filter(({ head }) => /Ntrip-GGA: \$GPGGA,[^,]*(,[^,]*){4},4,/.test(head))
  }

  get open(): Call[] {
    return this.rovers.filter(({ closed }) => !closed)
  }

  #take(socket: net.Socket): void {
    let text = ''
    let call: Call | null = null
    socket.on('error', () => {})
    socket.on('close', () => {
      if (call) call.closed = true
    })
    socket.on('data', (data) => {
      text += data.toString('latin1')
      if (!call) {
        const end = text.indexOf('\r\n\r\n')
        if (end < 0) return
        call = { socket, at: performance.now(), head: text.slice(0, end), positions: [], closed: false }
        this.calls.push(call)
        text = text.slice(end + 4)
        if (this.answer === 'unauthorized') return void socket.end('HTTP/1.1 401 Unauthorized\r\n\r\n')
        if (this.answer === 'chunked')
          socket.write('HTTP/1.1 200 OK\r\nContent-Type: gnss/data\r\nTransfer-Encoding: chunked\r\n\r\n')
        if (this.answer === 'icy') socket.write('ICY 200 OK\r\n\r\n')
      }
      const lines = text.split('\r\n')
      text = lines.pop()!
      for (const line of lines) {
        call.positions.push(line)
        const data = frame(Buffer.from(`<${line}>`))
        if (this.answer !== 'nothing') socket.write(this.answer === 'chunked' ? chunk(data) : data)
      }
    })
  }

  close(): void {
    clearInterval(this.#timer)
    this.hangUp()
    this.#server.close()
  }
}
