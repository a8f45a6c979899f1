import { type Config, readConfig, watchdogMs } from '../../base/config/config.ts'
import { ignoreLostOutput } from '../../base/running/lost-output.ts'
import { notifySystemd } from '../../operations/service/notify.ts'
import { startWatchdog } from '../../operations/service/watchdog.ts'
import { type PassedSocket, passedSockets } from '../../start/processes/passed-sockets.ts'
import { keepCasterSmall, keepMemorySmall } from '../../start/processes/release-memory.ts'
import { type Service, startService } from '../../start/service.ts'
import { verb } from '../kit/command.ts'
import { hostOf, setupText, startText } from './start-text.ts'
import { terminalOf } from './terminal.ts'

export const command = verb({
  summary: 'run the service until Ctrl+C or SIGTERM',
  more: `Runs the database (embedded unless DATABASE_URL is set), migrations, the REST API, the NTRIP caster and background jobs. ROLES selects the parts.

Under systemd, it uses the listening sockets of a socket unit ("vertice service install" writes one), which stay open while the service restarts.`,
  run: serve,
})

async function serve(): Promise<number> {
  // First, so that a signal ends the start cleanly at its next step. Otherwise clients of passed sockets would wait for
  // the whole start.
  const toStop = whenAskedToStop()
  const config = readConfig()
  let isStarting = true
  const interrupted = new AbortController()
  toStop.then(() => {
    interrupted.abort()
    if (isStarting) setTimeout(() => isStarting && process.exit(1), START_MAY_END_IN_MS).unref()
  })
  const sockets = passedSockets()
  const service = await startService(config, { signal: interrupted.signal, sockets }).catch((error) => {
    if (error.name === 'AbortError') return null
    throw explainPort(error, config, sockets)
  })
  isStarting = false
  if (!service) return 0
  const terminal = terminalOf()
  if (service.needsAdministrator) console.log(`${await setupText(config, service, terminal)}\n`)
  console.log(startText(config, service, terminal))
  if (config.roles.join() === 'caster' && config.casterProcesses === 1) keepCasterSmall()
  else keepMemorySmall()

  const told = notifySystemd(['READY=1', `STATUS=ready: ${config.roles.join(', ')}`], warn)
  const period = watchdogMs()
  const stopWatchdog = period === null ? () => {} : startWatchdog(period, { answers: () => answers(service), warn })
  await toStop
  stopWatchdog()
  await told // systemd must receive the messages in order
  void notifySystemd(['STOPPING=1', 'STATUS=finishing requests in progress'], warn)
  console.log('stopping: finishing requests in progress …')
  await service.stop()
  return 0
}

const ANSWERS_WITHIN_MS = 10_000

/** Probes the own listener as a client would: the API, or the metrics endpoint without an API. */
async function answers({ apiAddress, metricsAddress }: Service): Promise<boolean> {
  const address = apiAddress ?? metricsAddress
  if (!address) return true
  const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[address.address] ?? hostOf(address)
  const answer = fetch(`http://${host}:${address.port}/livez`, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
  return answer.then(
    ({ ok }) => ok,
    () => false,
  )
}

const warn = (message: string) => console.error(message)

/** Max wait for a start that hangs, such as on an unresponsive database, after a signal to stop. */
const START_MAY_END_IN_MS = 30_000

/**
 * A second signal within a second is the same one: the terminal signals all processes, and npm forwards it once more.
 */
const SAME_SIGNAL_MS = 1_000

function whenAskedToStop(): Promise<void> {
  const { promise: toStop, resolve: stop } = Promise.withResolvers<void>()
  let since = Number.POSITIVE_INFINITY
  const ask = () => {
    if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1) // second request: exit immediately
    since = Math.min(since, performance.now())
    stop()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  ignoreLostOutput()
  return toStop
}

function explainPort(
  error: Error & { code?: string; port?: number; address?: string },
  config: Config,
  sockets: readonly PassedSocket[],
): Error {
  const settings: [number | undefined, string, string][] = [
    [config.port, 'HOST', 'PORT'],
    [config.casterPort, 'CASTER_HOST', 'CASTER_PORT'],
    [config.casterTls?.port, 'CASTER_HOST', 'CASTER_TLS_PORT'],
    ...config.casterPorts.map((port): [number, string, string] => [port, 'CASTER_HOST', 'CASTER_PORT']),
    ...config.casterTlsPorts.map((port): [number, string, string] => [port, 'CASTER_HOST', 'CASTER_TLS_PORT']),
    [config.metricsPort, 'METRICS_HOST', 'METRICS_PORT'],
  ]
  const [, host, port] = settings.find(([number]) => number === error.port) ?? settings[0]!
  switch (error.code) {
    case 'EADDRINUSE': {
      const held = sockets.find((socket) => socket.port === error.port)
      if (held)
        return new Error(
          `${held.unit} listens on ${held.host} port ${held.port}, but the settings say ${error.address}: run "vertice service install", then "systemctl restart ${held.unit}"`,
        )
      return new Error(
        `port ${error.port} on ${error.address} is in use, perhaps by another Vértice: stop the other program, or set ${port}`,
      )
    }
    case 'EADDRNOTAVAIL':
      return new Error(`${host}: this machine has no address ${error.address}`)
    case 'EACCES':
      return error.port
        ? new Error(
            `no permission to use port ${error.port}: set ${port} to a port above 1023, or give the process CAP_NET_BIND_SERVICE (docs/operations/tls-and-ports.md)`,
          )
        : error
    default:
      return error
  }
}
