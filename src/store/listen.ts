// Being told: LISTEN on a connection of its own, which comes back by itself. A notice may be lost while it is away, so
// whoever listens also looks from time to time.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const BACK_AFTER_MS = 1_000

/** Returns how to stop. */
export function listen(pool: pg.Pool, channel: string, tell: () => void): () => Promise<void> {
  let stopping = false
  let client: pg.PoolClient | null = null

  async function stay(): Promise<void> {
    while (!stopping) {
      try {
        client = await pool.connect()
        const gone = new Promise<void>((resolve) => client!.once('error', () => resolve()).once('end', () => resolve()))
        client.on('notification', tell)
        await client.query(`listen ${channel}`)
        tell() // something may have happened before we listened
        await gone
      } catch {
        // the database is away; try again
      }
      client?.release(true)
      client = null
      if (!stopping) await sleep(BACK_AFTER_MS, undefined, { ref: false })
    }
  }
  const staying = stay()
  return async () => {
    stopping = true
    ;(client as unknown as pg.Client | null)?.end().catch(() => {})
    await staying
  }
}
