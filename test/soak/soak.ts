// The soak: an hour of epochs at an accelerated rate through a real service, while everything around the watched rovers
// restarts, reconnects and is revoked. None of their frames may be lost or duplicated. For a cluster, see
// cluster-soak.ts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { usage } from '../../scripts/usage.ts'
import { createTokenOf } from '../../src/actions/people/tokens/create.ts'
import { importStations } from '../../src/actions/stations/import.ts'
import { pushSecret } from '../../src/actions/stations/source.ts'
import { readConfig } from '../../src/base/config/config.ts'
import { SCOPES } from '../../src/domain/people/tokens/token.ts'
import { layFoundation } from '../../src/start/foundation.ts'
import { byTest } from '../support/action-context.ts'
import { figureAt } from '../support/figures.ts'
import { isAlive, postmasterOf, RunningService, until } from '../support/process.ts'
import { clusterSoak, tableOf } from './cluster-soak.ts'
import { type Login, pause, Rover, type RoverOptions, Source } from './traffic.ts'

const STATIONS = 6
const VISITORS = 12
/** From the response to DELETE to the closed socket. */
const CUT_OFF_MS = 1_000
const LAST_FRAME_MS = 10_000
const STOP_MS = 20_000

export interface SoakOptions {
  readonly epochs: number
  readonly epochsPerSecond: number
  readonly log: (line: string) => void
}

export interface SoakReport {
  readonly counts: Readonly<Record<string, unknown>>
  /** Empty if all is well. */
  readonly problems: readonly string[]
}

const chance = (probability: number) => Math.random() < probability
const between = (low: number, high: number) => low + Math.random() * (high - low)
const oneOf = <Value>(...values: Value[]): Value => values[Math.floor(Math.random() * values.length)]!

