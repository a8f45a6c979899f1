// A caster in a process of its own: whatever keeps the API, the console or the background busy, rovers get their bytes in time.
// This side starts it, starts it again when it ended by itself, asks for its figures, and takes it along when it stops.
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
import { endOf, endWithin, type Life, supervise } from './supervise.ts'

const MAIN = fileURLToPath(new URL(`./caster-process-main${extname(import.meta.url)}`, import.meta.url))
const STOP_PATIENCE_MS = 10_000
/** Beside what it may wait for its database; it takes a second on a machine that has nothing else to do. */
const START_PATIENCE_MS = 60_000
const FIGURES_PATIENCE_MS = 1_000

export interface CasterPorts {
  readonly address: AddressInfo
  readonly tlsAddress: AddressInfo | null
}

export interface CasterProcess extends CasterPorts {
  /** The process is ready, has not ended, and sends its heartbeats. */
  isUp(): boolean
  /** Of the process as it is now; what it had counted, from one that does not answer. */
  figures(): Promise<MetricFamily[]>
  stop(): Promise<void>
}

/** When it is ready: also its node's id. */
export interface ReadyCaster extends CasterPorts {
  readonly node: string
}

/** What the caster's process starts with. */
export interface CasterStart {
  readonly start: Config
  /** Process label in the metrics. */
  readonly part: string
  /** Node name. */
  readonly name: string
  /** With the descriptors of the caster's process. */
  readonly sockets: readonly PassedSocket[]
}

/** Messages to the caster's process. */
export type ToCaster = CasterStart | { readonly stop: true } | { readonly figures: number }

/** Messages from the caster's process. The fields of an error (port, address) go into the message that people see. */
export type FromCaster =
  | { readonly ready: ReadyCaster }
  | { readonly failed: { readonly message: string } & Record<string, unknown> }
  | { readonly figures: number; readonly families: MetricFamily[] }
  | { readonly heartbeat: true }

export interface CasterProcessOptions {
  /** How figures and the log call it. */
  readonly part?: string
  /** How its node is called. */
  readonly name?: string
  /** It has ended, however: whatever its node still holds is free. */
  readonly ended?: (node: string) => void
  readonly startPatienceMs?: number
  /** Listening sockets of the service manager. */
  readonly sockets?: readonly PassedSocket[]
}

interface CasterLife extends Life<ReadyCaster> {
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
    startPatienceMs = START_PATIENCE_MS,
    sockets = [],
  }: CasterProcessOptions = {},
): Promise<CasterProcess> {
  const patienceMs = startPatienceMs + config.databaseWaitSeconds * 1000
  const counts = new LastingCounts()
  const begin = (ports: CasterPorts | null): CasterLife => {
    // Whatever port it was given at first, rovers look for it there.
    const child = launch({ start: ports === null ? config : atPorts(config, ports), part, name, sockets })
    const ready = readiness(child, patienceMs)
    const life: CasterLife = { child, ready, ended: endOf(child), end: () => end(child), heartbeat: null }
    ready
      .then(async ({ node }) => {
        const heartbeat = watchHeartbeat(child, () => log.error(`the ${part} does not answer; it is killed`))
        life.heartbeat = heartbeat
        await life.ended
        heartbeat.stop()
        ended(node)
      })
      .catch(() => {}) // The caller of `supervise` gets the error.
    return life
  }
  const caster = await supervise(begin, { name: `the ${part}`, log, ended: () => counts.ended() })
  const { address, tlsAddress } = caster.first
  return {
    address,
    tlsAddress,
    isUp: () => caster.isUp() && !caster.current().heartbeat?.isSuspect,
    figures: async () => counts.withEarlier(await figuresOf(caster.current().child)),
    stop: () => caster.stop(),
  }
}

export const atPorts = (config: Config, { address, tlsAddress }: CasterPorts): Config => ({
  ...config,
  casterPort: address.port,
  casterTls: config.casterTls && { ...config.casterTls, port: tlsAddress!.port },
})

/** After input, output, errors and the channel between the two processes. */
const FIRST_SOCKET = 4

function launch({ start: config, sockets, ...named }: CasterStart): ChildProcess {
  const needed = new Set(casterAddresses(config).flatMap((address) => descriptorsAt(sockets, address)))
  const passed = sockets.filter(({ fd }) => needed.has(fd))
  let child: ChildProcess
  try {
    // Structured clones: figures are not always numbers that JSON can say.
    child = fork(MAIN, {
      env: environmentWithoutSecrets(),
      execArgv: CASTER_FLAGS,
      serialization: 'advanced',
      stdio: ['inherit', 'inherit', 'inherit', 'ipc', ...passed.map(({ fd }) => fd)],
    })
  } catch (error) {
    throw notStarted(error as Error)
  }
  // Its settings come as a message, without those that it has no use for.
  tell(child, {
    ...named,
    start: { ...config, stripe: null, smtp: null, databaseOwnerUrl: null },
    sockets: passed.map((socket, index) => ({ ...socket, fd: FIRST_SOCKET + index })),
  })
  return child
}

async function readiness(child: ChildProcess, withinMs: number): Promise<ReadyCaster> {
  let patience: NodeJS.Timeout | undefined
  try {
    return await new Promise<ReadyCaster>((resolve, reject) => {
      // It could not be started; or a message came too late for it, which its end tells.
      child.on('error', (error) => reject(child.pid === undefined ? notStarted(error) : error))
      child.on('message', (message: FromCaster) => {
        if ('ready' in message) resolve(message.ready)
        if ('failed' in message) reject(Object.assign(new Error(message.failed.message), message.failed))
      })
      child.once('exit', (code, signal) => reject(new Error(`the caster ended while starting (${signal ?? code})`)))
      patience = setTimeout(() => {
        reject(new Error(`the caster's process did not start within ${Math.ceil(withinMs / 1000)} s`))
        child.kill('SIGKILL') // it does not listen, or it would have told
      }, withinMs)
    })
  } catch (error) {
    await end(child)
    throw error
  } finally {
    clearTimeout(patience)
  }
}

/** A frozen process would keep its share of the port's connections. Killed, it is started again. */
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

/** The line to one that has ended is closed, and that is told by its end. */
function tell(child: ChildProcess, message: ToCaster): void {
  if (child.connected) child.send(message, () => {})
}

const end = (child: ChildProcess) => endWithin(STOP_PATIENCE_MS, child, () => tell(child, { stop: true }))

let questions = 0

/** null: it does not answer. */
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
  const silence = sleep(FIGURES_PATIENCE_MS, null, { ref: false })
  return Promise.race([answer, silence]).finally(() => child.off('message', listen))
}
