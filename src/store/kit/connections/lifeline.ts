// The one connection of a process that is always open. A question on it every two seconds tells whether the database still answers,
// what time it is there and whether it takes writes; and notices come over it.
// These, and not the global ones: a test that lets minutes pass in a second does not make the database slower.
import { clearTimeout, setTimeout } from 'node:timers'
import pg from 'pg'
import { cut } from './hosts.ts'

const BEAT_EVERY_MS = 2_000
/** Whoever has not answered by then is doubted, and asked once more over a new connection; then nobody waits for it any more. */
const PATIENCE_MS = 2_000
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
  /** `doubted`: the connection before went silent, and so may others have. */
  connected(doubted: boolean): void
  lost(): void
  beat(beat: Beat): void
  /** Neither the connection nor a new one is answered. */
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
  /** Whoever comes to hold it while the last one leaves gets another connection: leaving waits for nobody. */
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

  /** As the server told it; a pooler in between tells numbers of its own. */
  get processId(): number | null {
    return (this.#client as { processID?: number } | null)?.processID ?? null
  }

  /** Keeps it open. Returns how to let go; when nobody else holds it, it is closed then. */
  hold(): () => Promise<void> {
    this.#holders += 1
    this.#staying ??= this.#stay()
    return async () => {
      this.#holders = Math.max(0, this.#holders - 1)
      if (this.#holders === 0) await this.#close()
    }
  }

  /** One question after the other. */
  ask(text: string): Promise<pg.QueryResult> {
    const client = this.#client
    const asked = this.#asking.then(() => {
      if (!client || client !== this.#client) throw new Error('Connection terminated')
      return client.query(text)
    })
    this.#asking = asked.catch(() => {})
    return asked
  }

  /** Comes back over another connection. */
  drop(): void {
    if (this.#client) cut(this.#client)
  }

  /** Whoever holds it. */
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
      this.#living = this.#live().catch(() => {}) // the database is away; try again
      await this.#living
      if (!this.#isLeaving && performance.now() - began < BACK_AFTER_MS) await this.#pause(BACK_AFTER_MS)
    }
    this.#staying = null
    this.#unanswered = 0 // nobody looks any more
  }

  /** Until the connection is gone. */
  async #live(): Promise<void> {
    const client = this.#care.open()
    this.#client = client
    this.#asking = Promise.resolve()
    const gone = new Promise<void>((resolve) => client.once('end', () => resolve()).once('error', () => resolve()))
    gone.then(() => this.#wake())
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

  /** To be let in is no answer yet: a pooler does that on its own while the server behind it is silent. */
  async #inTime<Answer>(question: Promise<Answer>, giveUp = () => {}): Promise<Answer> {
    let isOpen = true
    const late = () => {
      if (!isOpen) return
      this.#unanswered += 1
      if (this.#unanswered === DOUBTS) this.#care.silent()
      giveUp()
    }
    // A process that was busy itself finds the answer waiting for it: what has arrived is read before the silence is believed.
    const timer = setTimeout(() => setImmediate(late), PATIENCE_MS)
    timer.unref()
    try {
      return await question
    } catch (error) {
      if (isAnswer(error)) this.#unanswered = 0
      throw error
    } finally {
      isOpen = false
      clearTimeout(timer)
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

/** A refusal of the server is one, too: callers learn it just as quickly. That nobody can be reached (class 08) is none, whoever says so. */
const isAnswer = (error: unknown) => error instanceof pg.DatabaseError && !error.code?.startsWith('08')
