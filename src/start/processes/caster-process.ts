// Runs a caster in a process of its own, so that load on the API, the console or background jobs does not delay
// corrections. The parent starts it, restarts it if it ends, reads its metrics, and stops it.
import { type ChildProcess, fork } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { type Config, environmentWithoutSecrets } from '../../base/config/config.ts'
import { casterAddresses } from '../../base/config/listening.ts'
import { LastingCounts, type MetricFamily } from '../metrics/figures.ts'
import { Heartbeat } from './heartbeat.ts'
import { descriptorsAt, type PassedSocket } from './passed-sockets.ts'
import { CASTER_FLAGS } from './release-memory.ts'
import { endOf, endWithin, type ProcessRun, supervise } from './supervise.ts'

const MAIN = fileURLToPath(new URL(`./caster-process-main${extname(import.meta.url)}`, import.meta.url))
const STOP_TIMEOUT_MS = 10_000
/** Excludes the wait for the database. A start takes a second on an idle machine. */
const START_TIMEOUT_MS = 60_000
const FIGURES_TIMEOUT_MS = 1_000

export interface CasterPorts {
  readonly address: AddressInfo
  readonly tlsAddress: AddressInfo | null
}

export interface CasterProcess extends CasterPorts {
  /** The process is ready, has not ended, and sends heartbeats. */
  isUp(): boolean
  /** How often the process was killed because its heartbeats stopped. */
  hangs(): number
  /** Metrics of the process; if it does not respond, its last counts. */
  figures(): Promise<MetricFamily[]>
  stop(): Promise<void>
}

/** Sent when the caster is ready; adds the id of its node. */
export interface ReadyCaster extends CasterPorts {
  readonly node: string
}

export interface CasterStart {
  readonly start: Config
  /** Process label in the metrics. */
  readonly part: string
  /** Node name. */
  readonly name: string
  /** Descriptor numbers as in the caster's process. */
  readonly sockets: readonly PassedSocket[]
}

export type ToCaster = CasterStart | { readonly stop: true } | { readonly figures: number }

/** Messages from the caster's process. The fields of an error (port, address) are used in the message for operators. */
export type FromCaster =
  | { readonly ready: ReadyCaster }
  | { readonly failed: { readonly message: string } & Record<string, unknown> }
  | { readonly figures: number; readonly families: MetricFamily[] }
  | { readonly heartbeat: true }

export interface CasterProcessOptions {
  /** Name in metrics and logs. */
  readonly part?: string
  /** Node name. */
  readonly name?: string
  /** Called when the process has ended, so that the leases of its node can be released. */
  readonly ended?: (node: string) => void
  readonly startTimeoutMs?: number
  /** Listening sockets of the service manager. */
  readonly sockets?: readonly PassedSocket[]
}

interface CasterLife extends ProcessRun<ReadyCaster> {
  readonly child: ChildProcess
  /** `null` until the caster is ready. */
  heartbeat: Heartbeat | null
}

export async function startCasterProcess(
  config: Config,
  log: Logger,
  {
    part = 'caster',
    name = config.nodeName,
    ended = () => {},
    startTimeoutMs = START_TIMEOUT_MS,
    sockets = [],
  }: CasterProcessOptions = {},
): Promise<CasterProcess> {
  const timeoutMs = startTimeoutMs + config.databaseWaitSeconds * 1000
  const counts = new LastingCounts()
  let hangs = 0
  const begin = (ports: CasterPorts | null): CasterLife => {
    // A restart uses the same ports, even if the first start let the system choose them.
    const child = launch({ start: ports === null ? config : atPorts(config, ports), part, name, sockets })
    const ready = readiness(child, timeoutMs)
    const life: CasterLife = { child, ready, ended: endOf(child), end: () => end(child), heartbeat: null }
    ready
      .then(async ({ node }) => {
        const heartbeat = watchHeartbeat(child, () => {
          hangs += 1
          log.error(`The ${part} is not responding; killing it`)
        })
        life.heartbeat = heartbeat
        await life.ended
        heartbeat.stop()
        ended(node)
      })
      .catch(() => {}) // the caller of `supervise` gets the error
    return life
  }
  const caster = await supervise(begin, { name: `the ${part}`, log, ended: () => counts.ended() })
  const { address, tlsAddress } = caster.first
  return {
    address,
    tlsAddress,
    isUp: () => caster.isUp() && !caster.current().heartbeat?.isSuspect,
    hangs: () => hangs,
    figures: async () => counts.withEarlier(await figuresOf(caster.current().child)),
    stop: () => caster.stop(),
  }
}

