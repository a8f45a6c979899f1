// Shared by the benchmarks: a started service, floors for comparison, and loads.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { json } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { residentMegabytes } from '../../test/abuse/memory.ts'
import { figureAt } from '../../test/support/figures.ts'
import { generate, type Load, type LoadResult } from './load.ts'
import { isSmallest, sized } from './size.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const run = promisify(execFile)

export interface Row {
  readonly what: string
  readonly measured: string
  readonly floor: string
  readonly ratio: string
  readonly wanted: string
  readonly met: boolean
  /** Explanation in the report if the goal is not met. */
  readonly why?: string
}

/** A service as an operator starts it, on a data directory of its own. */
export class BenchService {
  readonly dataDir: string
  readonly #env: NodeJS.ProcessEnv
  readonly #log: 'inherit' | 'ignore'
  readonly #command: readonly string[]
  #process: ChildProcess | null = null
  port = 0
  casterPort = 0
  metricsPort = 0

  /** `log`: destination of the log; `command`: another `vertice` than this checkout's. */
  constructor(
    dataDir = mkdtempSync(join(tmpdir(), 'vertice-bench-')),
    more: Record<string, string> = {},
    {
      log = 'inherit',
      command = [process.execPath, here('../../bin/vertice.js')],
    }: { log?: 'inherit' | 'ignore'; command?: readonly string[] } = {},
  ) {
    this.dataDir = dataDir
    this.#log = log
    this.#command = command
    this.#env = {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      METRICS_PORT: '0',
      CASTER_PORT: '0',
      RATE_LIMIT_PER_MINUTE: '1000000000',
      BASE_URL: 'https://rtk.example.mx',
      ...more,
    }
  }

  /** Returns the milliseconds from the start of the process to its first ready response. */
  async start(): Promise<number> {
    const from = performance.now()
    const [program, ...args] = this.#command
    const child = spawn(program!, [...args, 'start'], {
      env: this.#env,
      stdio: ['ignore', 'pipe', this.#log],
    })
    this.#process = child
    for await (const line of createInterface({ input: child.stdout! })) {
      const [, port] = /API +http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
      if (port) this.port = Number(port)
      const [, casterPort] = /caster +ntrip:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
      if (casterPort) this.casterPort = Number(casterPort)
      const [, metricsPort] = /metrics +http:\/\/127\.0\.0\.1:(\d+)/.exec(line) ?? []
      if (metricsPort) this.metricsPort = Number(metricsPort)
      if (line.includes('vertice token create')) break
    }
    child.stdout!.resume()
    if (this.port === 0) return performance.now() - from // a process without the API
    const ready = await fetch(`http://127.0.0.1:${this.port}/readyz`)
    if (!ready.ok) throw new Error(`not ready: ${await ready.text()}`)
    return performance.now() - from
  }

  async stop(): Promise<void> {
    const child = this.#process!
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true })
  }

  get pid(): number {
    return this.#process!.pid!
  }

  /** All processes except the database's. */
  residentMegabytes(): number {
    return residentMegabytes(this.pid)
  }

  /** A connection to the embedded database, for rows that no interface writes. The caller ends it. */
  async connectToDatabase(): Promise<pg.Client> {
    const client = new pg.Client({
      host: join(this.dataDir, 'postgres', 'socket'),
      user: 'vertice',
      database: 'vertice',
    })
    await client.connect()
    return client
  }

  /** A metric, summed over its labels. */
  async figure(name: string): Promise<number> {
    return (await figureAt(`http://127.0.0.1:${this.metricsPort}/metrics`, name)) ?? 0
  }

  async command(...args: string[]): Promise<string> {
    const [program, ...first] = this.#command
    const { stdout } = await run(program!, [...first, ...args], { env: this.#env })
    return stdout.trim()
  }
}

/** Starts a server of floors.ts in a process of its own. */
export async function startFloor(...args: string[]): Promise<{ port: number; pid: number; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [here('floors.ts'), ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(createInterface({ input: child.stdout! }), 'line')
  return {
    port: Number(line),
    pid: child.pid!,
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

export async function load(options: Omit<Load, 'warmUpMs'>): Promise<LoadResult> {
  const whole = { ...options, warmUpMs: sized(500, 20) }
  // A section measures up to 80 pages with one connection each. At the smallest size, starting a process would take
  // longer than the page.
  if (isSmallest && options.connections === 1) return generate(whole)
  const child = spawn(process.execPath, [here('load.ts')], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(whole))
  return (await json(child.stdout)) as LoadResult
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

export const request = (method: string, path: string, token: string, body?: object): string => {
  const text = body === undefined ? '' : JSON.stringify(body)
  const content =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`
  return `${method} ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n${content}\r\n${text}`
}

/** A reproducible random generator (mulberry32). */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
