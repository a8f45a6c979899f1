import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../../base/config/config.ts'
import { ignoreLostOutput } from '../../base/running/lost-output.ts'
import { randomCode } from '../../base/secrets.ts'
import { openMailbox } from '../../demo/customers/mailbox.ts'
import { resellerAt } from '../../demo/customers/reseller.ts'
import { takeDataPlace } from '../../demo/data-place.ts'
import { startDemoEvents } from '../../demo/events.ts'
import { Fleet } from '../../demo/fleet.ts'
import { EXTERNAL_NAME, EXTERNAL_STATIONS, type External } from '../../demo/network/external.ts'
import { writePastQuality } from '../../demo/past/quality.ts'
import { prepare } from '../../demo/prepare.ts'
import { openReceiver } from '../../demo/receiver.ts'
import { demoConfig, reachable } from '../../demo/settings.ts'
import { ExternalCaster } from '../../demo/simulator/casters/external-caster.ts'
import { VrsEngine } from '../../demo/simulator/casters/vrs-engine.ts'
import { Sky } from '../../demo/simulator/sky/sky.ts'
import { details, welcome } from '../../demo/welcome.ts'
import { layFoundation } from '../../start/foundation.ts'
import { startService } from '../../start/service.ts'
import type { Database } from '../../store/kit/database.ts'
import { readEngineState } from '../../store/network/vrs-engine.ts'
import { onOff, text, UsageError, verb } from '../kit/command.ts'
import { bold, done, terminalOf } from './terminal.ts'

export const command = verb({
  summary: 'run a simulated network until Ctrl+C, on its own data, which is deleted at the end',
  more: `The service with 24 stations that push live streams to its caster, an external caster, 60 days of history, a dozen rovers, hundreds of credentials, an operator with two resellers, orders, an incident and webhooks. Prints the console's address and a login for each role. All data is simulated and marked as such.

Uses only the settings HOST, PORT, CASTER_HOST, CASTER_PORT, METRICS_HOST, METRICS_PORT and LOG_LEVEL; a port in use is replaced by a free one. Your own database, data and mail server are not touched.`,
  flags: {
    near: onOff(
      'run without the simulated VRS engine: the network mountpoint serves the nearest base, and /vrs offers single bases only. With the engine, /vrs can return vrs, base and ninguno',
    ),
    'data-dir': text('DIR', 'store the data in DIR, which must be new or empty, and keep it'),
    verbose: onOff('also print the steps of the start, all addresses, a token, and commands to paste'),
    log: onOff('print mails, webhooks and failures of stations while the demo runs'),
  },

  async run(flags) {
    const interrupted = whenInterrupted()
    const stops: Stop[] = []
    try {
      await startDemo(flags, interrupted, stops)
      await untilAborted(interrupted)
    } catch (error) {
      await sleep(0) // Ctrl-C also reaches our children, whose failure may be reported before the signal
      if (!interrupted.aborted) throw error
    } finally {
      for (const stop of stops.reverse()) await stop()
    }
  },
})

type Stop = () => unknown

interface DemoFlags {
  readonly near: boolean
  readonly verbose: boolean
  readonly log: boolean
  readonly 'data-dir': string | undefined
}

