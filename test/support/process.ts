// Runs the service and its commands as an operator does, as processes with ports and signals.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { CHECKOUT, commandOf, type User } from './checkout.ts'
import { onTestFinished } from './concurrent.ts'
import { copyDataDir } from './data-template.ts'
import { lastingPort } from './ports.ts'

/**
 * An empty data directory that other users cannot read, as in a private home. A service creates its database there
 * first. For tests of that first start, of a DATABASE_URL, and of a killed database server. Other tests use
 * `makeMigratedDataDir`.
 */
export function makeDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vertice-data-'))
  onTestFinished(() => removeDataDir(dataDir))
  return dataDir
}

/**
 * A data directory with a migrated database, in which a service starts two seconds faster. All copies have the same
 * `network.mark`, so a second network in a test must use `makeDataDir`.
 */
export function makeMigratedDataDir(): string {
  const dataDir = migratedDataDir()
  onTestFinished(() => removeDataDir(dataDir))
  return dataDir
}

/** Like `makeMigratedDataDir`, for all tests of a file. The file calls `removeDataDir` at its end. */
export function migratedDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'vertice-data-'))
  copyDataDir(inject('dataTemplate'), dataDir)
  return dataDir
}

/** Also kills a database server that still runs there. */
export async function removeDataDir(dataDir: string): Promise<void> {
  const pid = postmasterOf(dataDir)
  if (pid !== null) process.kill(pid, 'SIGQUIT')
  for (let tries = 0; tries < 50 && postmasterOf(dataDir) !== null; tries++) await sleep(50)
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }) // rmSync takes seconds for its thousand files
}

/** Pid of the data directory's database server; `null` if it is not running. */
export function postmasterOf(dataDir: string): number | null {
  try {
    const pid = Number(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n', 1)[0])
    return isAlive(pid) ? pid : null
  } catch {
    return null
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Environment of a service on this data directory: free ports, and limits too high to interfere. */
export const environment = (dataDir: string, more: Record<string, string> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DATA_DIR: dataDir,
  PORT: '0',
  METRICS_PORT: '0',
  CASTER_PORT: '0',
  RATE_LIMIT_PER_MINUTE: '1000000',
  ...more,
})

export interface Finished {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

export function vertice(
  dataDir: string,
  args: string[],
  more?: Record<string, string>,
  checkout = CHECKOUT,
): Promise<Finished> {
  const [node, entry] = commandOf(checkout)
  return new Promise((resolve) => {
    execFile(node, [entry, ...args], { env: environment(dataDir, more) }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
    })
  })
}

interface StartOptions {
  readonly checkout?: string
  readonly command?: [node: string, entry: string]
  readonly user?: Partial<User>
}

/** Starts the service without waiting, in its own process group, so that the whole group can be killed at once. */
export function startProcess(
  dataDir: string,
  more?: Record<string, string>,
  { checkout = CHECKOUT, command = commandOf(checkout), user = {} }: StartOptions = {},
): ChildProcess {
  const [node, entry] = command
  return spawn(node, [entry, 'start'], {
    cwd: checkout,
    env: environment(dataDir, more),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  })
}

export class RunningService {
  readonly child: ChildProcess
  /** Empty if the service has no API. */
  readonly url: string
  readonly metricsUrl: string
  readonly output: string[]
  /** Log output (stderr). */
  readonly log: readonly string[]

  private constructor(child: ChildProcess, output: string[], log: readonly string[]) {
    this.child = child
    this.output = output
    this.log = log
    const find = (name: string) => output.join('\n').match(new RegExp(`${name} +(http://\\S+)`))?.[1] ?? ''
    this.url = find('API').replace(/\/api\/v1$/, '')
    this.metricsUrl = find('metrics')
  }

  /** Uses a fixed caster port, so that the caster returns to the same port after a restart. */
  static async start(dataDir: string, more?: Record<string, string>): Promise<RunningService> {
    return RunningService.ready(startProcess(dataDir, { CASTER_PORT: String(await lastingPort()), ...more }))
  }

  static async ready(child: ChildProcess): Promise<RunningService> {
    const log: string[] = []
    child.stderr!.on('data', (data) => log.push(String(data)))
    const output: string[] = []
    const lines = createInterface({ input: child.stdout! })
    await new Promise<void>((resolve) => {
      lines.on('line', (line) => {
        output.push(line)
        if (line.includes('vertice token create')) resolve()
      })
      lines.on('close', resolve)
    })
    if (!output.some((line) => line.includes('is ready'))) throw new Error(`did not start: ${log.join('')}`)
    return new RunningService(child, output, log)
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal)
    return this.exited()
  }

  async killGroup(): Promise<void> {
    process.kill(-this.child.pid!, 'SIGKILL')
    await this.exited()
  }

  async exited(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit')
    return this.child.exitCode
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  async json(path: string, token?: string, options: RequestInit = {}): Promise<any> {
    return (await this.call(path, token, options)).json()
  }

  call(path: string, token?: string, options: RequestInit = {}): Promise<Response> {
    const headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(options.body ? { 'content-type': 'application/json' } : {}),
    }
    return fetch(this.url + path, { ...options, headers })
  }
}

export async function makeToken(dataDir: string, more?: Record<string, string>): Promise<string> {
  const { command } = await import('./command.ts') // late: loads the whole CLI, which most tests do not need
  const scopes = ['--scopes', 'read,provision,revoke']
  const { stdout, stderr } = await command(
    dataDir,
    ['token', 'create', '--owner', 'Operator', '--name', 'test', ...scopes],
    more,
  )
  if (stdout === '') throw new Error(stderr)
  return stdout.trim()
}

/**
 * Polls until the condition holds; throws after the timeout. A slow check runs less often, so that it uses at most a
 * third of the time.
 */
export async function until(holds: () => Promise<boolean> | boolean, timeoutMs = 90_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const began = performance.now()
    if (await holds()) return
    if (Date.now() > deadline) throw new Error('waited too long')
    await sleep(Math.min(Math.max(POLL_MS.min, 2 * (performance.now() - began)), POLL_MS.max))
  }
}

const POLL_MS = { min: 25, max: 500 }
