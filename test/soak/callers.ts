// Programs that issue and revoke credentials during faults, and remember the responses.
import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePool } from '../../src/store/kit/database.ts'
import type { OfficeProcess } from './office.ts'

const CALLERS = 3
const PAUSE_MS = 150

export class Callers {
  readonly #office: OfficeProcess
  readonly #token: string
  readonly #issued: number[] = []
  readonly #revoked: number[] = []
  #calling: Promise<unknown> = Promise.resolve()
  #isOver = false

  constructor(office: OfficeProcess, token: string) {
    this.#office = office
    this.#token = token
  }

  begin(): void {
    this.#calling = Promise.all(Array.from({ length: CALLERS }, () => this.#call()))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await this.#calling
  }

  get answered(): number {
    return this.#issued.length + this.#revoked.length
  }

  /** Number of confirmed changes that are missing in the database. */
  async lost({ pool }: Pick<DatabasePool, 'pool'>): Promise<number> {
    const { rows } = await pool.query<{ found: number }>(
      `select ((select count(*) from credentials where id = any ($1::bigint[]))
        + (select count(*) from credentials where id = any ($2::bigint[]) and revoked_at is not null))::int as found`,
      [this.#issued, this.#revoked],
    )
    return this.answered - rows[0]!.found
  }

  async #call(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      await this.#issueOrRevoke(turn % 3 === 2).catch(() => {}) // without a response, nothing was confirmed
      await sleep(PAUSE_MS)
    }
  }

  async #issueOrRevoke(revokes: boolean): Promise<void> {
    const id = revokes ? this.#issued.at(-1) : undefined
    if (id !== undefined && !this.#revoked.includes(id)) {
      const answer = await this.#office.ask(this.#token, 'DELETE', `/credentials/${id}`)
      if (answer.status === 200 && !this.#revoked.includes(id)) this.#revoked.push(id)
      return
    }
    const answer = await this.#office.ask(this.#token, 'POST', '/credentials', { segundos: 3600 })
    if (answer.status !== 201) return
    const { credential } = (await answer.json()) as { credential: { id: number } }
    this.#issued.push(credential.id)
  }
}
