// The soak of a cluster: casters and NATS servers, and sometimes the API, the worker and PostgreSQL, are killed and
// frozen at random while bases push, rovers listen, and callers issue and revoke. Then every frame, session, credential
// and event is accounted for.
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { SCOPES } from '../../src/domain/people/tokens/token.ts'
import { doublesOf } from '../cluster/account.ts'
import { Cluster } from '../cluster/cluster.ts'
import type { Rover } from '../cluster/rover.ts'
import { byTest } from '../support/action-context.ts'
import { until } from '../support/process.ts'
import { Callers } from './callers.ts'
import { EventBook } from './event-book.ts'
import { OfficeProcess } from './office.ts'
import { Rage } from './rage.ts'

const STATIONS = 6
const ROVERS_PER_STATION = 10
/** Idle timeout of two out of three rovers before they connect elsewhere. */
const ROVER_TIMEOUT_MS = 8_000
/** Max overlap of two sessions of one credential: the notification, and a node that resumes and checks. */
const BOTH_MS = 5_000
const PEACE_MS = 60_000
const DELIVERED_MS = 180_000

export interface ClusterSoakOptions {
  readonly nodes: number
  readonly minutes: number
  readonly seed: number
  readonly log: (line: string) => void
}

export interface ClusterSoakReport {
  readonly rows: readonly (readonly [what: string, found: string])[]
  /** Empty if all is well. */
  readonly problems: readonly string[]
}

export async function clusterSoak({ nodes, minutes, seed, log }: ClusterSoakOptions): Promise<ClusterSoakReport> {
  log(`${nodes} casters, 3 NATS servers, ${minutes} minutes, seed ${seed} …`)
  const cluster = await Cluster.start({ casters: nodes, natsServers: 3, stations: STATIONS })
  const office = new OfficeProcess(cluster)
  const events = new EventBook()
  try {
    const token = await tokenOf(cluster)
    await office.start()
    await events.open(office, token)
    const run = new ClusterSoak(cluster, office, events, new Callers(office, token))
    await run.populate()
    const rage = new Rage(cluster, office, log)
    await rage.run(seed, minutes * 60_000)
    log('peace …')
    return await run.settle(rage.faults)
  } finally {
    await office.stop()
    events.close()
    await cluster.stop()
  }
}

async function tokenOf({ foundation: { db } }: Cluster): Promise<string> {
  return (await createTokenOf(byTest({ db }), 'Soak', { name: 'soak', scopes: SCOPES, expiresAt: null })).secret
}

class ClusterSoak {
  readonly #cluster: Cluster
  readonly #office: OfficeProcess
  readonly #events: EventBook
  readonly #callers: Callers
  readonly #problems: string[] = []
  #began = 0

  constructor(cluster: Cluster, office: OfficeProcess, events: EventBook, callers: Callers) {
    this.#cluster = cluster
    this.#office = office
    this.#events = events
    this.#callers = callers
  }

  async populate(): Promise<void> {
    const { casters } = this.#cluster
    for (let station = 0; station < STATIONS; station++) await this.#cluster.base(station, station % casters.length)
    for (let place = 0; place < STATIONS * ROVERS_PER_STATION; place++) {
      const round = Math.floor(place / STATIONS)
      const whenFull = (place + round) % 2 === 0 ? 'refuse' : 'replace'
      const patience = (place + round) % 3 === 0 ? {} : { timeoutMs: ROVER_TIMEOUT_MS }
      const node = round % casters.length
      await this.#cluster.rover(place % STATIONS, node, { whenFull, ...patience })
    }
    this.#callers.begin()
    this.#began = performance.now()
  }

