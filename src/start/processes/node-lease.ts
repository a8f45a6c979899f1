// This process among the others: says every two seconds that it lives, and knows when others may have taken it for dead.
//
// A process that stood still for ten seconds (it was stopped, or its loop was held up) does not trust what it held before: another may
// have it now. One that goes on and only cannot reach the database serves as before, because then nobody else can say otherwise. Whoever
// comes back takes back what is still free.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import type { Logger } from 'pino'
import { randomCode } from '../../base/secrets.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { forgetNode, type NodeFigures, type NodeIdentity, renewNode } from '../../store/operations/nodes/rows.ts'
import { endSessionsOfDead } from '../../store/sessions/rows.ts'
import { version } from '../version.ts'

const RENEW_EVERY_MS = 2_000
/** As `nodes_dead_before` says it in the database. */
const HELD_MS = 10_000
/** Who has not been answered by then has not been heard. */
const PATIENCE_MS = 4_000
/**
 * Whoever stood still finds its connection dead at first, so that one try that fails says little: it tries again soon, and believes that
 * the database cannot be reached after so long of that. A try counts for no more than the second of these.
 */
const AGAIN_MS = 500
const TRY_COUNTS_MS = 2_000
const UNREACHABLE_MS = 3_000
const ID_LENGTH = 12
/** Who cares for sessions: what those of dead nodes held is free anyway, this writes it down. */
const SWEEPERS = ['caster', 'worker']

const NO_CASTER: NodeFigures = { rovers: null, stations: null, bus: null }

export interface LeaseDependencies {
  readonly db: DatabasePool
  readonly log: Logger
}

export class NodeLease {
  readonly id: string
  readonly #db: DatabasePool
  readonly #connection: ReturnType<DatabasePool['ownConnection']>
  readonly #log: Logger
  readonly #node: NodeIdentity
  readonly #sweeps: boolean
  readonly #timer: NodeJS.Timeout
  #soon: NodeJS.Timeout | undefined
  readonly #takeBack: (() => Promise<void>)[] = []
  #figures: () => NodeFigures = () => NO_CASTER
  #drain: (() => void) | null = null
  /** When it last said that it lives, whether or not somebody heard it: until then it stood nowhere still. */
  #saidAt = performance.now()
  /** When it last said so and was heard. */
  #heardAt = performance.now()
  #isAway = false
  #stoodStill = false
  /** Since it stood still, for so long it has tried in vain to be heard. */
  #triedMs = 0
  /** Others may have what it held: it is to be taken back. */
  #mustTakeBack = false
  /** Counts up whenever others may have taken something: what was taken back before says nothing of that. */
  #doubts = 0
  #takingBack: Promise<void> | null = null
  #renewing: Promise<void> | null = null
  #sweeping: Promise<void> | null = null
  #nextAt = performance.now()
  #lagMs = 0

  private constructor({ db, log }: LeaseDependencies, node: Omit<NodeIdentity, 'id' | 'version'>) {
    this.#db = db
    this.#connection = db.ownConnection('lease', PATIENCE_MS)
    this.#log = log
    this.id = randomCode(ID_LENGTH)
    this.#node = { ...node, id: this.id, version }
    this.#sweeps = node.roles.some((role) => SWEEPERS.includes(role))
    this.#timer = setInterval(() => this.#tick(), RENEW_EVERY_MS)
  }

  static async take(dependencies: LeaseDependencies, node: Omit<NodeIdentity, 'id' | 'version'>): Promise<NodeLease> {
    const lease = new NodeLease(dependencies, node)
    try {
      await renewNode(dependencies.db, lease.#node, NO_CASTER, 0)
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
    if (now - this.#saidAt > HELD_MS) {
      this.#stoodStill = true
      this.#triedMs = 0
      this.#doubts += 1
    }
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
    clearTimeout(this.#soon)
    await Promise.all([this.#takingBack, this.#sweeping])
    await forgetNode(this.#db, this.id).catch(() => {}) // others find out in ten seconds
    await this.#connection.close()
  }

  /** Also while a try is under way, of which two can take longer than a node may stand still: it goes on, though nobody has answered yet. */
  #tick(): void {
    const now = performance.now()
    if (this.#renewing && this.isHeld(now)) this.#saidAt = now
    this.#renewQuietly()
  }

  #renewQuietly(): void {
    void this.renew().catch(() => {}) // it is told when it begins, and tried again
  }

  async #renew(): Promise<void> {
    const sent = performance.now()
    this.isHeld(sent)
    const late = Math.max(0, sent - this.#nextAt)
    this.#nextAt = sent + RENEW_EVERY_MS
    let someAreDead: boolean
    try {
      const told = await renewNode(this.#connection, this.#node, this.#figures(), Math.round(this.#lagMs))
      const answered = performance.now()
      someAreDead = told.someAreDead
      // Also when the database found it alive and took its time to write that down: others saw it dead meanwhile.
      if (!told.wasAlive || answered - this.#heardAt > HELD_MS) {
        this.#mustTakeBack = true
        this.#doubts += 1
      }
      this.#saidAt = Math.max(this.#saidAt, sent)
      this.#heardAt = sent
      this.#lagMs = late + answered - sent
      this.#isAway = false
      if (this.#mustTakeBack) this.#takingBack ??= this.#takeAllBack()
      else this.#stoodStill = false
      if (told.drainingSince !== null) {
        this.#drain?.()
        this.#drain = null
      }
    } catch (err) {
      this.#saidAt = Math.max(this.#saidAt, sent)
      if (this.#stoodStill) this.#triedInVain(sent)
      if (!this.#isAway) this.#log.warn({ err }, 'this node could not say that it lives')
      this.#isAway = true
      throw err
    }
    if (this.#sweeps && someAreDead) this.#sweeping ??= this.#sweep()
  }

  #triedInVain(since: number): void {
    this.#triedMs += Math.min(TRY_COUNTS_MS, Math.max(AGAIN_MS, performance.now() - since))
    // Nobody else can have taken anything that this one could know of.
    if (this.#triedMs >= UNREACHABLE_MS) this.#stoodStill = false
    else {
      clearTimeout(this.#soon)
      this.#soon = setTimeout(() => this.#renewQuietly(), AGAIN_MS)
    }
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
    const doubts = this.#doubts
    try {
      for (const takeBack of this.#takeBack) await takeBack()
      if (doubts !== this.#doubts) return // once more, after the next renewal
      this.#mustTakeBack = false
      this.#stoodStill = false
    } catch (err) {
      this.#log.warn({ err }, 'what this node held could not be taken back; it is tried again')
    } finally {
      this.#takingBack = null
    }
  }
}