export async function soak({ epochs, epochsPerSecond, log }: SoakOptions): Promise<SoakReport> {
  const dataDir = mkdtempSync(join(tmpdir(), 'vertice-soak-'))
  let service: RunningService | null = null
  try {
    const { token, secrets } = await prepare(dataDir)
    service = await RunningService.start(dataDir, { LOG_LEVEL: 'warn' })
    const run = new Soak(service, token, secrets)
    log(`${epochs} epochs, ${epochsPerSecond} a second …`)
    await run.start()
    await run.drive(epochs, epochsPerSecond)
    const report = await run.finish(dataDir)
    const problems = [...report.problems, ...(await stopProblems(service))]
    const counts = { ...report.counts, problems: problems.length }
    for (const [name, value] of Object.entries(counts)) log(`  ${name}: ${JSON.stringify(value)}`)
    for (const problem of problems.slice(0, 20)) log(`  PROBLEM: ${problem}`)
    return { counts, problems }
  } finally {
    if (service) await stopProblems(service)
    const postmaster = postmasterOf(dataDir)
    for (let tries = 0; tries < 100 && postmaster !== null && isAlive(postmaster); tries++) await sleep(50)
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** A service that leaks a resource does not exit. */
async function stopProblems(service: RunningService): Promise<string[]> {
  const impatient = setTimeout(() => service.killGroup(), STOP_MS)
  const code = await service.stop()
  clearTimeout(impatient)
  return code === 0 ? [] : [`the service ended with ${code ?? 'SIGKILL, because it did not stop'}`]
}

/** The first station is in the middle of its rovers; the others reach them too, from 30 km. */
const placeOf = (station: number) => ({ lat: 19.4 + (station === 0 ? 0 : 0.27 + station / 100), lng: -99.1 })
const mountpointOf = (station: number) => `SOAK${station}_RTCM32`

/** The operator's setup before the first start. */
async function prepare(dataDir: string): Promise<{ token: string; secrets: string[] }> {
  const foundation = await layFoundation(readConfig({ DATA_DIR: dataDir }))
  const { db, keys } = foundation
  try {
    const stations = Array.from({ length: STATIONS }, (_, station) => ({
      code: `SOAK${station}`,
      name: `Soak ${station}`,
      mountpoint: mountpointOf(station),
      ...placeOf(station),
    }))
    await importStations(byTest({ db }, new Date()), stations)
    const secrets: string[] = []
    for (const { code } of stations) secrets.push((await pushSecret(byTest({ db, keys }), { code }, false)).secret)
    const wanted = { name: 'soak', scopes: SCOPES, expiresAt: null }
    const { secret } = await createTokenOf(byTest({ db }), 'Soak', wanted)
    return { token: secret, secrets }
  } finally {
    await foundation.close()
  }
}

class Soak {
  readonly #service: RunningService
  readonly #token: string
  readonly #port: number
  readonly #sources: Source[]
  /** Rovers that listen from before the first epoch to the last. */
  readonly #watched: { name: string; rover: Rover; from: number }[] = []
  readonly #problems: string[] = []
  readonly #cutOffs: number[] = []
  readonly #answers: Record<string, number> = {}
  readonly #left: Record<string, number> = {}
  readonly #background: Promise<void>[] = []
  readonly #over = new AbortController()
  #visits = 0
  #visitorFrames = 0
  #memoryAtStart = 0
  #startedAt = 0

  constructor(service: RunningService, token: string, secrets: readonly string[]) {
    this.#service = service
    this.#token = token
    this.#port = Number(/caster +ntrip:\/\/[\d.]+:(\d+)/.exec(service.output.join('\n'))![1])
    this.#sources = secrets.map(
      (secret, station) => new Source(station, mountpointOf(station), placeOf(station), secret, this.#port),
    )
  }

  get #main(): Source {
    return this.#sources[0]!
  }

  async start(): Promise<void> {
    for (const source of this.#sources) await source.start()
    for (let epoch = 0; epoch < 3; epoch++) for (const source of this.#sources) source.epoch()
    await sleep(500) // until the caster sees them as live
    const here = { lat: this.#main.place.lat + 0.01, lng: this.#main.place.lng }
    await this.#watch('rev1', { mountpoint: this.#main.mountpoint })
    await this.#watch('rev2', { mountpoint: this.#main.mountpoint, revision: 2 })
    await this.#watch('network', { mountpoint: 'RED', place: here })
    this.#memoryAtStart = this.#memory()
    this.#startedAt = performance.now()
    for (let visitor = 0; visitor < VISITORS; visitor++) this.#inBackground(this.#visit(here))
    for (const source of this.#sources.slice(1)) this.#inBackground(this.#restartNowAndThen(source))
  }

  #inBackground(work: Promise<void>): void {
    this.#background.push(work.catch((error) => void this.#problems.push(String(error))))
  }

  /** At a steady rate; late epochs are caught up. */
  async drive(epochs: number, perSecond: number): Promise<void> {
    const start = performance.now()
    for (let done = 0; done < epochs; ) {
      const due = Math.min(epochs, Math.ceil(((performance.now() - start) / 1000) * perSecond))
      for (; done < due; done++) for (const source of this.#sources) source.epoch()
      await sleep(1000 / perSecond / 2)
    }
    this.#over.abort()
    await Promise.all(this.#background)
  }

  async finish(dataDir: string): Promise<SoakReport> {
    const { newest } = this.#main
    const hasAll = () => this.#watched.every(({ rover }) => rover.reader.last === newest)
    await until(hasAll, LAST_FRAME_MS).catch(() => {})
    for (const { name, rover, from } of this.#watched) {
      const { reader } = rover
      if (rover.closedAt !== null) this.#problems.push(`${name}: was cut`)
      if (reader.first > from) this.#problems.push(`${name}: begins with ${reader.first} instead of ${from}`)
      if (reader.last !== newest) this.#problems.push(`${name}: ends with ${reader.last} instead of ${newest}`)
      this.#check(name, rover, true)
    }
    const seconds = (performance.now() - this.#startedAt) / 1000
    const memory = this.#memory()
    const frames = this.#watched.map(({ name, rover }) => [name, rover.reader.frames])
    await Promise.all(this.#watched.map(({ rover }) => rover.leave('end')))
    for (const source of this.#sources) source.stop()
    await this.#expectNobody(dataDir)
    const cutOffs = this.#cutOffs.sort((a, b) => a - b)
    const counts = {
      'frames sent': newest + 1,
      'frames received': Object.fromEntries(frames),
      'restarts of other stations': this.#sources.reduce((sum, { restarts }) => sum + restarts, 0),
      'visits of other rovers': this.#visits,
      'their frames': this.#visitorFrames,
      'answers to them': this.#answers,
      'how they left': this.#left,
      'from DELETE to the closed socket': `median ${(cutOffs[cutOffs.length >> 1] ?? 0).toFixed(1)} ms, maximum ${(cutOffs.at(-1) ?? 0).toFixed(1)} ms of ${cutOffs.length}`,
      'memory of the service': `${this.#memoryAtStart} MB, then ${memory} MB`,
      seconds: Math.round(seconds),
    }
    return { counts, problems: this.#problems }
  }

  async #watch(name: string, options: Omit<RoverOptions, 'login' | 'station'>): Promise<void> {
    const login = await this.#login(options.mountpoint === 'RED' ? null : 0)
    const rover = await Rover.open(this.#port, { ...options, login, station: 0 })
    if (typeof rover === 'string') throw new Error(`${name} was answered ${rover}`)
    if (options.place) {
      this.#main.epoch() // its position takes a moment to arrive
      await sleep(300)
      this.#main.epoch()
      await until(() => rover.reader.frames > 0, 5_000)
    }
    this.#watched.push({ name, rover, from: this.#main.newest + 1 })
  }

  /** Repeatedly connects with a new credential, stays a while, and leaves in one of several ways. */
  async #visit(here: { lat: number; lng: number }): Promise<void> {
    while (!this.#over.signal.aborted) {
      const station = chance(0.5) ? 0 : Math.floor(between(1, STATIONS))
      const isNetwork = station === 0 && chance(0.4)
      const login = await this.#login(isNetwork ? null : station)
      const revision = oneOf<1 | 2>(1, 2)
      const mountpoint = isNetwork ? 'RED' : mountpointOf(station)
      const options = { login, mountpoint, station, revision, ...(isNetwork && { place: here }) }
      const rover = await Rover.open(this.#port, options)
      if (typeof rover === 'string') {
        this.#answers[rover] = (this.#answers[rover] ?? 0) + 1
        // Only a station that restarts may reject a rover.
        if (station === 0 || !rover.includes('503')) this.#problems.push(`a rover of station ${station} got "${rover}"`)
        continue
      }
      this.#answers.stream = (this.#answers.stream ?? 0) + 1
      this.#visits += 1
      await pause(between(50, 2_500), this.#over.signal)
      await this.#part(rover, { ...options })
      this.#visitorFrames += rover.reader.frames
      this.#check(`a visitor of ${mountpoint}`, rover, station === 0)
    }
  }

  async #part(rover: Rover, options: RoverOptions): Promise<void> {
    const how = oneOf('end', 'reset', 'unread', 'revoked', 'replaced')
    this.#left[how] = (this.#left[how] ?? 0) + 1
    if (how === 'revoked') {
      const answer = await this.#ask('DELETE', `/credentials/${rover.login.id}`)
      const answered = performance.now()
      if (answer.status !== 200) this.#problems.push(`DELETE was answered ${answer.status}`)
      if (await rover.closed(5 * CUT_OFF_MS)) this.#cutOffs.push(Math.max(0, rover.closedAt! - answered))
      const late = rover.closedAt === null ? Number.POSITIVE_INFINITY : rover.closedAt - answered
      if (late > CUT_OFF_MS) this.#problems.push(`a revoked rover was cut after ${late} ms`)
    } else if (how === 'replaced') {
      const newer = await Rover.open(this.#port, options)
      if (typeof newer === 'string')
        await rover.leave('end') // its station has just disconnected
      else {
        if (!(await rover.closed(CUT_OFF_MS))) this.#problems.push('an older session did not end')
        await newer.leave('end')
      }
    } else await rover.leave(how)
  }

  async #restartNowAndThen(source: Source): Promise<void> {
    const { signal } = this.#over
    while (!signal.aborted) {
      await pause(between(200, 3_000), signal)
      if (!signal.aborted) await source.restart(chance(0.15) ? 'silent' : oneOf('cut', 'end'), signal)
    }
  }

  /** Rovers of a station that never restarts have no gap; others may, but receive nothing twice. */
  #check(name: string, { reader }: Rover, isWhole: boolean): void {
    if (isWhole && reader.lost > 0) this.#problems.push(`${name}: ${reader.lost} frames lost`)
    if (reader.doubled > 0) this.#problems.push(`${name}: ${reader.doubled} frames doubled`)
    if (reader.foreign > 0) this.#problems.push(`${name}: ${reader.foreign} frames of another station`)
  }

  /** Expects that every session has ended, in the caster and in the database. */
  async #expectNobody(dataDir: string): Promise<void> {
    const pool = new pg.Pool({ host: join(dataDir, 'postgres/socket'), user: 'vertice', database: 'vertice', max: 1 })
    let open = -1
    let rovers: number | undefined
    const isEmpty = async () => {
      const { rows } = await pool.query('select count(*)::int as open from sessions where ended_at is null')
      open = rows[0].open
      rovers = await figureAt(this.#service.metricsUrl, 'vertice_caster_rovers')
      return open === 0 && rovers === 0
    }
    await until(isEmpty, 5_000).catch(() => {
      this.#problems.push(`after everybody left, ${open} sessions are open in the record and ${rovers} in the caster`)
    })
    await pool.end()
  }

  /** A new credential; `null` for the network. */
  async #login(station: number | null): Promise<Login> {
    const body = { segundos: 3600, ...(station !== null && { station_codigo: `SOAK${station}` }) }
    const answer = await this.#ask('POST', '/credentials', body)
    const { credential } = (await answer.json()) as { credential: { id: number; usuario: string; password: string } }
    return { id: credential.id, username: credential.usuario, password: credential.password }
  }

  #ask(method: string, path: string, body?: object): Promise<Response> {
    const options = { method, ...(body && { body: JSON.stringify(body) }) }
    return this.#service.call(`/api/v1${path}`, this.#token, options)
  }

  /** Resident memory in MB, where the system reports it. */
  #memory(): number {
    try {
      const status = readFileSync(`/proc/${this.#service.child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    } catch {
      return Number.NaN
    }
  }
}

const USAGE = `
usage: npm run soak [-- EPOCHS [EPOCHS_PER_SECOND]]
       npm run soak -- --nodes N [--minutes 20] [--seed N]

The first sends EPOCHS (default 3600) through one service at EPOCHS_PER_SECOND (default 60) while clients, bases and processes restart
around the rovers that are watched. The second kills and freezes the parts of a cluster with N casters (needs nats-server).
Fails if a rover lost a frame or received one twice. Writes temporary files only.
`

async function main(): Promise<readonly string[] | null> {
  const text = { type: 'string' } as const
  const options = { nodes: text, minutes: { ...text, default: '20' }, seed: text }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  if (values.nodes !== undefined) {
    const [nodes, minutes] = [Number(values.nodes), Number(values.minutes)]
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    if (!(nodes >= 2 && minutes > 0 && Number.isInteger(seed))) return null
    const report = await clusterSoak({ nodes, minutes, seed, log: console.log })
    console.log(tableOf(report))
    for (const problem of report.problems.slice(0, 20)) console.log(`PROBLEM: ${problem}`)
    return report.problems
  }
  const [epochs, epochsPerSecond] = [Number(positionals[0] ?? 3600), Number(positionals[1] ?? 60)]
  if (!(epochs > 0 && epochsPerSecond > 0)) return null
  return (await soak({ epochs, epochsPerSecond, log: console.log })).problems
}

if (import.meta.main) {
  usage(USAGE)
  const problems = await main()
  if (problems === null) console.error(USAGE)
  else console.log(problems.length === 0 ? 'nothing lost, nothing twice' : `${problems.length} problems`)
  process.exitCode = problems === null ? 2 : problems.length === 0 ? 0 : 1
}
