// The ports of the caster, with and without TLS; all lead to the same door.
import net from 'node:net'
import { limitConnections } from '../../../base/limits/connection-limit.ts'
import type { Component } from '../../../base/running/component.ts'
import type { Signal } from '../../../base/running/signal.ts'
import type { CasterOptions } from '../../options.ts'
import type { Door } from '../door.ts'
import { type OpenPort, openPort } from './open-port.ts'
import { secureServer } from './secure-server.ts'

const NO_MORE = { plain: [], secure: [] }

export interface PortsDependencies {
  readonly door: Door
  readonly options: Pick<
    CasterOptions,
    'host' | 'port' | 'tls' | 'morePorts' | 'sharesPorts' | 'passedDescriptors' | 'certificateMs'
  >
  readonly warn: (message: string, detail: object) => void
  /** Connections that the caster opens itself. They count towards the limit of open files. */
  readonly outgoing: Signal<[socket: net.Socket]>
  readonly asksForCertificates: () => boolean
}

export class Ports implements Component {
  readonly #dependencies: PortsDependencies
  readonly #plain: net.Server
  readonly #secure: ReturnType<typeof secureServer> | null
  readonly #open: OpenPort[] = []

  constructor(dependencies: PortsDependencies) {
    this.#dependencies = dependencies
    const { door, options, warn, outgoing, asksForCertificates } = dependencies
    const { tls, certificateMs: checkMs = 5_000 } = options
    this.#plain = net.createServer({ allowHalfOpen: true }, door.accept)
    this.#secure = tls && secureServer({ files: tls, checkMs, door, warn, asksForCertificates })
    const servers = [this.#plain, ...(this.#secure ? [this.#secure.server] : [])]
    const count = limitConnections(servers, {
      warn: (message) => warn(message, {}),
      makeRoom: () => door.makeRoom(),
    })
    outgoing.subscribe(count)
  }

  async start(): Promise<void> {
    const { host, port, tls, morePorts = NO_MORE } = this.#dependencies.options
    const { sharesPorts: isShared = false, passedDescriptors = () => [] } = this.#dependencies.options
    const open = async (server: net.Server, at: number) =>
      void this.#open.push(await openPort(server, { host, port: at, isShared, descriptors: passedDescriptors(at) }))
    await open(this.#plain, port)
    if (this.#secure) await open(this.#secure.server, tls!.port)
    for (const more of morePorts.plain) await open(leadingTo(this.#plain), more)
    if (this.#secure) for (const more of morePorts.secure) await open(leadingTo(this.#secure.server), more)
  }

  get addresses(): net.AddressInfo[] {
    return this.#open.map(({ address }) => address)
  }

  get address(): net.AddressInfo {
    return this.#open[0]!.address
  }

  get tlsAddress(): net.AddressInfo | null {
    return this.#secure ? this.#open[1]!.address : null
  }

  /** Stops listening. Connections stay open. */
  stop(): void {
    this.#secure?.stop()
    void this.closed()
  }

  /** Rejects new connections. Open ones stay. */
  reject(): void {
    this.#secure?.stop()
    for (const port of this.#open) port.reject()
  }

  /** Stops listening and resolves when the last connection has ended. */
  async closed(): Promise<void> {
    await Promise.all(this.#open.map((port) => port.close()))
  }
}

/** A listener for another port, whose connections go to `server`. */
const leadingTo = (server: net.Server): net.Server =>
  net.createServer({ allowHalfOpen: true }, (socket) => void server.emit('connection', socket))
