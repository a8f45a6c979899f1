// The permanent connection of a process. A heartbeat query every two seconds checks whether the database answers, what
// time it is there and whether it accepts writes. Notifications arrive on the same connection.
// node:timers instead of the globals, so that fake timers in tests do not cause database timeouts.
import { clearTimeout, setTimeout } from 'node:timers'
import pg from 'pg'
import { runningTimeout } from '../../../base/running/running-timeout.ts'
import { cut } from './hosts.ts'

const BEAT_EVERY_MS = 2_000
/**
 * A slower heartbeat counts as unanswered. DOUBTS in a row, the last on a new connection, mean silence. Time during
 * which this process does not run does not count.
 */
const TIMEOUT_MS = 2_000
const DOUBTS = 2
const BACK_AFTER_MS = 1_000
const GOODBYE_MS = 500

const BEAT = `select extract(epoch from clock_timestamp())::float8 * 1000 as "databaseMs",
  pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly"`

export interface Beat {
  readonly databaseMs: number
  readonly readOnly: boolean
  readonly sent: number
  readonly received: number
}

export interface LifelineCare {
  open(): pg.Client
  /** `doubted`: the previous connection stopped responding, so others may be dead too. */
  connected(doubted: boolean): void
  lost(): void
  beat(beat: Beat): void
  /** Neither the connection nor a new one answers. */
  silent(): void
}

export class Lifeline {
  readonly #care: LifelineCare
  #holders = 0
  #staying: Promise<void> | null = null
  #living: Promise<void> = Promise.resolve()
  #client: pg.Client | null = null
  #isConnected = false
  #asking: Promise<unknown> = Promise.resolve()
  #unanswered = 0
  /** A holder that arrives while the connection closes gets a new one; closing does not wait for it. */
  #isLeaving = false
  #wake = () => {}

  constructor(care: LifelineCare) {
    this.#care = care
  }

  get isSilent(): boolean {
    return this.#unanswered >= DOUBTS
  }

  get isConnected(): boolean {
    return this.#isConnected
  }

  /** The id that the server reports; a pooler reports ids of its own. */
  get processId(): number | null {
    return (this.#client as { processID?: number } | null)?.processID ?? null
  }

  /** Keeps the connection open. The returned function releases it; the last release closes the connection. */
  hold(): () => Promise<void> {
    this.#holders += 1
    this.#staying ??= this.#stay()
    return async () => {
      this.#holders = Math.max(0, this.#holders - 1)
      if (this.#holders === 0) await this.#close()
    }
  }

  /** Queries run one at a time. */
  ask(text: string): Promise<pg.QueryResult> {
    const client = this.#client
    const asked = this.#asking.then(() => {
      if (!client || client !== this.#client) throw new Error('Connection terminated')
      return client.query(text)
    })
    this.#asking = asked.catch(() => {})
    return asked
  }

  /** Cuts the connection; a new one is opened. */
  drop(): void {
    if (this.#client) cut(this.#client)
  }

  async close(): Promise<void> {
    this.#holders = 0
    await this.#close()
  }

  async #close(): Promise<void> {
    this.#isLeaving = true
    if (!this.#isConnected) this.drop()
    this.#isConnected = false
    this.#care.lost()
    this.#wake()
    await this.#living
  }

  async #stay(): Promise<void> {
    while (this.#holders > 0) {
      const began = performance.now()
      this.#isLeaving = false
      this.#living = this.#live().catch(() => {}) // the database is unavailable; retry
      await this.#living
      if (!this.#isLeaving && performance.now() - began < BACK_AFTER_MS) await this.#pause(BACK_AFTER_MS)
    }
    this.#staying = null
    this.#unanswered = 0 // no heartbeat runs any more
  }

  async #live(): Promise<void> {
    const client = this.#care.open()
    this.#client = client
    this.#asking = Promise.resolve()
    const gone = new Promise<void>((resolve) => client.once('end', () => resolve()).once('error', () => resolve()))
    gone.then(() => {
      // An old connection that ends must not wake the pause before the next attempt.
      if (this.#client === client) this.#wake()
    })
    const doubted = this.#unanswered > 0
    try {
      await this.#inTime(client.connect())
      this.#isConnected = true
      this.#care.connected(doubted)
      while (!this.#isLeaving) {
        const sent = performance.now()
        const { rows } = await this.#inTime(this.ask(BEAT), () => cut(client))
        this.#unanswered = 0
        this.#care.beat({ ...rows[0], sent, received: performance.now() })
        await Promise.race([gone, this.#pause(BEAT_EVERY_MS)])
      }
      await Promise.race([client.end(), this.#pause(GOODBYE_MS)])
    } finally {
      this.#client = null
      this.#isConnected = false
      cut(client)
      this.#care.lost()
    }
  }

  /** A successful connect does not reset the count: a pooler accepts connections even if its server is silent. */
  async #inTime<Answer>(question: Promise<Answer>, giveUp = () => {}): Promise<Answer> {
    const answered = runningTimeout(() => {
      this.#unanswered += 1
      if (this.#unanswered === DOUBTS) this.#care.silent()
      giveUp()
    }, TIMEOUT_MS)
    try {
      return await question
    } catch (error) {
      if (isAnswer(error)) this.#unanswered = 0
      throw error
    } finally {
      answered()
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      timer.unref()
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** An error from the server is an answer too. Class 08 (cannot connect) is not, even if a pooler reports it. */
const isAnswer = (error: unknown) => error instanceof pg.DatabaseError && !error.code?.startsWith('08')
