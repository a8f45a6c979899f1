// Attacks a running service, one attack after the other, while 200 rovers and a tenant must not be affected.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { skipped } from '../support/needs.ts'
import { until } from '../support/process.ts'
import { ATTACKS } from './attacks/all.ts'
import { MemoryWatch } from './memory.ts'
import { type Attack, type Outcomes, ROVERS, type Sight } from './scene.ts'
import { Stage } from './stage.ts'
import { ask } from './wire.ts'
import type { Order, Seen } from './witness.ts'

const GAP_MS = 1_500
const TIMES_QUIET = 10
/**
 * With few requests in a short time, the p99 is the slowest request and depends on the load of the machine, so these
 * are deadlines. Waiting for memory to be released would take a minute per attack, so the growth of all attacks adds up.
 */
const HASTY = { quietMs: 3_000, gapMs: 3_000, p99Ms: 2_000, deliveredMs: 10_000, growthMb: 512 }
/** A lower p99 is noise of the machine: ten times this is 50 ms, the max time a request may block the event loop. */
const LEAST_QUIET_MS = 5
const MOST_GROWTH_MB = 256
const LEFT_OVER_MB = 64
const BACK_WITHIN_S = 60
const RECORDED_WITHIN_MS = 20_000
/** From the response to the tenant until its event is delivered. */
const DELIVERED_WITHIN_MS = 3_000
const STOPS_WITHIN_MS = 10_000
const ATTACK_LIMIT_MS = 150_000
const RECOVERY_LIMIT_MS = 180_000

export interface Row {
  readonly name: string
  readonly what: string
  readonly outcomes: Outcomes
  readonly seen: Seen
  readonly memoryMb: number
  /** Seconds until the memory was released; `null` if not within a minute. */
  readonly backS: number | null
  /** Failed checks; empty if all passed. */
  readonly problems: readonly string[]
}

export interface Skipped {
  readonly name: string
  readonly what: string
  readonly why: string
}

export interface Report {
  readonly quiet: Seen
  readonly quietMb: number
  readonly rows: readonly Row[]
  readonly skipped: readonly Skipped[]
  readonly stopMs: number
  /** Problems that belong to no single attack. */
  readonly problems: readonly string[]
}

export interface Options {
  /** 1 for the full duration; less for a shorter run. */
  readonly scale: number
  /** Uses deadlines instead of the documented limits, for a test. */
  readonly hasty?: boolean
  /** Names of attacks; empty for all. */
  readonly only?: readonly string[]
  readonly log: (line: string) => void
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export async function abuse({ scale, hasty = false, only = [], log }: Options): Promise<Report> {
  const stage = await Stage.set(ROVERS, scale)
  const run = new Run(stage, log, hasty)
  try {
    await run.begin()
    const wanted = ATTACKS.filter(({ name }) => only.length === 0 || only.includes(name))
    const rows: Row[] = []
    const left: Skipped[] = []
    for (const attack of wanted) {
      if (attack.needsDns && !stage.scene.silentDns) {
        const { name, what } = attack
        const why = 'a name server of its own takes root on Linux'
        skipped(name, why)
        left.push({ name, what, why })
      } else rows.push(await run.attack(attack))
    }
    return { ...(await run.end()), rows, skipped: left }
  } finally {
    run.close()
    await stage.clear()
  }
}

class Run {
  readonly #stage: Stage
  readonly #log: (line: string) => void
  readonly #hasty: boolean
  readonly #memory: MemoryWatch
  readonly #witness = fork(here('witness.ts'))
  readonly #attackers = new Set<ChildProcess>()
  #quiet!: Seen
  #quietMb = 0

  constructor(stage: Stage, log: (line: string) => void, hasty: boolean) {
    this.#stage = stage
    this.#log = log
    this.#hasty = hasty
    this.#memory = new MemoryWatch(stage.service.child.pid!)
  }

