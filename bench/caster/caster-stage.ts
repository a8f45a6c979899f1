// The set-up of the caster benchmark: the API and its database in one process, the caster in another (so that only the
// caster's cost is counted), a bare fan-out as the floor, and a tool that plays bases and rovers.
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type pg from 'pg'
import { parseKeys } from '../../src/base/secrets.ts'
import { fillCredentials } from '../api/lists.ts'
import { cpuUs } from '../support/cpu.ts'
import { BenchService, startFloor } from '../support/service.ts'
import { sized } from '../support/size.ts'

const run = promisify(execFile)
export const PUSH_SECRET = 'benchbenchbench2'
const BATCH = 1_000
/** A caster reads changed stations within a second; the recorder ends the segments of those that are switched off. */
export const RECORDING_SETTLES_MS = sized(4_000, 2_000)
/** After the last connect: sessions are written, and garbage is collected. */
const SETTLED_AFTER_S = sized(3, 0)
export const ROVERS = sized(19_000, 60)
export const MOUNTPOINTS = sized(500, 5)
export const ROVERS_ON_MOUNTPOINTS = sized(10_000, 50)

/** Report of the load tool, with the names of ntripload. */
export interface LoadReport {
  readonly clients: number
  readonly accepted: number
  readonly connects_per_s: number
  readonly expected: number
  readonly delivered: number
  readonly lost: number
  readonly dropped_clients: number
  readonly measured_s: number
  readonly cpu_us_per_connect: number
  readonly idle_cpu_percent: number
  readonly cpu_us_per_message: number
  readonly rss_after_kb: number
  readonly rss_per_client: number
}

export interface Play {
  readonly rovers: number
  readonly seconds: number
  readonly mountpoints?: number
  /** Max connections being opened at the same time. */
  readonly inFlight?: number
  /** Seconds between the last connection and the first message. */
  readonly restSeconds?: number
}

/** The caster or the floor. */
export class Side {
  readonly port: number
  readonly #pid: number
  readonly #tool: Tool
  readonly #users: Users

  constructor(port: number, pid: number, tool: Tool, users: Users) {
    this.port = port
    this.#pid = pid
    this.#tool = tool
    this.#users = users
  }

  /** `during` is called when the rovers are connected, shortly before the first message. */
  async play(
    { rovers, seconds, mountpoints = 1, inFlight = 64, restSeconds = 2 }: Play,
    during?: () => Promise<void>,
  ): Promise<LoadReport> {
    const options = {
      p: this.port,
      m: 'LOAD',
      k: mountpoints,
      n: rovers,
      U: mountpoints > 1 ? this.#users.spread : this.#users.alone,
      w: PUSH_SECRET,
      P: this.#pid,
      d: seconds,
      S: restSeconds === 0 ? 0 : SETTLED_AFTER_S + restSeconds + 1,
      c: inFlight,
      j: 2,
    }
    const [file, ...first] = this.#tool
    const args = Object.entries(options).flatMap(([name, value]) => [`-${name}`, String(value)])
    // Exit code 1: the report says that something is missing or lost, which the benchmark judges itself.
    const playing = run(file, [...first, ...args, '-J']).catch((error) =>
      error.code === 1 && error.stdout ? (error as { stdout: string }) : Promise.reject(error),
    )
    const restPercent = restSeconds === 0 ? null : await this.#restPercent(rovers, restSeconds, playing)
    if (restPercent !== null) await during?.()
    const { stdout } = await playing
    return { ...JSON.parse(stdout), ...(restPercent !== null && { idle_cpu_percent: restPercent }) } as LoadReport
  }

