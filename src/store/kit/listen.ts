// Being told: one connection of a process LISTENs for everybody in it, and comes back by itself. A notice may be lost while it is
// away, so whoever listens is then told to look, and looks from time to time anyway.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const BACK_AFTER_MS = 1_000

/** The payload of a notice; null: something may have been missed. */
type Tell = (payload: string | null) => void

export class Listener {
  readonly #pool: pg.Pool
  readonly #toTell = new Map<string, Set<Tell>>()
  /** Channels that the connection listens to. */
  readonly #heard = new Set<string>()
  #client: pg.PoolClient | null = null
  #connected: Promise<void> = Promise.resolve()
  #staying: Promise<void> | null = null
  #following: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** Returns how to stop. */
  listen(channel: string, tell: Tell): () => Promise<void> {
    const told = this.#toTell.get(channel) ?? new Set()
    this.#toTell.set(channel, told.add(tell))
    if (this.#heard.has(channel)) queueMicrotask(() => tell(null)) // something may have happened before it listened
    this.#staying ??= this.#stay()
    this.#follow()
    return () => {
      told.delete(tell)
      if (told.size === 0 && this.#toTell.get(channel) === told) this.#toTell.delete(channel)
      return this.#toTell.size === 0 ? this.close() : this.#follow()
    }
  }

  /** Nobody is told anything any more, and the connection is given back. */
  async close(): Promise<void> {
    this.#toTell.clear()
    const client = this.#client as unknown as pg.Client | null
    this.#lost()
    client?.end().catch(() => {})
    await this.#connected
  }

  async #stay(): Promise<void> {
    while (this.#toTell.size > 0) {
      this.#connected = this.#connect().catch(() => {}) // the database is away; try again
      await this.#connected
      if (this.#toTell.size > 0) await sleep(BACK_AFTER_MS, undefined, { ref: false })
    }
    this.#staying = null
  }

  /** Until the connection is gone. */
  async #connect(): Promise<void> {
    const client = await this.#pool.connect()
    this.#client = client
    const gone = new Promise<void>((resolve) => client.once('error', () => resolve()).once('end', () => resolve()))
    client.on('notification', ({ channel, payload }) => this.#tell(channel, payload ?? ''))
    this.#follow()
    if (this.#toTell.size > 0) await gone
    this.#lost()
    client.release(true)
  }

  /** Whoever comes now waits for another connection. */
  #lost(): void {
    this.#client = null
    this.#heard.clear()
  }

  /** Listens to what is wanted, and no longer to what is not; one change after the other. */
  #follow(): Promise<void> {
    const client = this.#client
    if (client)
      this.#following = this.#following
        .then(() => this.#followOn(client))
        .catch(() => (client as unknown as pg.Client).end().catch(() => {})) // and comes back
    return this.#following
  }

  async #followOn(client: pg.PoolClient): Promise<void> {
    for (const channel of [...this.#toTell.keys()].filter((wanted) => !this.#heard.has(wanted))) {
      await client.query(`listen ${channel}`)
      if (this.#client !== client) return
      this.#heard.add(channel)
      this.#tell(channel, null)
    }
    for (const channel of [...this.#heard].filter((heard) => !this.#toTell.has(heard))) {
      this.#heard.delete(channel)
      await client.query(`unlisten ${channel}`)
    }
  }

  #tell(channel: string, payload: string | null): void {
    for (const tell of this.#toTell.get(channel) ?? []) tell(payload)
  }
}
