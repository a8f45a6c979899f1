// The connections of a pool. If the server stops answering, they are cut: queries fail and the pool reconnects.
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
   * Cuts connections that a firewall may have dropped silently. If the server is not working on a connection, it never
   * received our query or there is none; connections with a running statement stay. `asker` is the backend that answers
   * `ask`: if the server does not list it, a pooler sits in between and process ids mean nothing.
   */
  async breakLost(ask: Ask, asker: number | null): Promise<void> {
    const doubted = [...this.#clients]
    const { rows } = await ask(`select pid from pg_stat_activity where state <> 'idle'`).catch(() => ({ rows: [] }))
    const working = new Set(rows.map(({ pid }) => pid as number | null))
    if (asker === null || !working.has(asker)) return // or `ask` failed
    for (const client of doubted) if (!working.has((client as unknown as { processID: number }).processID)) cut(client)
  }
}
