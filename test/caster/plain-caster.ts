// A caster of another vendor: rev1, serves a sourcetable and streams, and can be killed and restarted on its port.
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { epochFrame } from '../../packages/rtcm/test/support/epochs.ts'
import { lastingPort } from '../support/ports.ts'

export const strLine = (
  mountpoint: string,
  { nmea = 0, solution = 0, name = mountpoint, lat = '19.43', lng = '260.87' } = {},
) =>
  `STR;${mountpoint};${name};RTCM 3.2;1074(1);2;GPS+GLO;NET;MEX;${lat};${lng};${nmea};${solution};OTHER;none;B;N;2400;none`

export class PlainCaster {
  lines: string[]
  /** Requested paths, bytes sent after each request, and open connections per path. */
  readonly asked: string[] = []
  readonly said: string[] = []
  readonly open = new Map<string, number>()
  readonly #sockets = new Set<net.Socket>()
  #server: net.Server | null = null
  port = 0
  /** Number of bytes of the sourcetable to send before disconnecting; `null` sends all of it. */
  tornAt: number | null = null
  refuses: string | null = null
  readonly #certificate: { readonly key: Buffer; readonly cert: Buffer } | null

  /** With a certificate, the caster speaks TLS. */
  constructor(lines: string[], certificate: { readonly key: Buffer; readonly cert: Buffer } | null = null) {
    this.lines = lines
    this.#certificate = certificate
  }

  async start(): Promise<this> {
    const take = (socket: net.Socket) => this.#take(socket)
    const server = this.#certificate ? tls.createServer(this.#certificate, take) : net.createServer(take)
    this.port ||= await lastingPort()
    await once(server.listen(this.port, '127.0.0.1'), 'listening')
    this.#server = server
    return this
  }

  get url(): string {
    return `${this.#certificate ? 'ntrips' : 'ntrip'}://front:s%40cret@127.0.0.1:${this.port}`
  }

  /** Closes everything as if the process were killed. */
  async kill(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close')
    this.#server?.close()
    for (const socket of this.#sockets) {
      if (socket instanceof tls.TLSSocket) socket.destroy()
      else socket.resetAndDestroy()
    }
    await closed
  }

  streams(mountpoint: string): number {
    return this.open.get(mountpoint) ?? 0
  }

  #take(socket: net.Socket): void {
    this.#sockets.add(socket)
    socket.on('error', () => {}).on('close', () => this.#sockets.delete(socket))
    let isOpen = false
    socket.on('data', (data) => {
      const text = data.toString('latin1')
      if (isOpen) return void this.said.push(text)
      const [, path = ''] = /^GET \/(\S*) /.exec(text) ?? []
      this.asked.push(path)
      if (this.refuses !== null) return void socket.end(this.refuses)
      if (path === '') return this.#table(socket)
      if (!text.includes(`Authorization: Basic ${Buffer.from('front:s@cret').toString('base64')}`))
        return void socket.end('HTTP/1.0 401 Unauthorized\r\n\r\n')
      if (!this.lines.some((line) => line.startsWith(`STR;${path};`))) return this.#table(socket)
      isOpen = true
      socket.write('ICY 200 OK\r\n\r\n')
      this.#stream(socket, path)
      const gga = /Ntrip-GGA: (\S+)/.exec(text)?.[1]
      if (gga) this.said.push(gga)
    })
  }

  #stream(socket: net.Socket, mountpoint: string): void {
    const count = (by: number) => this.open.set(mountpoint, this.streams(mountpoint) + by)
    count(1)
    const timer = setInterval(() => socket.write(epochFrame()), 100)
    socket.on('close', () => {
      clearInterval(timer)
      count(-1)
    })
  }

  #table(socket: net.Socket): void {
    const body = [...this.lines, 'ENDSOURCETABLE', ''].join('\r\n')
    const head = `SOURCETABLE 200 OK\r\nServer: Plain/1\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`
    socket.end(head + (this.tornAt === null ? body : body.slice(0, this.tornAt)))
  }
}
