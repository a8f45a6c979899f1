// This process among the others: says every two seconds that it lives, and knows when others may have taken it for dead.
//
// A process that stood still for ten seconds (it was stopped, or its loop was held up) does not trust what it held before: another may
// have it now. One that goes on and only cannot reach the database serves as before, because then nobody else can say otherwise. Whoever
// comes back takes back what is still free.
import { clearInterval, setInterval } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { randomCode } from '../secrets.ts'
import type { DatabasePool } from '../store/kit/database.ts'
import { forgetNode, type NodeFigures, type NodeIdentity, renewNode } from '../store/nodes/rows.ts'
import { endSessionsOfDead } from '../store/sessions/rows.ts'
import { version } from './version.ts'

const RENEW_EVERY_MS = 2_000
/** As `node_lives` says it in the database. */
const HELD_MS = 10_000
/** Who has not been answered by then has not been heard. */
const PATIENCE_MS = 4_000
const ID_LENGTH = 12

const NO_CASTER: NodeFigures = { rovers: null, stations: null, bus: null }

export interface LeaseMeans {
  readonly db: DatabasePool
  readonly log: Logger
}

export class NodeLease {
  readonly id: string
  readonly #db: DatabasePool
  readonly #log: Logger
  readonly #node: NodeIdentity
  readonly #timer: NodeJS.Timeout
  readonly #takeBack: (() => Promise<void>)[] = []
  #figures: () => NodeFigures = () => NO_CASTER
  #drain: (() => void) | null = null
  /** When it last said that it lives, whether or not somebody heard it: until then it stood nowhere still. */
  #saidAt = performance.now()
  /** Since when it has been heard every time; others, who could not be heard for as long as this one, get the time to come back. */
  #heardSince = performance.now()
  #isAway = false
  #stoodStill = false
  /** Others may have what it held: it is to be taken back. */
  #mustTakeBack = false
  #takingBack: Promise<void> | null = null
  #renewing: Promise<void> | null = null
  #sweeping: Promise<void> | null = null
  #nextAt = performance.now()
  #lagMs = 0

  private constructor({ db, log }: LeaseMeans, node: Omit<NodeIdentity, 'id' | 'version'>) {
    this.#db = db
    this.#log = log
    this.id = randomCode(ID_LENGTH)
    this.#node = { ...node, id: this.id, version }
    this.#timer = setInterval(() => void this.renew().catch(() => {}), RENEW_EVERY_MS)
  }

  static async take(means: LeaseMeans, node: Omit<NodeIdentity, 'id' | 'version'>): Promise<NodeLease> {
    const lease = new NodeLease(means, node)
    try {
      await renewNode(means.db, lease.#node, NO_CASTER, 0)
    } catch (error) {
      clearInterval(lease.#timer)
      throw error
    }
    return lease
  }

  /** What it tells of itself from now on. */
  tells(figures: () => NodeFigures): void {
    this.#figures = figures
  }

  /** Called when others may have taken this node for dead, and again until it succeeds. */
  onBack(takeBack: () => Promise<void>): void {
    this.#takeBack.push(takeBack)
  }

  /** Called once, when an operator wants its caster emptied. */
  onDrain(drain: () => void): void {
    this.#drain = drain
  }

  /** False: what this node held may be another's now. `now`: of performance.now(). */
  isHeld(now: number): boolean {
    if (now - this.#saidAt > HELD_MS) this.#stoodStill = true
    return !this.#stoodStill
  }

  /** Says that it lives, now or with the one that is under way. Throws when it could not be heard. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing?.catch(() => {})
    await Promise.all([this.#takingBack, this.#sweeping])
    await forgetNode(this.#db, this.id).catch(() => {}) // others find out in ten seconds
  }

  async #renew(): Promise<void> {
    const sent = performance.now()
    if (!this.isHeld(sent)) this.#heardSince = sent
    const late = Math.max(0, sent - this.#nextAt)
    this.#nextAt = sent + RENEW_EVERY_MS
    try {
      const { wasAlive, drainingSince } = await inTime(
        renewNode(this.#db, this.#node, this.#figures(), Math.round(this.#lagMs)),
      )
      this.#saidAt = sent
      this.#lagMs = late + performance.now() - sent
      this.#isAway = false
      if (!wasAlive) {
        this.#mustTakeBack = true
        this.#heardSince = sent
      }
      if (this.#mustTakeBack) this.#takingBack ??= this.#takeAllBack()
      else this.#stoodStill = false
      if (drainingSince !== null) {
        this.#drain?.()
        this.#drain = null
      }
    } catch (err) {
      this.#saidAt = sent
      this.#heardSince = performance.now()
      this.#stoodStill = false // nobody else can have taken anything that this one could know of
      if (!this.#isAway) this.#log.warn({ err }, 'this node could not say that it lives')
      this.#isAway = true
      throw err
    }
    if (sent - this.#heardSince > HELD_MS) this.#sweeping ??= this.#sweep()
  }

  async #sweep(): Promise<void> {
    try {
      await endSessionsOfDead(this.#db)
    } catch (err) {
      this.#log.warn({ err }, 'sessions of dead nodes could not be ended')
    } finally {
      this.#sweeping = null
    }
  }

  async #takeAllBack(): Promise<void> {
    try {
      for (const takeBack of this.#takeBack) await takeBack()
      this.#mustTakeBack = false
      this.#stoodStill = false
    } catch (err) {
      this.#log.warn({ err }, 'what this node held could not be taken back; it is tried again')
    } finally {
      this.#takingBack = null
    }
  }
}

async function inTime<Answer>(question: Promise<Answer>): Promise<Answer> {
  const late = sleep(PATIENCE_MS, null, { ref: false }).then(() => {
    throw new Error(`the database did not answer within ${PATIENCE_MS / 1000} s`)
  })
  return Promise.race([question, late])
}
