// A TCP proxy between a service and its database that can fail as networks do: it goes silent or drops connections.
import { once } from 'node:events'
import net from 'node:net'
import type pg from 'pg'

export class TcpProxy {
  readonly #server: net.Server
  readonly #pairs = new Set<readonly [net.Socket, net.Socket]>()
  #isSilent = false

  private constructor(target: () => net.Socket) {
    this.#server = net.createServer((near) => {
      const far = target()
      const pair = [near, far] as const
      this.#pairs.add(pair)
      const end = () => {
        this.#pairs.delete(pair)
        near.destroy()
        far.destroy()
      }
      near.on('error', end).on('close', end)
      far.on('error', end).on('close', end)
      if (!this.#isSilent) join(pair)
    })
  }

  static async before({ host = '127.0.0.1', port = 5432 }: pg.PoolConfig, listenOn = 0): Promise<TcpProxy> {
    const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port }
    const proxy = new TcpProxy(() => net.connect(target as net.NetConnectOpts))
    proxy.#server.listen(listenOn, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port
  }

  /** Stops forwarding on existing connections without closing them, like a firewall that lost its state. */
  forget(): void {
    for (const pair of this.#pairs) part(pair)
  }

  /** Also leaves new connections without an answer. */
  goSilent(): void {
    this.#isSilent = true
    this.forget()
  }

  /** Resumes; delayed bytes arrive. */
  goOn(): void {
    this.#isSilent = false
    for (const pair of this.#pairs) join(pair)
  }

  /** Drops all connections; new ones work. */
  cut(): void {
    for (const [near, far] of this.#pairs) {
      near.destroy()
      far.destroy()
    }
  }

  async stop(): Promise<void> {
    this.cut()
    if (!this.#server.listening) return
    this.#server.close()
    await once(this.#server, 'close')
  }
}

function join([near, far]: readonly [net.Socket, net.Socket]): void {
  near.pipe(far)
  far.pipe(near)
}

function part([near, far]: readonly [net.Socket, net.Socket]): void {
  near.unpipe(far).pause()
  far.unpipe(near).pause()
}
