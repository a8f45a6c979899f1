// A simulated VRS engine: a caster with one mountpoint that answers a position with a stream for that place.
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { type BadRequest, type Credentials, type Request, readRequest, reply, sourcetable } from '@vertice/ntrip'
import type { Sky } from './sky/sky.ts'
import { VrsSession, type VrsSessionOptions } from './vrs-session.ts'

export interface VrsEngineOptions {
  readonly sky: Sky
  readonly mountpoint: string
  readonly credentials: Credentials
  readonly host?: string
  /** 0 for any free port. */
  readonly port?: number
  readonly stationId?: number
  readonly followKm?: number
  readonly intervalMs?: number
}

const HEAD_WITHIN_MS = 10_000

export class VrsEngine {
  readonly #options: VrsEngineOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #sessions = new Set<VrsSession>()

  constructor(options: VrsEngineOptions) {
    this.#options = options
    this.#server = createServer((socket) => this.#welcome(socket))
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  get sessions(): readonly VrsSession[] {
    return [...this.#sessions]
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
    const { mountpoint } = this.#options
    if (request.kind === 'bad' || request.kind === 'push') {
      socket.end(reply.badRequest({ dialect: 'ntrip1', reason: 'This caster only gives streams.', at }))
    } else if (request.kind === 'sourcetable' || (request.mountpoint !== mountpoint && request.dialect === 'ntrip1')) {
      const table = this.#sourcetable()
      socket.end(Buffer.concat([reply.sourcetableHead(request.dialect, table.length, at), table]))
    } else if (request.mountpoint !== mountpoint) {
      socket.end(reply.notFound({ dialect: request.dialect, reason: 'No such mountpoint.', at }))
    } else if (!this.#isKnown(request.credentials)) {
      socket.end(reply.unauthorized({ dialect: request.dialect, reason: 'Unknown user or password.', at }, mountpoint))
    } else {
      socket.write(reply.streamHead(request.dialect, at))
      this.#serve(socket, request, head.subarray(request.headLength))
    }
  }

  #serve(socket: Socket, { gga }: Request, rest: Buffer): void {
    const { sky, stationId = 4000, followKm = 5, intervalMs = 1000 } = this.#options
    const options: VrsSessionOptions = { sky, stationId, followKm, intervalMs }
    const session = new VrsSession(socket, options)
    this.#sessions.add(session)
    socket.on('close', () => this.#sessions.delete(session))
    if (gga !== null) session.hear(gga)
    session.read(rest)
  }

  #isKnown(given: Credentials | null): boolean {
    const { username, password } = this.#options.credentials
    return given?.username === username && given.password === password
  }

  #sourcetable(): Buffer {
    const name = 'SIMULATED'
    const where = { country: 'MEX', lat: null, lng: null }
    const stream = {
      mountpoint: this.#options.mountpoint,
      identifier: name,
      format: 'RTCM 3.3',
      formatDetails: '1005(10),1033(10),1077(1),1087(1),1097(1),1127(1)',
      carrier: 2 as const,
      constellations: ['GPS', 'GLO', 'GAL', 'BDS'],
      needsGga: true,
      fromNetwork: true,
      generator: name,
      ...where,
    }
    const caster = { host: '127.0.0.1', port: this.port, identifier: name, operator: name, readsGga: true, ...where }
    const network = { identifier: name, operator: name, fee: false }
    return Buffer.from(sourcetable({ caster, network, streams: [stream] }))
  }
}
