// The lease of this node: renews it every two seconds, and detects when other nodes can have presumed this one dead.
//
// A process that was frozen for ten seconds (stopped, or its event loop blocked) does not trust the leases it held:
// another node can have them. A process that runs but cannot reach the database keeps serving, because no other node
// can take over without the database. On return, a node retakes what is still free.
import { clearInterval, clearTimeout, setInterval, setTimeout } from 'node:timers'
import type { Logger } from 'pino'
import { randomCode } from '../../base/secrets.ts'
import type { DatabasePool } from '../../store/kit/database.ts'
import { forgetNode, type NodeFigures, type NodeIdentity, renewNode } from '../../store/operations/nodes/rows.ts'
import { endSessionsOfDead } from '../../store/sessions/rows.ts'
import { version } from '../version.ts'

const RENEW_EVERY_MS = 2_000
/** Must match `nodes_dead_before` in the database. */
const HELD_MS = 10_000
/** Timeout of a renewal. */
const TIMEOUT_MS = 4_000
/**
 * After a freeze, the first renewal often fails because the connection is dead. It is retried after `AGAIN_MS`; after
 * `UNREACHABLE_MS` of failed attempts, the database counts as unreachable. Each attempt counts for at most
 * `TRY_COUNTS_MS`.
 */
const AGAIN_MS = 500
const TRY_COUNTS_MS = 2_000
const UNREACHABLE_MS = 3_000
const ID_LENGTH = 12
/** Roles that end the sessions of dead nodes in the database. Their leases are free without this. */
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
  #retryTimer: NodeJS.Timeout | undefined
  readonly #takeBack: (() => Promise<void>)[] = []
  #figures: () => NodeFigures = () => NO_CASTER
  #drain: (() => void) | null = null
  /** Last attempt to renew, successful or not. Proves that the process was not frozen until then. */
  #saidAt = performance.now()
  /** Last successful renewal. */
  #heardAt = performance.now()
  #isAway = false
  #stoodStill = false
  /** Time spent on failed renewals since the freeze. */
  #triedMs = 0
  /** Other nodes can have taken this node's leases, which must be retaken. */
  #mustTakeBack = false
  /** Incremented whenever other nodes can have taken something, which makes a running retake insufficient. */
  #doubts = 0
  #takingBack: Promise<void> | null = null
  #renewing: Promise<void> | null = null
  #sweeping: Promise<void> | null = null
  #nextAt = performance.now()
  #lagMs = 0

  private constructor({ db, log }: LeaseDependencies, node: Omit<NodeIdentity, 'id' | 'version'>) {
    this.#db = db
    this.#connection = db.ownConnection('lease', TIMEOUT_MS)
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

  /** Sets the values that each renewal reports. */
  tells(figures: () => NodeFigures): void {
    this.#figures = figures
  }

  /** Called when other nodes can have presumed this node dead, and again until it succeeds. */
  onBack(takeBack: () => Promise<void>): void {
    this.#takeBack.push(takeBack)
  }

  onDrain(drain: () => void): void {
    this.#drain = drain
  }

  /** False if another node can hold this node's leases. `now` is from performance.now(). */
  isHeld(now: number): boolean {
    if (now - this.#saidAt > HELD_MS) {
      this.#stoodStill = true
      this.#triedMs = 0
      this.#doubts += 1
    }
    return !this.#stoodStill
  }

  /** Renews the lease, or joins a running renewal. Throws if the renewal fails. */
  renew(): Promise<void> {
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = null
    })
    return this.#renewing
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#renewing?.catch(() => {})
    clearTimeout(this.#retryTimer)
    await Promise.all([this.#takingBack, this.#sweeping])
    await forgetNode(this.#db, this.id).catch(() => {}) // otherwise the lease expires after ten seconds
    await this.#connection.close()
  }

  /** Two attempts can take longer than the lease, so a running attempt also proves that the process is not frozen. */
  #tick(): void {
    const now = performance.now()
    if (this.#renewing && this.isHeld(now)) this.#saidAt = now
    this.#renewQuietly()
  }

  #renewQuietly(): void {
    void this.renew().catch(() => {}) // the first failure is logged, and the renewal is retried
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
      // Also if the statement took so long that other nodes saw the lease expire before it was renewed.
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
      if (!this.#isAway) this.#log.warn({ err }, 'Could not send the heartbeat of this node')
      this.#isAway = true
      throw err
    }
    if (this.#sweeps && someAreDead) this.#sweeping ??= this.#sweep()
  }

  #triedInVain(since: number): void {
    this.#triedMs += Math.min(TRY_COUNTS_MS, Math.max(AGAIN_MS, performance.now() - since))
    // The database is unreachable, so no other node can have taken anything.
    if (this.#triedMs >= UNREACHABLE_MS) this.#stoodStill = false
    else {
      clearTimeout(this.#retryTimer)
      this.#retryTimer = setTimeout(() => this.#renewQuietly(), AGAIN_MS)
    }
  }

  async #sweep(): Promise<void> {
    try {
      await endSessionsOfDead(this.#db)
    } catch (err) {
      this.#log.warn({ err }, 'Could not end the sessions of lost nodes')
    } finally {
      this.#sweeping = null
    }
  }

  async #takeAllBack(): Promise<void> {
    const doubts = this.#doubts
    try {
      for (const takeBack of this.#takeBack) await takeBack()
      if (doubts !== this.#doubts) return // retake again after the next renewal
      this.#mustTakeBack = false
      this.#stoodStill = false
    } catch (err) {
      this.#log.warn({ err }, 'Could not reclaim the leases of this node; will retry')
    } finally {
      this.#takingBack = null
    }
  }
}
