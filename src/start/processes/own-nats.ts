// Runs a nats-server on loopback for the casters of one machine, if no other NATS is configured. It is restarted with
// the same port and password if it ends, and it ends with this process, however that ends.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { ConfigError, environmentWithoutSecrets, type NatsConfig } from '../../base/config/config.ts'
import { makeDataDir } from '../../base/data-dir.ts'
import { randomCode } from '../../base/secrets.ts'
import { endOf, endWithin, type ProcessRun, supervise } from './supervise.ts'

const PROGRAM = 'nats-server'
const USER = 'vertice'
const PASSWORD_LENGTH = 32
const ANY_PORT = -1
const START_TIMEOUT_MS = 20_000
const STOP_TIMEOUT_MS = 5_000

/**
 * The shell becomes the server (`exec`). A background reader waits on descriptor 3: this process writes to it when the
 * server has ended; if it closes without data, this process has died, and the reader kills the server.
 */
const WITH_US = '{ read -r _ <&3 || kill $$; } >/dev/null 2>&1 & exec "$0" --config "$1" 3<&-'

export interface OwnNats {
  readonly nats: NatsConfig
  stop(): Promise<void>
}

export async function startOwnNats(dataDir: string, log: Logger): Promise<OwnNats> {
  await mustBeInstalled()
  const password = randomCode(PASSWORD_LENGTH)
  const file = join(dataDir, `${PROGRAM}.${process.pid}.conf`)
  const begin = (port: number | null): ProcessRun<number> => {
    makeDataDir(dataDir)
    rmSync(file, { force: true })
    writeFileSync(file, settings(port ?? ANY_PORT, password), { mode: 0o600, flag: 'wx' })
    const child = launch(file)
    // The server has read its configuration, or never will: no secret stays on disk.
    const ready = readiness(child).finally(() => rmSync(file, { force: true }))
    return { ready, ended: endOf(child), end: () => end(child) }
  }
  const server = await supervise(begin, { name: `the ${PROGRAM}`, log })
  return {
    nats: { servers: [`127.0.0.1:${server.first}`], tls: null, user: USER, password, nkeySeed: null },
    stop: server.stop,
  }
}

async function mustBeInstalled(): Promise<void> {
  try {
    await promisify(execFile)(PROGRAM, ['--version'], { env: environmentWithoutSecrets() })
  } catch {
    throw new ConfigError(
      `CASTER_PROCESSES: several casters meet on NATS: set NATS_URL, or install ${PROGRAM} (Debian: apt install ${PROGRAM}), and one of our own is started`,
    )
  }
}

/** A client that does not read for two seconds would get stale corrections, so the server stops buffering for it. */
const settings = (port: number, password: string) => `
listen: "127.0.0.1:${port}"
authorization { user: "${USER}", password: "${password}" }
write_deadline: "2s"
max_pending: 8388608
`

function launch(file: string): ChildProcess {
  // A session of its own, so that Ctrl-C in the terminal reaches only this process.
  const child = spawn('/bin/sh', ['-c', WITH_US, PROGRAM, file], {
    env: environmentWithoutSecrets(),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.on('error', () => {}) // `readiness` reports it
  const line = child.stdio[3] as NodeJS.WritableStream
  line.on('error', () => {})
  child.once('exit', () => line.end('ended\n'))
  return child
}

/** Reads the port from the server's log. */
async function readiness(child: ChildProcess): Promise<number> {
  let port = 0
  let last = ''
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<number>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${PROGRAM} could not be started: ${why}`))
      child.once('error', ({ message }) => fail(message))
      child.once('exit', (code, signal) => fail(last || `it ended (${signal ?? code})`))
      timer = setTimeout(() => fail(`it was not ready within ${START_TIMEOUT_MS / 1000} s`), START_TIMEOUT_MS)
      createInterface({ input: child.stderr! }).on('line', (line) => {
        last = line
        port = Number(/Listening for client connections on \S+:(\d+)/.exec(line)?.[1] ?? port)
        if (line.includes('Server is ready')) resolve(port)
      })
    })
  } catch (error) {
    await end(child)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

const end = (child: ChildProcess) => endWithin(STOP_TIMEOUT_MS, child, () => child.kill('SIGTERM'))
