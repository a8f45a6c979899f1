// A small NTRIP caster that only gives streams: it reads requests, checks the login and sends its sourcetable.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import {
  type BadRequest,
  type Credentials,
  type Request,
  readRequest,
  reply,
  sourcetable,
  type TableStream,
} from '@vertice/ntrip'

export interface CasterServerOptions {
  /** Name of the caster, its network and its operator in the sourcetable. */
  readonly name: string
  readonly streams: readonly TableStream[]
  readonly credentials: Credentials
  readonly readsGga: boolean
  readonly host?: string
  /** 0 for any free port. */
  readonly port?: number
  /** Serves an admitted client, which has received the response. `rest` is what followed the request. */
  readonly serve: (socket: Socket, request: Request, rest: Buffer) => void
}

const HEAD_WITHIN_MS = 10_000

export class CasterServer {
  readonly #options: CasterServerOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor(options: CasterServerOptions) {
    this.#options = options
    this.#server = createServer((socket) => this.#welcome(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  listen(): Promise<void> {
    const { host = '127.0.0.1', port = 0 } = this.#options
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
  }

  close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  sourcetable(): string {
    const { name, streams, readsGga } = this.#options
    const where = { country: 'MEX', lat: null, lng: null }
    const caster = { host: '127.0.0.1', port: this.port, identifier: name, operator: name, readsGga, ...where }
    return sourcetable({ caster, network: { identifier: name, operator: name, fee: false }, streams })
  }

  #welcome(socket: Socket): void {
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.setTimeout(HEAD_WITHIN_MS, () => socket.destroy())
    socket.on('error', () => {}) // the client is gone; 'close' follows
    socket.on('close', () => this.#sockets.delete(socket))
    let head = Buffer.alloc(0)
    const onData = (bytes: Buffer) => {
      head = Buffer.concat([head, bytes])
      const request = readRequest(head)
      if (request === 'incomplete') return
      socket.off('data', onData)
      socket.setTimeout(0)
      this.#answer(socket, request, head)
    }
    socket.on('data', onData)
  }

  #answer(socket: Socket, request: Request | BadRequest, head: Buffer): void {
    const at = new Date()
    if (request.kind === 'bad' || request.kind === 'push') {
      socket.end(reply.badRequest({ dialect: 'ntrip1', reason: 'This caster only gives streams.', at }))
      return
    }
    const { dialect, kind, mountpoint } = request
    const isListed = this.#options.streams.some((stream) => stream.mountpoint === mountpoint)
    if (kind === 'sourcetable' || (!isListed && dialect === 'ntrip1')) {
      const table = Buffer.from(this.sourcetable())
      socket.end(Buffer.concat([reply.sourcetableHead(dialect, table.length, at), table]))
    } else if (!isListed) {
      socket.end(reply.notFound({ dialect, reason: 'No such mountpoint.', at }))
    } else if (!this.#isKnown(request.credentials)) {
      socket.end(reply.unauthorized({ dialect, reason: 'Unknown user or password.', at }, mountpoint))
    } else {
      socket.write(reply.streamHead(dialect, at))
      this.#options.serve(socket, request, head.subarray(request.headLength))
    }
  }

  #isKnown(given: Credentials | null): boolean {
    const { username, password } = this.#options.credentials
    return given?.username === username && given.password === password
  }
}