export const atPorts = (config: Config, { address, tlsAddress }: CasterPorts): Config => ({
  ...config,
  casterPort: address.port,
  casterTls: config.casterTls && { ...config.casterTls, port: tlsAddress!.port },
})

/** Descriptors 0 to 3 are stdin, stdout, stderr and the IPC channel. */
const FIRST_SOCKET = 4

function launch({ start: config, sockets, ...named }: CasterStart): ChildProcess {
  const needed = new Set(casterAddresses(config).flatMap((address) => descriptorsAt(sockets, address)))
  const passed = sockets.filter(({ fd }) => needed.has(fd))
  let child: ChildProcess
  try {
    // Structured clone, because JSON cannot represent some metric values, such as infinity.
    child = fork(MAIN, {
      env: environmentWithoutSecrets(),
      execArgv: CASTER_FLAGS,
      serialization: 'advanced',
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...passed.map(({ fd }) => fd)],
    })
  } catch (error) {
    throw notStarted(error as Error)
  }
  // The configuration is sent as a message, without secrets that the caster does not need.
  tell(child, {
    ...named,
    start: { ...config, stripe: null, smtp: null, databaseOwnerUrl: null },
    sockets: passed.map((socket, index) => ({ ...socket, fd: FIRST_SOCKET + index })),
  })
  return child
}

async function readiness(child: ChildProcess, withinMs: number): Promise<ReadyCaster> {
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ReadyCaster>((resolve, reject) => {
      // The process could not be started; a message that came too late is covered by its exit.
      child.on('error', (error) => reject(child.pid === undefined ? notStarted(error) : error))
      child.on('message', (message: FromCaster) => {
        if ('ready' in message) resolve(message.ready)
        if ('failed' in message) reject(Object.assign(new Error(message.failed.message), message.failed))
      })
      child.once('exit', (code, signal) => reject(new Error(`the caster ended while starting (${signal ?? code})`)))
      timer = setTimeout(() => {
        reject(new Error(`the caster's process did not start within ${Math.ceil(withinMs / 1000)} s`))
        child.kill('SIGKILL') // it does not respond
      }, withinMs)
    })
  } catch (error) {
    await end(child)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A frozen process keeps its share of the port's connections, so it is killed and restarted. */
function watchHeartbeat(child: ChildProcess, onLost: () => void): Heartbeat {
  const heartbeat = new Heartbeat(() => {
    onLost()
    child.kill('SIGKILL')
  })
  child.on('message', (message: FromCaster) => {
    if ('heartbeat' in message) heartbeat.beat()
  })
  return heartbeat
}

const notStarted = ({ message }: Error) => new Error(`the caster's process could not be started: ${message}`)

/** Sending to an ended process is ignored: its exit is handled elsewhere. */
function tell(child: ChildProcess, message: ToCaster): void {
  if (child.connected) child.send(message, () => {})
}

const end = (child: ChildProcess) => endWithin(STOP_TIMEOUT_MS, child, () => tell(child, { stop: true }))

let questions = 0

/** `null` if the process does not respond. */
async function figuresOf(child: ChildProcess): Promise<MetricFamily[] | null> {
  if (!child.connected) return null
  const question = ++questions
  let listen = (_: FromCaster) => {}
  const answer = new Promise<MetricFamily[]>((resolve) => {
    listen = (message) => {
      if ('figures' in message && message.figures === question) resolve(message.families)
    }
    child.on('message', listen)
  })
  tell(child, { figures: question })
  const silence = sleep(FIGURES_TIMEOUT_MS, null, { ref: false })
  return Promise.race([answer, silence]).finally(() => child.off('message', listen))
}
