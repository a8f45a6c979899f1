// A webhook receiver that remembers what arrived, for comparison with the stored events.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import { until } from '../support/process.ts'
import type { OfficeProcess } from './office.ts'

const TYPES = ['credential.issued', 'credential.revoked']

export interface EventAccount {
  readonly written: number
  readonly arrived: number
  readonly lost: number
}

export class EventBook {
  readonly #arrived = new Set<string>()
  readonly #server = createServer((request, response) => {
    request.resume().on('end', () => {
      this.#arrived.add(String(request.headers['webhook-id']))
      response.end()
    })
  })

  /** Registers a webhook for the events of the token's owner. */
  async open(office: OfficeProcess, token: string): Promise<void> {
    await once(this.#server.listen(0, '127.0.0.1'), 'listening')
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`
    const made = await office.ask(token, 'POST', '/webhooks', { url, eventos: TYPES.join(',') })
    if (made.status !== 201) throw new Error(`no webhook: ${await made.text()}`)
  }

  /** Waits until no delivery is pending. */
  async account({ pool }: Pick<DatabasePool, 'pool'>, timeoutMs: number): Promise<EventAccount> {
    const owed = async () => {
      const { rows } = await pool.query<{ owed: number }>(
        `select count(*)::int as owed from deliveries where state = 'pending'`,
      )
      return rows[0]!.owed
    }
    await until(async () => (await owed()) === 0, timeoutMs).catch(() => {})
    const { rows } = await pool.query<{ id: string }>(
      `select events.id from events join webhooks using (owner_id) where type = any ($1::text[])`,
      [TYPES],
    )
    const lost = rows.filter(({ id }) => !this.#arrived.has(id)).length
    return { written: rows.length, arrived: rows.length - lost, lost }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
