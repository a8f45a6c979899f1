// Random but reproducible faults of a cluster: casters, NATS servers, the API and worker, and the database each suffer
// one fault after the other, in parallel, each with its own random sequence.
import { setTimeout as sleep } from 'node:timers/promises'
import { random } from '../../bench/support/service.ts'
import type { NatsFault } from '../cluster/account.ts'
import type { Cluster } from '../cluster/cluster.ts'
import { KILLED_MS, NATS_FROZEN_MS, NATS_GOES_ON_MS, NATS_KILLED_MS, SETTLED_MS } from '../cluster/promises.ts'
import type { Victim } from '../support/victim.ts'
import type { OfficeProcess } from './office.ts'

const APART_MS = [2_000, 10_000] as const
const KILLED_FOR_MS = [0, 12_000] as const
/** From shorter than a node's lease to twice as long. */
const FROZEN_FOR_MS = [1_000, 22_000] as const
/** Longer than a node's lease: during the freeze no node can renew its lease, and yet none is dead. */
const DATABASE_FROZEN_AT_MOST_MS = 15_000

/** All random values of one fault, used or not, so that the next fault does not depend on how this one went. */
interface Throw {
  readonly afterMs: number
  readonly which: number
  readonly isKill: boolean
  readonly forMs: number
  /** The share of a frozen caster's bases that connect elsewhere. */
  readonly share: number
}

function* dice(seed: number): Generator<Throw, never> {
  const next = random(seed)
  const between = ([low, high]: readonly [number, number]) => low + next() * (high - low)
  for (;;) {
    const [afterMs, which, isKill] = [between(APART_MS), next(), next() < 0.5]
    yield { afterMs, which, isKill, forMs: between(isKill ? KILLED_FOR_MS : FROZEN_FOR_MS), share: next() }
  }
}

const chosen = <One>(all: readonly One[], which: number): number => Math.floor(which * all.length)

export class Rage {
  readonly #cluster: Cluster
  readonly #office: OfficeProcess
  readonly #log: (line: string) => void
  readonly #since = performance.now()
  readonly faults: Record<string, number> = {}
  #isOver = false
  #databaseIsThere: Promise<void> = Promise.resolve()
  /** Frozen NATS servers, and the time until which a caster may miss frames for it. */
  readonly #standing = new Set<{ readonly fault: NatsFault; readonly over: number }>()

  constructor(cluster: Cluster, office: OfficeProcess, log: (line: string) => void) {
    this.#cluster = cluster
    this.#office = office
    this.#log = log
  }

  async run(seed: number, milliseconds: number): Promise<void> {
    const over = sleep(milliseconds).then(() => {
      this.#isOver = true
    })
    const sufferers = [this.#harmCaster, this.#harmNats, this.#killOffice, this.#harmDatabase]
    await Promise.all([over, ...sufferers.map((harm, place) => this.#suffer(harm, sufferers.length * seed + place))])
  }

  async #suffer(harm: (thrown: Throw) => Promise<void>, seed: number): Promise<void> {
    for (const thrown of dice(seed)) {
      await sleep(thrown.afterMs)
      if (this.#isOver) return
      await harm(thrown)
    }
  }

  readonly #harmCaster = async ({ which, isKill, forMs, share }: Throw): Promise<void> => {
    const { casters, bases } = this.#cluster
    const index = chosen(casters, which)
    const { victim } = casters[index]!
    const fault = this.#cluster.fault('caster', index, this.#note(victim.name, isKill, forMs))
    if (isKill) {
      fault.to = fault.from + KILLED_MS
      return this.#kill(victim, forMs)
    }
    victim.freeze()
    const over = sleep(forMs)
    const its = bases.filter(({ newest }) => newest?.node === index)
    const movers = its.slice(0, Math.round(share * its.length))
    await Promise.all([over, ...movers.map((base) => base.takeOver((index + 1) % casters.length, over))])
    victim.thaw()
    this.#findsNatsStanding(index)
    // The caster must first renew its leases there.
    await this.#databaseIsThere
    fault.to = performance.now() + SETTLED_MS
  }

  /** A caster that resumes while its NATS server is frozen notices only then, and needs the full detection time. */
  #findsNatsStanding(caster: number): void {
    for (const { fault, over } of this.#standing)
      if (fault.casters.has(caster)) fault.to = Math.max(fault.to, Math.min(performance.now() + NATS_FROZEN_MS, over))
  }

  readonly #harmNats = async ({ which, isKill, forMs }: Throw): Promise<void> => {
    const { servers } = this.#cluster.nats!
    const index = chosen(servers, which)
    const server = servers[index]!
    const fault = await this.#cluster.natsFault(server, this.#note(server.name, isKill, forMs))
    fault.to = fault.from + (isKill ? NATS_KILLED_MS : Math.min(forMs + NATS_GOES_ON_MS, NATS_FROZEN_MS))
    if (isKill) return this.#kill(server, forMs)
    server.freeze()
    const standing = { fault, over: fault.from + forMs + NATS_GOES_ON_MS }
    this.#standing.add(standing)
    await sleep(forMs)
    server.thaw()
    this.#standing.delete(standing)
  }

  /** Half as often as the other faults. */
  readonly #killOffice = async ({ which, forMs, afterMs }: Throw): Promise<void> => {
    await sleep(2 * afterMs)
    const victims = [this.#office.api, this.#office.worker]
    const victim = victims[chosen(victims, which)]!
    this.#note(victim.name, true, forMs)
    await this.#kill(victim, forMs)
  }

  /** No frame may be lost. The pause between two faults lets every node renew its lease. */
  readonly #harmDatabase = async ({ isKill, forMs, afterMs }: Throw): Promise<void> => {
    await sleep(2 * afterMs)
    const frozenMs = Math.min(forMs, DATABASE_FROZEN_AT_MOST_MS)
    const fault = this.#cluster.databaseFault(this.#note('PostgreSQL', isKill, isKill ? 0 : frozenMs))
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#databaseIsThere = promise
    if (isKill) await this.#cluster.restartDatabase()
    else {
      const goOn = this.#cluster.freezeDatabase()
      await sleep(frozenMs)
      goOn()
    }
    fault.to = performance.now()
    resolve()
  }

  async #kill(victim: Victim, forMs: number): Promise<void> {
    await victim.kill()
    await sleep(forMs)
    // A start may fail when the database does; a service manager would retry.
    for (let triesLeft = 10; ; triesLeft--)
      try {
        return await victim.start()
      } catch (error) {
        if (triesLeft === 0) throw error
        await sleep(1_000)
      }
  }

  /** Counts and logs the fault; returns its description. */
  #note(name: string, isKill: boolean, forMs: number): string {
    const fault = `${name.replace(/ \d+$/, 's')} ${isKill ? 'killed' : 'that stood still'}`
    this.faults[fault] = (this.faults[fault] ?? 0) + 1
    const what = `${name} ${isKill ? 'was killed, and away' : 'stood still'} for ${(forMs / 1000).toFixed(1)} s`
    this.#log(`  ${((performance.now() - this.#since) / 1000).toFixed(0)} s: ${what}`)
    return what
  }
}
