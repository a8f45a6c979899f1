// Simulates a session-mode connection pooler in front of the database: it reports its own backend pids, and it still
// accepts logins when the server behind it is frozen.
import { once } from 'node:events'
import net from 'node:net'
import type pg from 'pg'

const HEADER_BYTES = 5

export class SessionPooler {
  readonly #server: net.Server
  readonly #sockets = new Set<net.Socket>()
  readonly #loggedIn = new Set<net.Socket>()
  #isFrozen = false
  #nextNumber = 2_000_000_000

  private constructor(target: net.NetConnectOpts) {
    this.#server = net.createServer((near) => {
      const far = net.connect(target)
      for (const socket of [near, far]) {
        this.#sockets.add(socket)
        const end = () => {
          this.#sockets.delete(socket)
          this.#loggedIn.delete(near)
          near.destroy()
          far.destroy()
        }
        socket.on('error', end).on('close', end)
      }
      near.pipe(far)
      this.#logIn(near, far)
    })
  }

  static async before({ host = '127.0.0.1', port = 5432 }: pg.PoolConfig): Promise<SessionPooler> {
    const pooler = new SessionPooler(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
    pooler.#server.listen(0, '127.0.0.1')
    await once(pooler.#server, 'listening')
    return pooler
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port
  }

  /** Stops forwarding statements of existing and new connections. */
  freeze(): void {
    this.#isFrozen = true
    this.forget()
  }

  /** Stops forwarding statements of existing connections only. */
  forget(): void {
    for (const near of this.#loggedIn) near.unpipe().pause()
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
    await once(this.#server, 'close')
  }

  /** Forwards the login with a different backend pid until the server is ready; then forwards everything unchanged. */
  #logIn(near: net.Socket, far: net.Socket): void {
    let held = Buffer.alloc(0)
    const take = (chunk: Buffer) => {
      held = Buffer.concat([held, chunk])
      while (held.length >= HEADER_BYTES && held.length > held.readUInt32BE(1)) {
        const message = held.subarray(0, held.readUInt32BE(1) + 1)
        held = held.subarray(message.length)
        const kind = String.fromCharCode(message[0]!)
        if (kind === 'K') message.writeUInt32BE(this.#nextNumber++, HEADER_BYTES)
        if (kind === 'Z') {
          this.#loggedIn.add(near)
          if (this.#isFrozen) near.unpipe().pause()
          far.off('data', take).pipe(near)
        }
        near.write(message)
      }
    }
    far.on('data', take)
  }
}
