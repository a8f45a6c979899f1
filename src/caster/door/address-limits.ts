// How many connections one address may have at once. Behind one address may be a whole carrier, so by default there is no limit: who connects
// too often is slowed down by credential.
import type { Socket } from 'node:net'
import { clientOf } from '../../domain/sessions/client-address.ts'

interface Counted extends Socket {
  countedBy?: { readonly limits: AddressLimits; readonly client: string }
}

export class AddressLimits {
  readonly #most: number | null
  readonly #counts = new Map<string, number>()

  /** null: as many as come. */
  constructor(most: number | null) {
    this.#most = most
  }

  /** Counts it until it is closed; false: its address has as many as it may have. IPv6 counts by /64. */
  enter(socket: Socket, address: string): boolean {
    if (this.#most === null) return true
    const client = clientOf(address)
    const count = (this.#counts.get(client) ?? 0) + 1
    this.#counts.set(client, count)
    ;(socket as Counted).countedBy = { limits: this, client }
    socket.once('close', leave)
    return count <= this.#most
  }

  leave(client: string): void {
    const others = (this.#counts.get(client) ?? 1) - 1
    if (others > 0) this.#counts.set(client, others)
    else this.#counts.delete(client)
  }
}

/** One function for all connections: ten thousand closures would cost memory. */
function leave(this: Socket): void {
  const { countedBy } = this as Counted
  countedBy?.limits.leave(countedBy.client)
}
