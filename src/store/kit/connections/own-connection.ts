// A dedicated connection that never waits behind other queries. The first query opens it. After an error or timeout it
// is abandoned, and the next query opens a new one.
// node:timers instead of the globals, so that fake timers in tests do not cause database timeouts.
import { clearTimeout, setTimeout } from 'node:timers'
import type pg from 'pg'
import { runningTimeout } from '../../../base/running/running-timeout.ts'
import { cut } from './hosts.ts'
import { DatabaseSilent } from './unavailable.ts'

const GOODBYE_MS = 500

interface Question {
  readonly name?: string
  readonly text: string
}

export class OwnConnection {
  readonly #open: () => pg.Client
  readonly #timeoutMs: number
  #client: pg.Client | null = null

  constructor(open: () => pg.Client, timeoutMs: number) {
    this.#open = open
    this.#timeoutMs = timeoutMs
  }

  /** Not reentrant: one query at a time. */
  async query<Row extends object>(question: Question, values: unknown[] = []): Promise<Row[]> {
    const known = this.#client
    const client = known ?? this.#begin()
    let answered = () => {}
    const late = new Promise<never>((_, reject) => {
      const sayLate = () => reject(new DatabaseSilent(`the database did not answer within ${this.#timeoutMs / 1000} s`))
      answered = runningTimeout(sayLate, this.#timeoutMs)
    })
    try {
      return await Promise.race([ask<Row>(client, known === null, question, values), late])
    } catch (error) {
      this.#leave(client)
      throw error
    } finally {
      answered()
    }
  }

  #begin(): pg.Client {
    const client = this.#open()
    this.#client = client
    client.once('end', () => this.#leave(client))
    return client
  }

  #leave(client: pg.Client): void {
    if (this.#client === client) this.#client = null
    cut(client)
  }

  async close(): Promise<void> {
    const client = this.#client
    if (!client) return
    let timer: NodeJS.Timeout | undefined
    const waited = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, GOODBYE_MS)
    })
    await Promise.race([client.end().catch(() => {}), waited])
    clearTimeout(timer)
    this.#leave(client)
  }
}

async function ask<Row extends object>(
  client: pg.Client,
  isNew: boolean,
  { name, text }: Question,
  values: unknown[],
): Promise<Row[]> {
  if (isNew) await client.connect()
  const { rows } = await client.query<Row>({ name, text, values })
  return rows
}
