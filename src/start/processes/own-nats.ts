// A nats-server of our own on loopback, where the casters of one machine meet when nobody named another. It is started again when it
// ended by itself, on its port and with its password, and goes when we go, however that is.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import type { Logger } from 'pino'
import { ConfigError, environmentWithoutSecrets, type NatsConfig } from '../../base/config/config.ts'
import { makeDataDir } from '../../base/data-dir.ts'
import { randomCode } from '../../base/secrets.ts'
import { endOf, endWithin, type Life, supervise } from './supervise.ts'

const PROGRAM = 'nats-server'
const USER = 'vertice'
const PASSWORD_LENGTH = 32
const ANY_PORT = -1
const START_PATIENCE_MS = 20_000
const STOP_PATIENCE_MS = 5_000

/**
 * The server takes the shell's place, and beside it somebody waits for us at descriptor 3. What we say there is that the server has ended;
 * when it closes without a word, we are gone, and the server goes too. No death of ours can prevent that.
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
  const begin = (port: number | null): Life<number> => {
    makeDataDir(dataDir)
    rmSync(file, { force: true })
    writeFileSync(file, settings(port ?? ANY_PORT, password), { mode: 0o600, flag: 'wx' })
    const child = launch(file)
    // It has read them, or never will: nothing that is secret stays behind.
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

/** Who does not take what is sent for two seconds would only get corrections that are too old, and may not keep more than a few megabytes waiting. */
const settings = (port: number, password: string) => `
listen: "127.0.0.1:${port}"
authorization { user: "${USER}", password: "${password}" }
write_deadline: "2s"
max_pending: 8388608
`

function launch(file: string): ChildProcess {
  // A session of its own: Ctrl-C in the terminal is for us.
  const child = spawn('/bin/sh', ['-c', WITH_US, PROGRAM, file], {
    env: environmentWithoutSecrets(),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.on('error', () => {}) // told by whoever waits for it to be ready
  const line = child.stdio[3] as NodeJS.WritableStream
  line.on('error', () => {})
  child.once('exit', () => line.end('ended\n'))
  return child
}

/** The port that it listens on, from what it says. */
async function readiness(child: ChildProcess): Promise<number> {
  let port = 0
  let last = ''
  let patience: NodeJS.Timeout | undefined
  try {
    return await new Promise<number>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${PROGRAM} could not be started: ${why}`))
      child.once('error', ({ message }) => fail(message))
      child.once('exit', (code, signal) => fail(last || `it ended (${signal ?? code})`))
      patience = setTimeout(() => fail(`it was not ready within ${START_PATIENCE_MS / 1000} s`), START_PATIENCE_MS)
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
    clearTimeout(patience)
  }
}

const end = (child: ChildProcess) => endWithin(STOP_PATIENCE_MS, child, () => child.kill('SIGTERM'))
