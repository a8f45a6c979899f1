// All connections of a pool, to be broken off when nobody answers on them: their callers are told at once, and the pool makes new ones.
import type pg from 'pg'
import { cut } from './hosts.ts'

type Ask = (text: string) => Promise<pg.QueryResult>

export class Connections {
  readonly #clients = new Set<pg.PoolClient>()

  constructor(pool: pg.Pool) {
    pool.on('connect', (client) => {
      this.#clients.add(client)
      client.once('end', () => this.#clients.delete(client))
    })
  }

  breakAll(): void {
    for (const client of this.#clients) cut(client)
  }

  /**
   * A firewall that forgot one connection may have forgotten all. Where the server is not working for us it has not heard our
   * question, or nobody asked one; a statement that takes its time is left alone. `asker`: the process that answers `ask`. Where the
   * server does not know it, a pooler in between has numbers of its own, and nothing can be told from them.
   */
  async breakLost(ask: Ask, asker: number | null): Promise<void> {
    const doubted = [...this.#clients]
    const { rows } = await ask(`select pid from pg_stat_activity where state <> 'idle'`).catch(() => ({ rows: [] }))
    const working = new Set(rows.map(({ pid }) => pid as number | null))
    if (asker === null || !working.has(asker)) return // or it did not answer
    for (const client of doubted) if (!working.has((client as unknown as { processID: number }).processID)) cut(client)
  }
}