  /** CPU microseconds per second, of all threads. */
  async cpuUsPerSecond(seconds: number): Promise<number> {
    const [cpu, from] = [cpuUs(this.#pid), performance.now()]
    await sleep(seconds * 1_000)
    return ((cpuUs(this.#pid) - cpu) / (performance.now() - from)) * 1_000
  }

  /** The tool's own value includes the work that follows a connect. `null` if not all rovers connected. */
  async #restPercent(rovers: number, restSeconds: number, playing: Promise<unknown>): Promise<number | null> {
    let isOver = false
    void playing.then(
      () => (isOver = true),
      () => (isOver = true),
    )
    while (this.#connections() < rovers) {
      if (isOver) return null
      await sleep(250)
    }
    await sleep(SETTLED_AFTER_S * 1_000)
    return (await this.cpuUsPerSecond(restSeconds)) / 1e4
  }

  #connections(): number {
    return readdirSync(`/proc/${this.#pid}/fd`).length
  }

  /** Resolves when the rovers of the previous play are disconnected. */
  async previousLeft(): Promise<void> {
    while (this.#connections() > 1_000) await sleep(50)
  }

  /** Resident kilobytes with this many rovers connected, after a full garbage collection. */
  async residentWith(rovers: number): Promise<number> {
    await this.previousLeft()
    await sleep(1_000) // its base: the mountpoint is taken until its connection is closed
    const playing = this.play({ rovers, seconds: 1, restSeconds: 4 })
    while (this.#connections() < rovers) await Promise.race([sleep(50), playing])
    await sleep(1500) // for the sessions to be recorded
    process.kill(this.#pid, 'SIGWINCH') // ignored by a process without a handler
    await sleep(1500)
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.#pid}/status`, 'utf8'))!
    await playing
    return Number(kilobytes)
  }
}

export interface Sides {
  readonly ours: Side
  readonly floor: Side
  close(): Promise<void>
}

export interface Stage extends Sides {
  /** Switches the recording of all stations on or off. */
  record(isRecorded: boolean): Promise<void>
  /** Both sides in new processes without any previous connection. */
  fresh(): Promise<Sides>
}

/** `fanout-asking`: a floor that also runs two database queries per rover. */
type FloorKind = 'fanout' | 'fanout-asking'

export async function openStage(credentials: number, floor: FloorKind = 'fanout'): Promise<Stage> {
  const api = new BenchService(undefined, { ROLES: 'api' })
  await api.start()
  const tool = await loadTool(api.dataDir)
  const users = await issueAll(api, credentials)
  const open = () => openSides(api.dataDir, tool, users, floor)
  const sides = await open()
  return {
    ...sides,
    fresh: open,
    async record(isRecorded) {
      const database = await api.connectToDatabase()
      await record(database, isRecorded)
      await database.end()
    },
    async close() {
      await sides.close()
      await api.stop()
      api.remove()
    },
  }
}

async function openSides(dataDir: string, tool: Tool, users: Users, floorKind: FloorKind): Promise<Sides> {
  const collect = new URL('../support/collect.ts', import.meta.url).href
  const caster = new BenchService(dataDir, { ROLES: 'caster', NODE_OPTIONS: `--import=${collect}` })
  await caster.start()
  const floor = await startFloor(floorKind, join(dataDir, 'postgres', 'socket'))
  return {
    ours: new Side(caster.casterPort, caster.pid, tool, users),
    floor: new Side(floor.port, floor.pid, tool, users),
    async close() {
      await floor.stop()
      await caster.stop()
    },
  }
}

export type Tool = readonly [file: string, ...args: string[]]
type Users = { readonly alone: string; readonly spread: string }

/**
 * The load generator: ntripload if its source and a compiler exist, otherwise ours. NTRIP_LOAD=own always selects ours.
 */
export async function loadTool(directory: string): Promise<Tool> {
  const ours: Tool = [process.execPath, fileURLToPath(new URL('../support/ntrip-load.ts', import.meta.url))]
  const source = fileURLToPath(new URL('../../../shared/tools/ntripload.c', import.meta.url))
  if (!existsSync(source) || process.env.NTRIP_LOAD === 'own') return ours
  const target = join(directory, 'ntripload')
  return run('cc', ['-O2', '-o', target, source]).then(
    () => [target],
    () => ours,
  )
}

/** The credentials that are used come from the API; the others are inserted into the database. */
async function issueAll(api: BenchService, credentials: number): Promise<Users> {
  const scopes = ['--scopes', 'read,provision']
  const token = await api.command('token', 'create', '--owner', 'bench', '--name', 'bench', ...scopes)
  await addStations(api)
  const database = await api.connectToDatabase()
  await sharePushSecret(api, database)
  const alone = await issue(api, token, ROVERS, () => 'L')
  const spread = await issue(api, token, ROVERS_ON_MOUNTPOINTS, (place) => `L${place % MOUNTPOINTS}`)
  const { rows } = await database.query('select max(id)::int as id from owners')
  await fillCredentials(api, rows[0].id, credentials - ROVERS - ROVERS_ON_MOUNTPOINTS, () => {})
  // Autovacuum and checkpoints after a million rows must not run during the measurement.
  await database.query('vacuum analyze')
  await database.query('checkpoint')
  await database.end()
  return { alone, spread }
}

export async function record(database: pg.Client, isRecorded: boolean): Promise<void> {
  await database.query('update stations set recorded = $1', [isRecorded])
  await sleep(RECORDING_SETTLES_MS)
}

/** Named as the tool expects: LOAD for one mountpoint, LOAD0, LOAD1… for several. */
export async function addStations(api: BenchService): Promise<void> {
  const names = ['', ...Array.from({ length: MOUNTPOINTS }, (_, place) => String(place))]
  const stations = names.map((name, place) => ({
    codigo: `L${name}`,
    nombre: `Load ${name}`,
    lat: 19 + place / 100,
    lng: -99,
    mountpoint: `LOAD${name}`,
  }))
  const file = join(api.dataDir, 'load-stations.json')
  writeFileSync(file, JSON.stringify(stations))
  await api.command('station', 'import', file)
}

/** The tool has one secret for all its bases, but each station has its own. */
export async function sharePushSecret({ dataDir }: BenchService, database: pg.Client): Promise<void> {
  const keys = parseKeys(readFileSync(join(dataDir, 'encryption.key'), 'utf8'))
  const { rows } = await database.query<{ id: number }>('select id::int from stations')
  for (const { id } of rows) {
    const sealed = keys.encrypt(PUSH_SECRET, `station-push:${id}`)
    await database.query('update stations set push_secret = $2 where id = $1', [id, sealed])
  }
}

/** Returns the path of a file with one line `user:password` per credential. */
export async function issue(
  { port, dataDir }: BenchService,
  token: string,
  count: number,
  codeOf: (place: number) => string,
): Promise<string> {
  const lines: string[] = []
  while (lines.length < count) {
    const wanted = Array.from({ length: Math.min(BATCH, count - lines.length) }, (_, index) => ({
      segundos: 86_400,
      station_codigo: codeOf(lines.length + index),
    }))
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/credentials/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ credentials: wanted }),
    })
    if (!answer.ok) throw new Error(`no credentials: ${await answer.text()}`)
    const { credentials } = (await answer.json()) as { credentials: { usuario: string; password: string }[] }
    for (const { usuario, password } of credentials) lines.push(`${usuario}:${password}`)
  }
  const file = join(dataDir, `users-${codeOf(0)}.txt`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  return file
}
