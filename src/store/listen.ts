// Being told: LISTEN on a connection of its own, which comes back by itself. A notice may be lost while it is away, so
// whoever listens also looks from time to time.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const BACK_AFTER_MS = 1_000

/** Tells the payload of each notice, and null when something may have been missed. Returns how to stop. */
export function listen(pool: pg.Pool, channel: string, tell: (payload: string | null) => void): () => Promise<void> {
  let stopping = false
  let client: pg.PoolClient | null = null

  async function stay(): Promise<void> {
    while (!stopping) {
      try {
        client = await pool.connect()
        const gone = new Promise<void>((resolve) => client!.once('error', () => resolve()).once('end', () => resolve()))
        client.on('notification', ({ payload }) => tell(payload ?? ''))
        if (!stopping) {
          await client.query(`listen ${channel}`)
          tell(null) // something may have happened before we listened
          await gone
        }
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
