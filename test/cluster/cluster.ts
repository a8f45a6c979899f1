// A whole cluster on one machine: a database, NATS servers, casters in their own processes and optionally an API, with
// bases and rovers around it, and the faults that are injected.
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { issueCredentials } from '../../src/actions/credentials/issue.ts'
import { ensureOwner } from '../../src/actions/people/owners.ts'
import { importStations } from '../../src/actions/stations/import.ts'
import { pushSecret } from '../../src/actions/stations/source.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { freePorts } from '../../src/demo/ports.ts'
import type { WhenFull } from '../../src/domain/sessions/limit.ts'
import { type Foundation, layFoundation } from '../../src/start/foundation.ts'
import { loadBook } from '../../src/store/current/current.ts'
import { byTest } from '../support/action-context.ts'
import { figureAt } from '../support/figures.ts'
import { freezeDatabase } from '../support/frozen-database.ts'
import { NatsServers } from '../support/nats-servers.ts'
import { isAlive, postmasterOf, RunningService, until } from '../support/process.ts'
import { Victim } from '../support/victim.ts'
import { type Account, accountOf, type Fault, type NatsFault } from './account.ts'
import { Base, type PushPlace } from './base.ts'
import { type Login, Rover, type RoverOptions } from './rover.ts'

const HOST = '127.0.0.1'
const OWNER = 'Cluster'

export interface ClusterOptions {
  readonly casters: number
  /** 0 means no NATS server, and casters without a bus. */
  readonly natsServers: number
  readonly stations: number
  /** Degrees of latitude between stations; 1 if omitted. */
  readonly apartDegrees?: number
  readonly settings?: Record<string, string>
}

interface Caster {
  readonly victim: Victim
  /** The same for all starts. */
  port: number
  metricsPort: number
}

export class Cluster {
  readonly dataDir: string
  readonly foundation: Foundation
  readonly nats: NatsServers | null
  readonly casters: readonly Caster[]
  readonly places: readonly PushPlace[]
  readonly bases: Base[] = []
  readonly rovers: Rover[] = []
  readonly faults: Fault[] = []
  readonly #settings: Record<string, string>

