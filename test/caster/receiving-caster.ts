// Another caster that receives pushes, on real sockets. Its replies are those of casters in use, to the byte.
import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'
import { selfSigned } from '../support/certificate.ts'

export const REPLIES = {
  icy: 'ICY 200 OK\r\n\r\n',
  /** BKG NtripCaster 0.1 */
  ok: 'OK\r\n',
  badPassword: 'ERROR - Bad Password\r\n',
  taken: 'ERROR - Mount Point Taken or Invalid\r\n',
  accepted:
    'HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\nServer: NTRIP Caster/2.0\r\nContent-Type: text/plain\r\n\r\n',
  unauthorized: 'HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm="/IN"\r\nConnection: close\r\n\r\n',
  conflict: 'HTTP/1.1 409 Conflict\r\nConnection: close\r\n\r\n',
} as const

interface Push {
  readonly socket: net.Socket
  readonly head: string
  /** Received after the head. */
  body: Buffer
  isOpen: boolean
}

export class ReceivingCaster {
  readonly #server: net.Server
  readonly pushes: Push[] = []
  reply: string
  /** Whether it stops reading after its reply. */
  hangs = false

  private constructor(reply: string, secure: boolean) {
    this.reply = reply
    const take = (socket: net.Socket) => this.#take(socket)
    this.#server = secure ? tls.createServer(selfSigned(), take) : net.createServer(take)
  }

  static async start(reply: string, { secure = false } = {}): Promise<ReceivingCaster> {
    const caster = new ReceivingCaster(reply, secure)
    await once(caster.#server.listen(0, '127.0.0.1'), 'listening')
    return caster
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port
  }

  url(login = ':secret@', scheme = 'ntrip', mountpoint = 'IN'): string {
    return `${scheme}://${login}127.0.0.1:${this.port}/${mountpoint}`
  }

  get open(): Push[] {
    return this.pushes.filter(({ isOpen }) => isOpen)
  }

  stop(): void {
    for (const { socket } of this.pushes) socket.destroy()
    this.#server.close()
  }

  #take(socket: net.Socket): void {
    let head = ''
    let push: Push | null = null
    socket.on('error', () => {})
    socket.on('close', () => {
      if (push) push.isOpen = false
    })
    socket.on('data', (data) => {
      if (push) {
        push.body = Buffer.concat([push.body, data])
        return
      }
      head += data.toString('latin1')
      const end = head.indexOf('\r\n\r\n')
      if (end < 0) return
      const isRefusal = /^ERROR|^HTTP\/1.1 4/.test(this.reply)
      push = {
        socket,
        head: head.slice(0, end + 4),
        body: Buffer.from(head.slice(end + 4), 'latin1'),
        isOpen: !isRefusal,
      }
      this.pushes.push(push)
      if (isRefusal) return void socket.end(this.reply)
      socket.write(this.reply)
      if (this.hangs) socket.pause()
    })
  }
}
