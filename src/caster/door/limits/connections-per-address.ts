// Counts connections per client address. IPv6 addresses count by /64.
import type { Socket } from 'node:net'
import { clientOf } from '../../../domain/sessions/client-address.ts'

export class ConnectionsPerAddress {
  readonly #max: number | null
  readonly #counts = new Map<string, number>()
  readonly #clients = new WeakMap<Socket, string>()
  /** One listener for all connections: ten thousand closures would cost memory. */
  readonly #onClose: (this: Socket) => void

  /** `null` means unlimited: rovers of one carrier can share an address, and credentials limit frequent connects. */
  constructor(max: number | null) {
    this.#max = max
    const leave = (socket: Socket) => this.#leave(socket)
    this.#onClose = function () {
      leave(this)
    }
  }

  isFull(address: string): boolean {
    return this.#max !== null && this.#countOf(address) >= this.#max
  }

  /** Beyond twice the limit, connections are closed without a reply: a reply keeps them open for longer. */
  isFlooded(address: string): boolean {
    return this.#max !== null && this.#countOf(address) >= 2 * this.#max
  }

  #countOf(address: string): number {
    return this.#counts.get(clientOf(address)) ?? 0
  }

  /** Counts the connection until it closes. */
  add(socket: Socket, address: string): void {
    if (this.#max === null) return
    const client = clientOf(address)
    this.#counts.set(client, (this.#counts.get(client) ?? 0) + 1)
    this.#clients.set(socket, client)
    socket.once('close', this.#onClose)
  }

  #leave(socket: Socket): void {
    const client = this.#clients.get(socket)!
    const others = (this.#counts.get(client) ?? 1) - 1
    if (others > 0) this.#counts.set(client, others)
    else this.#counts.delete(client)
  }
}