  private constructor(
    dataDir: string,
    foundation: Foundation,
    nats: NatsServers | null,
    casters: number,
    places: readonly PushPlace[],
    settings: Record<string, string>,
  ) {
    this.dataDir = dataDir
    this.foundation = foundation
    this.nats = nats
    this.places = places
    this.#settings = { LOG_LEVEL: 'warn', ...(nats && { NATS_URL: nats.url }), ...settings }
    this.casters = Array.from({ length: casters }, (_, index) => {
      const launch = async () => (await this.startService('caster', this.#settingsOf(index))).child
      return { victim: new Victim(`caster ${index}`, launch), port: 0, metricsPort: 0 }
    })
  }

  #settingsOf(index: number): Record<string, string> {
    const { port, metricsPort } = this.casters[index]!
    return { NODE_NAME: nameOf(index), CASTER_PORT: String(port), METRICS_PORT: String(metricsPort) }
  }

  static async start({
    casters,
    natsServers,
    stations,
    apartDegrees = 1,
    settings = {},
  }: ClusterOptions): Promise<Cluster> {
    const dataDir = mkdtempSync(join(tmpdir(), 'vertice-cluster-'))
    const foundation = await layFoundation(readConfig({ DATA_DIR: dataDir }))
    const places = await addStations(foundation, stations, apartDegrees)
    const nats = natsServers > 0 ? await NatsServers.start(natsServers) : null
    const cluster = new Cluster(dataDir, foundation, nats, casters, places, settings)
    try {
      await Promise.all(cluster.casters.map(startSomewhere))
      return cluster
    } catch (error) {
      await cluster.stop()
      throw error
    }
  }

  startService(roles: string, more: Record<string, string> = {}): Promise<RunningService> {
    return RunningService.start(this.dataDir, { ...this.#settings, ROLES: roles, ...more })
  }

  get ports(): number[] {
    return this.casters.map(({ port }) => port)
  }

  /** Starts a base for the station with this index and waits until it pushes. */
  async base(station: number, node: number): Promise<Base> {
    const base = new Base(this.places[station]!, this.ports)
    this.bases.push(base)
    base.keepPushing(node)
    await until(() => base.isPushing)
    return base
  }

  /** Restarts a killed caster and waits until it knows all bases; before, it would reject rovers. */
  async restart(node: number): Promise<void> {
    await this.casters[node]!.victim.start()
    await Promise.all(this.bases.map(({ station }) => this.#isOffered(station, node)))
  }

  /** Waits until this caster lists the station; before, a rover would go elsewhere. */
  async #isOffered(station: number, node: number): Promise<void> {
    const { mountpoint } = this.places[station]!
    const table = async () => (await fetch(`http://${HOST}:${this.casters[node]!.port}/`)).text()
    await until(async () => (await table()).includes(`STR;${mountpoint};`))
  }

  /** A rover with its own credential that is connected to this node and receives data. */
  async rover(
    station: number,
    node: number,
    more: Pick<RoverOptions, 'timeoutMs'> & { whenFull?: WhenFull } = {},
  ): Promise<Rover> {
    const [login] = await this.issue(station, 1, more.whenFull)
    const { mountpoint } = this.places[station]!
    await this.#isOffered(station, node)
    const rover = new Rover({ ...more, login: login!, station, mountpoint, ports: this.ports, node })
    this.rovers.push(rover)
    rover.keepListening()
    await until(() => rover.frames > 0)
    return rover
  }

  /** For a station of the cluster by its index, another one by its code, or the network (`null`). */
  async issue(
    station: number | string | null,
    count: number,
    whenFull: WhenFull = 'replace',
    maxSessions = 1,
  ): Promise<Login[]> {
    const { db, keys, casterDefaults } = this.foundation
    const context = byTest({ db, keys, book: await loadBook(db, casterDefaults) })
    const { id: ownerId } = await ensureOwner(context, OWNER)
    const request = {
      validitySeconds: 86_400,
      stationId: undefined,
      stationCode: typeof station === 'number' ? codeOf(station) : (station ?? undefined),
      startsAt: undefined,
      label: undefined,
      customerName: undefined,
      customerEmail: undefined,
      sendEmail: false,
      maxSessions,
      whenFull,
    }
    const issued = await issueCredentials(context, 'all', ownerId, Array(count).fill(request))
    return issued.map(({ credential, secrets }) => ({
      id: credential.id,
      username: credential.username,
      password: secrets.password,
    }))
  }

  /** Open recorded sessions, of these credentials or of all. */
  async openSessions(credentialIds?: readonly number[]): Promise<number> {
    const { rows } = await this.foundation.db.pool.query<{ open: number }>(
      `select count(*)::int as open from sessions
       where ended_at is null and ($1::bigint[] is null or credential_id = any ($1))`,
      [credentialIds ?? null],
    )
    return rows[0]!.open
  }

  /** Waits for a heartbeat of every caster. Without one for ten seconds, a caster counts as dead. */
  async allAreHeard(): Promise<void> {
    const { pool } = this.foundation.db
    const { rows } = await pool.query<{ now: string }>('select clock_timestamp()::text as now')
    const heard = `select count(*)::int as heard from nodes where 'caster' = any (roles) and seen_at > $1::timestamptz`
    await until(async () => (await pool.query(heard, [rows[0]!.now])).rows[0].heard === this.casters.length)
  }

  /** A metric of a caster, summed over its labels. */
  async figure(node: number, name: string): Promise<number> {
    const figure = await figureAt(`http://${HOST}:${this.casters[node]!.metricsPort}/metrics`, name)
    if (figure === undefined) throw new Error(`there is no metric ${name}`)
    return figure
  }

  /** Records the start of a fault that may cost frames; the caller sets its end. */
  fault(kind: 'caster' | 'base', index: number, what: string): Fault {
    return this.#begins({ what, kind, index, from: performance.now(), to: Number.POSITIVE_INFINITY })
  }

  /** Records a fault of a NATS server that can still list its clients. Casters on others are not affected. */
  async natsFault(server: Victim, what: string): Promise<NatsFault> {
    const elsewhere = await this.nats!.clientsBeside(server)
    const isElsewhere = (node: number) => elsewhere.some((name) => name.startsWith(`vertice ${nameOf(node)} `))
    const casters = new Set([...this.casters.keys()].filter((node) => !isElsewhere(node)))
    return this.#begins({ what, kind: 'nats', casters, from: performance.now(), to: Number.POSITIVE_INFINITY })
  }

  databaseFault(what: string): Fault {
    return this.#begins({ what, kind: 'database', from: performance.now(), to: Number.POSITIVE_INFINITY })
  }

  #begins<One extends Fault>(fault: One): One {
    this.faults.push(fault)
    return fault
  }

  /** Freezes the database; returns a function that resumes it. */
  freezeDatabase(): () => void {
    return freezeDatabase(this.dataDir)
  }

  /** Kills the database like a short power failure. Its users start it again. */
  async restartDatabase(): Promise<void> {
    const before = postmasterOf(this.dataDir)!
    process.kill(before, 'SIGQUIT')
    await until(() => !isAlive(before))
    await until(() => this.openSessions().then(yes, no))
  }

  account(): Account {
    return accountOf(this.rovers, this.bases, this.faults)
  }

  /** Waits until each rover has received this many more frames of its base's newest connection. */
  async allHear(rovers: readonly Rover[] = this.rovers, frames = 6, timeoutMs = 30_000): Promise<void> {
    const before = new Map(rovers.map((rover) => [rover, rover.frames]))
    const hears = (rover: Rover) => {
      const base = this.bases.find(({ station }) => station === rover.options.station)!
      return (
        rover.isIn && rover.frames >= before.get(rover)! + frames && rover.current!.reader.line === base.newest!.number
      )
    }
    await until(() => rovers.every(hears), timeoutMs).catch(() => {
      const deaf = rovers.filter((rover) => !hears(rover))
      throw new Error(`${deaf.length} rovers do not hear: ${deaf.slice(0, 5).map(said).join('; ')}`)
    })
  }

  async stop(): Promise<void> {
    await Promise.all(this.rovers.map((rover) => rover.stop()))
    await Promise.all(this.bases.map((base) => base.stop()))
    await Promise.all(this.casters.map(({ victim }) => victim.stop()))
    await this.nats?.stop()
    await this.foundation.close()
    const postmaster = postmasterOf(this.dataDir)
    for (let tries = 0; tries < 100 && postmaster !== null && isAlive(postmaster); tries++) await sleep(50)
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Retries, because another process may take a port before the start. */
async function startSomewhere(caster: Caster): Promise<void> {
  const any = { host: HOST, port: 0 }
  for (let triesLeft = 3; ; triesLeft--) {
    Object.assign(caster, await freePorts({ port: any, metricsPort: any }))
    try {
      return await caster.victim.start()
    } catch (error) {
      if (triesLeft === 0 || !String(error).includes('is in use')) throw error
    }
  }
}

const said = ({ options, current, refusals, isIn }: Rover) =>
  `station ${options.station}, ${isIn ? `at caster ${current!.node}, line ${current!.reader.line}` : 'not in'}, told ${JSON.stringify([...refusals])}`

const [yes, no] = [() => true, () => false]
const nameOf = (node: number) => `n${node}`
const codeOf = (station: number) => `C${station}`

/** A degree apart, they are out of range of each other, so no rover is served by another station's base. */
async function addStations({ db, keys }: Foundation, count: number, apartDegrees: number): Promise<PushPlace[]> {
  const stations = Array.from({ length: count }, (_, station) => ({
    code: codeOf(station),
    name: `Station ${station}`,
    mountpoint: `${codeOf(station)}_RTCM32`,
    lat: 15 + apartDegrees * station,
    lng: -99.1,
  }))
  await importStations(byTest({ db }), stations)
  const places: PushPlace[] = []
  for (const [station, { code, mountpoint, lat, lng }] of stations.entries())
    places.push({
      station,
      mountpoint,
      position: { lat, lng },
      secret: (await pushSecret(byTest({ db, keys }), { code }, false)).secret,
    })
  return places
}