/** Adds a function to `stops` for everything that it starts, so that the caller can stop all of it after a failure. */
async function startDemo(flags: DemoFlags, signal: AbortSignal, stops: Stop[]) {
  const { near, verbose, log, 'data-dir': wantedDir } = flags
  const from = performance.now()
  const seconds = () => ((performance.now() - from) / 1000).toFixed(1)
  const step = (what: string) => {
    signal.throwIfAborted()
    if (verbose) console.log(`  ${seconds().padStart(4)} s  ${what}`)
    else progress.show(`starting the demo: ${what} …`)
  }
  const progress = startProgress()
  stops.push(() => progress.clear())
  const tell = log ? (line: string) => console.log(`  ${new Date().toTimeString().slice(0, 8)}  ${line}`) : () => {}

  if (verbose) console.log('Vértice demo: a simulated network. All data is simulated.')
  const place = takeDataPlace(wantedDir)
  if (!place) throw new UsageError(`--data-dir: ${wantedDir} is not empty; the demo needs a new or empty directory`)
  stops.push(async () => {
    const removed = await place.remove()
    if (!removed) console.log(`another vertice process still uses ${place.path}; delete it when that process ends`)
    else console.log(place.keeps ? `stopped; the data is in ${place.path}` : 'stopped; the data was deleted')
  })
  const { config, moved } = await demoConfig(readConfig(), place.path)
  for (const line of moved) console.log(`  ${line}`)

  step('creating the database')
  const foundation = await layFoundation(config)
  stops.push(() => foundation.close())
  const { db } = foundation
  const sky = new Sky()
  const receiver = await openReceiver(tell)
  stops.push(() => receiver.close())
  const engine = near ? null : await startEngine(sky)
  stops.push(() => engine?.close())
  const external = await startExternal(sky)
  stops.push(() => external.close())
  const prepared = await prepare({
    ...foundation,
    engineUrl: engine?.url ?? null,
    external,
    webhookUrl: receiver.url,
    brokenWebhookUrl: receiver.brokenUrl,
    now: foundation.clock(),
    step,
  })
  receiver.trust(prepared.webhookSecret)

  step('starting the service: API, caster, background jobs')
  const service = await startService(config, { transport: openMailbox(place.path, tell) })
  stops.push(() => service.stop())
  step('connecting stations and rovers')
  const caster = { host: reachable(config.casterHost), port: config.casterPort }
  const fleet = new Fleet(sky, caster, prepared)
  stops.push(() => fleet.stop())
  await fleet.start(signal)
  if (engine) await untilEngineAnswers(db, signal)
  const { stationIds, startedAt: now } = prepared
  const past = writePastQuality({ db, sky, stationIds, now, signal }).catch(({ message }: Error) =>
    tell(`the past quality of the stations could not be saved: ${message}`),
  )
  stops.push(() => past)

  signal.throwIfAborted()
  progress.clear()
  const facts = {
    prepared,
    rovers: fleet.rovers.length,
    baseUrl: config.baseUrl,
    caster,
    metricsUrl: `http://${reachable(config.metricsHost)}:${config.metricsPort}/metrics`,
    dataDir: place.path,
    keepsData: place.keeps,
    hasVrs: engine !== null,
    seconds: seconds(),
    isVerbose: verbose,
    logs: log,
  }
  const terminal = terminalOf()
  console.log(welcome(facts, { done: (text) => done(terminal, text), bold: (text) => bold(terminal, text) }))
  if (verbose) console.log(details(facts))
  stops.push(startDemoEvents({ fleet, sell: resellerAt(`${config.baseUrl}/api/v1`, prepared.resellerToken), tell }))
  stops.push(() => console.log('\nstopping …'))
}

/** Shows the current step on one line, which the result replaces; only at a terminal. */
function startProgress(): { show(text: string): void; clear(): void } {
  const write = (text: string) => {
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`)
  }
  return { show: write, clear: () => write('') }
}

async function startExternal(sky: Sky): Promise<External & { close(): Promise<void> }> {
  const credentials = { username: 'simulated', password: randomCode(16) }
  const caster = new ExternalCaster({ sky, name: EXTERNAL_NAME, stations: EXTERNAL_STATIONS, credentials })
  await caster.listen()
  const url = `ntrip://${credentials.username}:${credentials.password}@127.0.0.1:${caster.port}`
  return { url, table: caster.table(), close: caster.close }
}

const VRS_MOUNTPOINT = 'VRS_SIM'

async function startEngine(sky: Sky): Promise<{ readonly url: string; close(): Promise<void> }> {
  const credentials = { username: 'simulated', password: randomCode(16) }
  const engine = new VrsEngine({ sky, mountpoint: VRS_MOUNTPOINT, credentials })
  await engine.listen()
  const login = `${credentials.username}:${credentials.password}`
  return { url: `ntrip://${login}@127.0.0.1:${engine.port}/${VRS_MOUNTPOINT}`, close: () => engine.close() }
}

const ANSWER_WITHIN_MS = 10_000

/** The caster probes the VRS engine by itself; `/vrs` offers it only after that. */
async function untilEngineAnswers(db: Database, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + ANSWER_WITHIN_MS
  while (!(await readEngineState(db)).answers) {
    signal.throwIfAborted()
    if (performance.now() > deadline) throw new Error('the simulated VRS engine is not responding to the caster')
    await sleep(50)
  }
}

/**
 * After this long another signal exits at once. Earlier ones are ignored: one Ctrl-C arrives several times (from the
 * terminal, from npm), and exiting before the demo has stopped would leave a database behind.
 */
const TIMEOUT_MS = 15_000

function whenInterrupted(): AbortSignal {
  const controller = new AbortController()
  let since = Number.POSITIVE_INFINITY
  const interrupt = () => {
    if (performance.now() - since > TIMEOUT_MS) process.exit(1)
    since = Math.min(since, performance.now())
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  ignoreLostOutput()
  return controller.signal
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