  async begin(): Promise<void> {
    const { scene, rovers } = this.#stage
    await this.#order({ kind: 'start', scene, logins: rovers })
    await sleep(3_000)
    await this.#order({ kind: 'seen' })
    this.#memory.take()
    await sleep(this.#hasty ? HASTY.quietMs : Math.max(10_000, 30_000 * scene.scale))
    this.#quiet = await this.#order<Seen>({ kind: 'seen' })
    this.#quietMb = this.#memory.take()
    this.#log(`quiet: ${said(this.#quiet)}, ${Math.round(this.#quietMb)} MB`)
  }

  async attack(attack: Attack): Promise<Row> {
    const stage = this.#stage
    await this.#order({ kind: 'seen' })
    this.#memory.take()
    stage.logLines = 0
    const sight: Sight = {
      scene: stage.scene,
      logLines: () => stage.logLines,
      mailsTo: stage.mailsTo,
      count: (sql) => stage.count(sql),
    }
    const beside = attack.meanwhile?.(sight) ?? null
    const outcomes = await this.#attacker(attack.name)
    const meanwhile = await beside
    await until(() => this.#answers(), RECOVERY_LIMIT_MS).catch(() => {})
    const seen = await this.#order<Seen>({ kind: 'seen' })
    const memoryMb = this.#memory.take()
    const backS = this.#hasty ? 0 : await this.#backAfter()
    const problems = [
      ...this.#judge(seen, memoryMb, backS),
      ...[meanwhile, (await attack.afterwards?.(sight, outcomes)) ?? null, await this.#notRecorded()].filter(isSaid),
    ]
    const { name, what } = attack
    this.#log(`${name}: ${said(seen)}, ${Math.round(memoryMb)} MB, ${JSON.stringify(outcomes)}`)
    for (const problem of problems) this.#log(`  DOES NOT HOLD: ${problem}`)
    return { name, what, outcomes, seen, memoryMb, backS, problems }
  }

  /** Stops the service during two attacks. */
  async end(): Promise<Omit<Report, 'rows' | 'skipped'>> {
    const problems: string[] = []
    const lost = await this.#lost()
    if (lost) problems.push(lost)
    const attacks = ['pdf', 'refusals'].map((name) => this.#attacker(name))
    await sleep(2_000)
    const { ms, code } = await this.#stage.stop()
    if (ms > STOPS_WITHIN_MS) problems.push(`SIGTERM took ${Math.round(ms)} ms`)
    if (code !== 0) problems.push(`ended with ${code}`)
    this.#log(`SIGTERM while attacked: ${Math.round(ms)} ms`)
    for (const child of this.#attackers) child.kill('SIGKILL')
    await Promise.all(attacks)
    for (const problem of problems) this.#log(`  DOES NOT HOLD: ${problem}`)
    return { quiet: this.#quiet, quietMb: this.#quietMb, stopMs: ms, problems }
  }

  close(): void {
    this.#memory.stop()
    this.#witness.disconnect()
    for (const child of this.#attackers) child.kill('SIGKILL')
  }

  #judge(seen: Seen, memoryMb: number, backS: number | null): string[] {
    const promised = TIMES_QUIET * Math.max(LEAST_QUIET_MS, this.#quiet.p99Ms)
    const limit = this.#hasty ? Math.max(promised, HASTY.p99Ms) : promised
    const gapMs = this.#hasty ? HASTY.gapMs : GAP_MS
    const failed = Object.entries(seen.failed).map(([status, times]) => `${times} × ${status}`)
    return [
      seen.roverGapMs > gapMs + seen.ownStallMs ? `a rover waited ${Math.round(seen.roverGapMs)} ms` : null,
      seen.roversCut > 0 ? `${seen.roversCut} rovers were cut` : null,
      seen.p99Ms > limit ? `the tenant's p99 is ${Math.round(seen.p99Ms)} ms` : null,
      failed.length > 0 ? `the tenant was answered ${failed.join(', ')}` : null,
      seen.latestDeliveryMs > (this.#hasty ? HASTY.deliveredMs : DELIVERED_WITHIN_MS)
        ? `an event took ${Math.round(seen.latestDeliveryMs)} ms`
        : null,
      memoryMb > this.#quietMb + (this.#hasty ? HASTY.growthMb : MOST_GROWTH_MB) ? `${Math.round(memoryMb)} MB` : null,
      backS === null ? `the memory is not back within ${BACK_WITHIN_S} s` : null,
    ].filter(isSaid)
  }

  async #backAfter(): Promise<number | null> {
    const start = performance.now()
    const seconds = () => (performance.now() - start) / 1000
    while (this.#memory.now() > this.#quietMb + LEFT_OVER_MB) {
      if (seconds() > BACK_WITHIN_S) return null
      await sleep(500)
    }
    return Math.round(seconds())
  }

  /** Checks that a new session and all ongoing ones are recorded soon. */
  async #notRecorded(): Promise<string | null> {
    const { visitor, rovers } = this.#stage
    const came = new Date().toISOString()
    const answer = await this.#order<string>({ kind: 'visit', login: visitor })
    if (answer !== 'stream') return `a rover was answered "${answer}"`
    const visits = `select count(*) from sessions where credential_id = ${visitor.id} and ended_at > '${came}'`
    const open = `select count(distinct credential_id) from sessions
      where ended_at is null and credential_id in (${rovers.map(({ id }) => id).join()})`
    try {
      await until(async () => (await this.#stage.count(visits)) > 0, RECORDED_WITHIN_MS)
      await until(async () => (await this.#stage.count(open)) === rovers.length, RECORDED_WITHIN_MS)
      return null
    } catch {
      return `sessions are not recorded within ${RECORDED_WITHIN_MS / 1000} s`
    }
  }

  /** Checks that everything confirmed to the tenant is stored and was delivered. */
  async #lost(): Promise<string | null> {
    const issued = await this.#order<number[]>({ kind: 'issued' })
    const kept = await this.#stage.count(`select count(*) from credentials where id in (${issued.join()})`)
    if (kept !== issued.length) return `${issued.length - kept} of ${issued.length} credentials are lost`
    const owed = `select count(*) from deliveries join webhooks on webhooks.id = webhook_id join owners on owners.id = owner_id
      where owners.name = 'Healthy' and deliveries.state = 'pending'`
    return until(async () => (await this.#stage.count(owed)) === 0, RECORDED_WITHIN_MS).then(
      () => null,
      () => 'not everything was delivered to the tenant',
    )
  }

  async #answers(): Promise<boolean> {
    const { status } = await ask(this.#stage.scene.apiPort, { path: '/livez', timeoutMs: 2_000 })
    return status === 200
  }

  async #attacker(name: string): Promise<Outcomes> {
    const child = spawn(process.execPath, [here('attacker.ts'), name], { stdio: ['pipe', 'pipe', 'inherit'] })
    // Low priority, because real attackers would not use this machine's two cores.
    setPriority(child.pid!, constants.priority.PRIORITY_LOW)
    this.#attackers.add(child)
    child.stdin.on('error', () => {})
    child.stdin.end(JSON.stringify(this.#stage.scene))
    const limit = setTimeout(() => child.kill('SIGKILL'), ATTACK_LIMIT_MS)
    const told = await text(child.stdout)
    clearTimeout(limit)
    this.#attackers.delete(child)
    return told === '' ? { unfinished: 1 } : (JSON.parse(told) as Outcomes)
  }

  async #order<Told>(order: Order): Promise<Told> {
    this.#witness.send(order)
    const [told] = (await once(this.#witness, 'message')) as [Told]
    return told
  }
}

const isSaid = (text: string | null): text is string => text !== null

const said = ({ roverGapMs, p50Ms, p99Ms, worstMs, requests, latestDeliveryMs, ownStallMs }: Seen) =>
  `gap ${Math.round(roverGapMs)} ms (own ${Math.round(ownStallMs)}), p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, worst ${Math.round(worstMs)} ms of ${requests}, latest delivery ${Math.round(latestDeliveryMs)} ms`