  async settle(faults: Readonly<Record<string, number>>): Promise<ClusterSoakReport> {
    const { rovers } = this.#cluster
    await this.#cluster.allHear(rovers, 20, PEACE_MS).catch(({ message }) => this.#problems.push(message))
    await this.#callers.stop()
    const sessions = await this.#sessionsNow()
    const account = this.#cluster.account()
    this.#problems.push(...account.wrong, ...account.unexplained)
    this.#problems.push(...rovers.flatMap((rover) => this.#bothAtOnce(rover)))
    const lostCredentials = await this.#callers.lost(this.#cluster.foundation.db)
    this.#expect(0, lostCredentials, 'answered credentials or revocations that are not in the database')
    const events = await this.#events.account(this.#cluster.foundation.db, DELIVERED_MS)
    this.#expect(0, events.lost, 'events that never arrived')
    await this.#expectNobodyAfterwards()
    await this.#expectCleanEnds()
    const sittings = rovers.reduce((sum, rover) => sum + rover.sittings.length, 0)
    const rows: [string, string][] = [
      ...Object.entries(faults).map(([fault, times]): [string, string] => [fault, String(times)]),
      ['frames that rovers got', count(account.frames)],
      ['torn', count(account.torn)],
      ['twice', count(account.doubled)],
      ['of two owners at once', count(account.mixed)],
      ['missing, in gaps', `${count(account.missing)} in ${count(account.gaps)}`],
      ['gaps without a reason', count(account.unexplained.length)],
      ['the oldest frame, where casters stood still too', `${(account.oldestMs / 1000).toFixed(1)} s`],
      ['connections of the rovers', `${count(sittings)} of ${count(rovers.length)} rovers`],
      ['sessions at the end: in the record, on the line, in the casters', sessions],
      ['credentials and revocations answered, and lost', `${count(this.#callers.answered)}, ${count(lostCredentials)}`],
      [
        'events written, arrived, and lost',
        `${count(events.written)}, ${count(events.arrived)}, ${count(events.lost)}`,
      ],
    ]
    return { rows, problems: this.#problems }
  }

  /** Expects one session per credential: in the database, as a connection and in the casters' metrics. */
  async #sessionsNow(): Promise<string> {
    const { rovers, casters } = this.#cluster
    const onTheLine = () => rovers.reduce((sum, { sittings }) => sum + sittings.filter(isOpen).length, 0)
    const inTheCasters = async () =>
      (await Promise.all(casters.map((_, node) => this.#cluster.figure(node, 'vertice_caster_rovers')))).reduce(
        (sum, figure) => sum + figure,
        0,
      )
    const ids = rovers.map(({ options }) => options.login.id)
    const counts = async () => [await this.#cluster.openSessions(ids), onTheLine(), await inTheCasters()]
    await until(async () => (await counts()).every((found) => found === rovers.length), PEACE_MS).catch(() => {})
    const found = await counts()
    for (const one of found) this.#expect(rovers.length, one, 'sessions')
    const { rows } = await this.#cluster.foundation.db.pool.query<{ most: number }>(
      `select coalesce(max(open), 0)::int as most
       from (select count(*) as open from sessions where ended_at is null group by credential_id) as each_one`,
    )
    this.#expect(1, rows[0]!.most, 'sessions of one credential at most')
    return found.join(', ')
  }

  #bothAtOnce(rover: Rover): string[] {
    return doublesOf(rover, this.#cluster.faults)
      .filter(({ ms }) => ms > BOTH_MS)
      .map(({ nodes, since, ms }) => {
        const when = `from ${((since - this.#began) / 1000).toFixed(1)} s after the beginning`
        return `rover ${rover.options.login.id} heard at casters ${nodes.join(' and ')} for ${(ms / 1000).toFixed(1)} s, ${when}`
      })
  }

  async #expectNobodyAfterwards(): Promise<void> {
    await Promise.all(this.#cluster.rovers.map((rover) => rover.stop()))
    await until(async () => (await this.#cluster.openSessions()) === 0).catch(() => {})
    this.#expect(0, await this.#cluster.openSessions(), 'open sessions after everybody left')
  }

  async #expectCleanEnds(): Promise<void> {
    const victims = [...this.#cluster.casters.map(({ victim }) => victim), this.#office.api, this.#office.worker]
    for (const victim of victims) {
      const wrong = await victim.stop()
      if (wrong) this.#problems.push(wrong)
      this.#problems.push(...victim.crashes)
    }
  }

  #expect(wanted: number, found: number, what: string): void {
    if (found !== wanted) this.#problems.push(`${found} ${what} instead of ${wanted}`)
  }
}

const isOpen = ({ closedAt }: { closedAt: number | null }) => closedAt === null
const count = (value: number) => value.toLocaleString('en')

export function tableOf({ rows, problems }: ClusterSoakReport): string {
  const lines = [...rows, ['problems', String(problems.length)] as const].map(
    ([what, found]) => `| ${what} | ${found} |`,
  )
  return ['| | |', '|---|---|', ...lines].join('\n')
}
