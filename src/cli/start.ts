import { type AddressInfo, isIP } from 'node:net'
import { type Config, readConfig } from '../config.ts'
import { linkUrl } from '../domain/people/login-link.ts'
import { keepCasterSmall, keepMemorySmall } from '../start/release-memory.ts'
import { type Service, startService } from '../start/service.ts'
import type { Command } from './command.ts'
import { read } from './command.ts'

export const command: Command = {
  help: `usage: vertice start

Runs the service until Ctrl-C or SIGTERM: the database (embedded unless DATABASE_URL is set), migrations, the REST API,\nthe NTRIP caster and the background work (ROLES says which of them).`,

  async run(args) {
    read(args, {})
    const config = readConfig()
    const asked = whenAskedToStop() // from the beginning: whoever stops a start gets a clean stop too
    let isStarting = true
    const interrupted = new AbortController()
    asked.then(() => {
      interrupted.abort()
      if (isStarting) setTimeout(() => isStarting && process.exit(1), START_MAY_END_IN_MS).unref()
    })
    const service = await startService(config, { signal: interrupted.signal }).catch((error) => {
      if (error.name === 'AbortError') return null
      throw explainPort(error, config)
    })
    isStarting = false
    if (!service) return undefined
    console.log(welcome(config, service))
    if (service.setupToken) console.log(setupHint(config, service.setupToken))
    if (config.roles.join() === 'caster' && config.casterProcesses === 1) keepCasterSmall()
    else keepMemorySmall()
    await asked
    console.log('stopping: finishing what was asked …')
    await service.stop()
    return undefined
  },
}

/** Whoever stops a start that hangs (a database that says nothing) does not wait for it for ever. */
const START_MAY_END_IN_MS = 30_000

/** A second signal within a second is the same one: the terminal signals everybody, and npm passes it on once more. */
const SAME_SIGNAL_MS = 1_000

function whenAskedToStop(): Promise<void> {
  return new Promise((resolve) => {
    let since = Number.POSITIVE_INFINITY
    const ask = () => {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1) // asked again: at once
      since = Math.min(since, performance.now())
      resolve()
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
    process.stdout.on('error', () => {}) // whoever read what we say may have gone; that is no reason to fall over
  })
}

function explainPort(error: Error & { code?: string; port?: number; address?: string }, config: Config): Error {
  const settings: [number | undefined, string, string][] = [
    [config.port, 'HOST', 'PORT'],
    [config.casterPort, 'CASTER_HOST', 'CASTER_PORT'],
    [config.casterTls?.port, 'CASTER_HOST', 'CASTER_TLS_PORT'],
    [config.metricsPort, 'METRICS_HOST', 'METRICS_PORT'],
  ]
  const [, host, port] = settings.find(([number]) => number === error.port) ?? settings[0]!
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `port ${error.port} on ${error.address} is in use (another Vértice, perhaps): stop what runs there, or set ${port}`,
      )
    case 'EADDRNOTAVAIL':
      return new Error(`${host}: this machine has no address ${error.address}`)
    case 'EACCES':
      return error.port ? new Error(`port ${error.port} needs more rights: set ${port} to one above 1023`) : error
    default:
      return error
  }
}

const setupHint = ({ baseUrl }: Config, token: string): string => `
Nobody administers this network yet. Open this link once to create the first administrator:
  ${linkUrl(baseUrl, 'setup', token)}`

const hostOf = ({ address }: AddressInfo) => (isIP(address) === 6 ? `[${address}]` : address)

function welcome(config: Config, service: Service): string {
  const { apiAddress, metricsAddress, casterAddress, casterTlsAddress, nats } = service
  const lines = ['Vértice is ready.']
  if (apiAddress) {
    const onlyHere = ['127.0.0.1', '::1'].includes(apiAddress.address)
      ? '  (this machine only; HOST=0.0.0.0 opens it)'
      : ''
    lines.push(
      `  API        http://${hostOf(apiAddress)}:${apiAddress.port}/api/v1${onlyHere}`,
      `  reference  ${config.baseUrl}/docs`,
      `  console    ${config.baseUrl}/console/`,
    )
  }
  if (casterAddress) {
    const secure = casterTlsAddress ? `, ntrips on port ${casterTlsAddress.port}` : ''
    const several = config.casterProcesses > 1 ? `  (${config.casterProcesses} processes)` : ''
    lines.push(`  caster     ntrip://${hostOf(casterAddress)}:${casterAddress.port}${secure}${several}`)
    if (nats) lines.push(`  bus        NATS at ${nats.servers.join(', ')}${config.nats ? '' : '  (our own)'}`)
  }
  if (metricsAddress) lines.push(`  metrics    http://${metricsAddress.address}:${metricsAddress.port}/metrics`)
  lines.push(
    `  database   ${config.databaseUrl ? 'PostgreSQL at DATABASE_URL' : `embedded PostgreSQL under ${config.dataDir}`}`,
    `  mail       ${config.smtp ? `through ${config.smtp.host}, port ${config.smtp.port}` : 'none (SMTP_URL is not set)'}`,
    'Next, in another terminal ("npx vertice --help" shows the rest):',
    '  npx vertice token create --owner "My network" --name first --scopes read,provision,revoke',
  )
  return lines.join('\n')
}
