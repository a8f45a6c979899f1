// Reads the environment once, checks it, freezes it. Nothing else in the service looks at process.env.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  baseUrl,
  type CasterTls,
  casterTls,
  databaseOwnerUrl,
  databasePool,
  databaseUrl,
  expectApart,
  overlap,
  ports,
} from './addresses.ts'
import { dataFolder } from './data-folder.ts'
import { readEnvFile, trustedHere } from './env-file.ts'
import { FIXED, type FixedValues } from './fixed.ts'
import { descriptorsFor, type PassedDescriptor } from './listening.ts'
import { fallbackSender, type MailSender, mailFrom, type Smtp, smtp } from './mail.ts'
import { type NatsConfig, nats } from './nats.ts'
import { type OpenTelemetryConfig, openTelemetry } from './opentelemetry.ts'
import { type StripeConfig, stripe } from './payments.ts'
import { isRemoved, type RemovedSetting, removedSettings } from './removed.ts'
import { namesIn, type Report, reportOn } from './report.ts'
import { type Retention, retention } from './retention.ts'
import { localLogin, type SingleSignOnConfig, singleSignOn } from './single-sign-on.ts'
import {
  accessLog,
  addressOrCidr,
  ConfigError,
  host,
  integer,
  isRelease,
  isTrue,
  list,
  nodeName,
  oneOf,
  projectRoot,
  settingsFolder,
} from './values.ts'

export type { MailSender, Smtp } from './mail.ts'
export type { NatsConfig } from './nats.ts'
export type { OpenTelemetryConfig } from './opentelemetry.ts'
export type { StripeConfig } from './payments.ts'
export type { SingleSignOnConfig } from './single-sign-on.ts'
export { ConfigError, commandName, isRelease, projectRoot, settingsFolder } from './values.ts'

export const PROCESS_ROLES = ['api', 'caster', 'worker'] as const
/** What a process does; what people may do is another thing. */
export type ProcessRole = (typeof PROCESS_ROLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config extends FixedValues {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Who migrates, where that is not who does the work. */
  readonly databaseOwnerUrl: string | null
  /** At most so many connections of each process; null: as many as usual. */
  readonly databasePool: number | null
  readonly casterHost: string
  readonly casterPort: number
  readonly casterTls: CasterTls | null
  /** The further ports of CASTER_PORT and CASTER_TLS_PORT. */
  readonly casterPorts: readonly number[]
  readonly casterTlsPorts: readonly number[]
  /** So many connections one address may have to a caster at once; null: as many as come. */
  readonly casterConnectionsPerAddress: number | null
  readonly casterChunked: boolean
  /** Balancers that say whose the connections are that they pass on. */
  readonly casterTrustedProxies: readonly string[]
  /** Networks that streams may be fetched from although they are private. */
  readonly casterPullAllow: readonly string[]
  /** So many casters share the port, each with a core of its own. */
  readonly casterProcesses: number
  /** Where casters meet; null: this one is alone. */
  readonly nats: NatsConfig | null
  /** How operators call this machine among the others. */
  readonly nodeName: string
  readonly metricsHost: string
  readonly metricsPort: number
  readonly roles: readonly ProcessRole[]
  readonly rateLimitPerMinute: number
  readonly trustProxy: readonly string[]
  readonly encryptionKeys: string | null
  /** null: people have passwords here. */
  readonly singleSignOn: SingleSignOnConfig | null
  /** Passwords open the console. */
  readonly localLogin: boolean
  readonly webhookAllow: readonly string[]
  /** null: no mail is sent. */
  readonly smtp: Smtp | null
  /** Sender of all e-mail; `null` if MAIL_FROM is not set, then the console's setting or `fallbackSender` applies. */
  readonly mailFrom: MailSender | null
  /** no-reply at the host of BASE_URL. */
  readonly fallbackSender: MailSender
  /** A value of `null` means forever. */
  readonly retention: Retention
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Which part of the requests leaves a line in the log; 0: none does. */
  readonly accessLog: number
  /** What a collector is told of this service; null: nothing. */
  readonly openTelemetry: OpenTelemetryConfig | null
  /** null: cards are not taken. */
  readonly stripe: StripeConfig | null
  /** Settings in the environment that no longer exist. */
  readonly removed: readonly RemovedSetting[]
  /** Nothing in it is real, and every page says so. No setting: only the demo is. */
  readonly simulated: boolean
}

export function readConfig(env: NodeJS.ProcessEnv = process.env, fixed = FIXED): Config {
  const text = (name: string) => env[name]?.trim() || null
  const port = (name: string, fallback: number) => integer(name, text(name), fallback, 0, 65535)
  const httpPort = port('PORT', 8080)
  const publicUrl = baseUrl(text('BASE_URL') ?? `http://localhost:${httpPort}`)
  const sso = singleSignOn(text)
  const plainPorts = ports('CASTER_PORT', text('CASTER_PORT'))
  const tlsPorts = ports('CASTER_TLS_PORT', text('CASTER_TLS_PORT'))
  const casterPort = plainPorts.first ?? 2101
  const secure = casterTls(tlsPorts.first, text('CASTER_TLS_CERT'), text('CASTER_TLS_KEY'))
  const apiHost = host('HOST', text('HOST') ?? '127.0.0.1')
  const casterHost = host('CASTER_HOST', text('CASTER_HOST') ?? apiHost)
  const processRoles = roles(list(text('ROLES') ?? 'api,caster,worker'))
  const servesBoth = processRoles.includes('api') && processRoles.includes('caster')
  expectApart({
    PORT: servesBoth && overlap(apiHost, casterHost) ? [httpPort] : [],
    CASTER_PORT: [casterPort, ...plainPorts.more],
    CASTER_TLS_PORT: secure ? [secure.port, ...tlsPorts.more] : [],
  })
  return Object.freeze({
    ...fixed,
    host: apiHost,
    port: httpPort,
    baseUrl: publicUrl,
    dataDir: resolve(settingsFolder, text('DATA_DIR') ?? dataFolder(text)),
    databaseUrl: databaseUrl('DATABASE_URL', text('DATABASE_URL')),
    databaseOwnerUrl: databaseOwnerUrl(text('DATABASE_OWNER_URL'), text('DATABASE_URL')),
    databasePool: databasePool(text('DATABASE_POOL')),
    casterHost,
    casterPort,
    casterTls: secure,
    casterPorts: plainPorts.more,
    casterTlsPorts: tlsPorts.more,
    casterConnectionsPerAddress:
      integer('CASTER_CONNECTIONS_PER_ADDRESS', text('CASTER_CONNECTIONS_PER_ADDRESS'), 0, 0, 1_000_000) || null,
    casterChunked: isTrue('CASTER_CHUNKED', text('CASTER_CHUNKED') ?? 'false'),
    casterPullAllow: list(text('CASTER_PULL_ALLOW') ?? '').map((entry) => addressOrCidr('CASTER_PULL_ALLOW', entry)),
    casterTrustedProxies: list(text('CASTER_TRUSTED_PROXIES') ?? '').map((entry) =>
      addressOrCidr('CASTER_TRUSTED_PROXIES', entry),
    ),
    casterProcesses: integer('CASTER_PROCESSES', text('CASTER_PROCESSES'), 1, 1, 64),
    nats: nats(text('NATS_URL'), text('NATS_NKEY'), text('NATS_CA')),
    nodeName: nodeName(text('NODE_NAME')),
    metricsHost: host('METRICS_HOST', text('METRICS_HOST') ?? '127.0.0.1'),
    metricsPort: port('METRICS_PORT', 9464),
    roles: processRoles,
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', text('RATE_LIMIT_PER_MINUTE'), 240, 1, 1_000_000_000),
    trustProxy: list(text('TRUST_PROXY') ?? '').map((entry) => addressOrCidr('TRUST_PROXY', entry)),
    encryptionKeys: text('ENCRYPTION_KEYS'),
    singleSignOn: sso,
    localLogin: localLogin(text('LOCAL_LOGIN'), sso),
    webhookAllow: list(text('WEBHOOK_ALLOW') ?? '').map((entry) => addressOrCidr('WEBHOOK_ALLOW', entry)),
    smtp: smtp(text('SMTP_URL')),
    mailFrom: mailFrom(text('MAIL_FROM')),
    fallbackSender: fallbackSender(publicUrl),
    retention: retention(text('RETENTION')),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    accessLog: accessLog(text('ACCESS_LOG') ?? 'off'),
    openTelemetry: openTelemetry(text, fixed.metricsExportEveryMs),
    stripe: stripe(text('STRIPE_SECRET_KEY'), text('STRIPE_WEBHOOK_SECRET'), fixed.stripeApiUrl),
    removed: removedSettings(env),
    simulated: false,
  })
}

const SECRETS = [
  'DATABASE_OWNER_URL',
  'DATABASE_URL',
  'ENCRYPTION_KEYS',
  'NATS_NKEY',
  'NATS_URL',
  'OIDC_CLIENT_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]

/** For processes that we start: what is in an environment, others may read. */
export const environmentWithoutSecrets = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)))

/** An installed release may be run in a folder of somebody else, so it reads no file unless this variable names it. */
const ENV_FILE_VARIABLE = 'VERTICE_ENV_FILE'

interface EnvFile {
  readonly path: string
  /** Named by `VERTICE_ENV_FILE`. */
  readonly isNamed: boolean
}

/** Returns null if no file is to be read. */
function envFile(): EnvFile | null {
  const named = process.env[ENV_FILE_VARIABLE]
  if (isWithoutEnvFile()) return null
  if (named) return { path: resolve(named), isNamed: true }
  return isRelease ? null : { path: resolve(projectRoot, '.env'), isNamed: false }
}

/** Where settings come from beside the environment; for people. */
export const envFilePath = (): string | null => envFile()?.path ?? null

export type ConfigReport = Report<Config>

/** For whoever looks for what is wrong: every problem, and not only the first. */
export const inspectConfig = (): ConfigReport => reportOn(readConfig, process.env, envFilePath(), SECRETS)

/** Says to a process of ours that its environment has all settings already. */
const WITHOUT_ENV_FILE = 'VERTICE_WITHOUT_ENV_FILE'
const isWithoutEnvFile = () => process.env[WITHOUT_ENV_FILE] === 'true'

/** For a process that we start somewhere: it reads no file `.env` that happens to lie there. */
export const withoutEnvFile = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, [WITHOUT_ENV_FILE]: 'true' })

let given: NodeJS.ProcessEnv | null = null

/** Adds the settings of the file. The environment wins. Variables that are no settings are ignored: `LD_PRELOAD` would reach children. */
export function loadEnvFile(file: EnvFile | null = envFile()): void {
  given ??= { ...process.env }
  if (file === null) return
  // The owner of the checkout already decides which code runs.
  const trusted = trustedHere(file.isNamed ? [] : [statSync(projectRoot).uid])
  const known = namesIn(readConfig)
  const settings = readEnvFile(file.path, (name) => known.includes(name) || isRemoved(name), trusted)
  if (settings === null && file.isNamed) throw new ConfigError(`${ENV_FILE_VARIABLE}: there is no file ${file.path}`)
  for (const [name, value] of Object.entries(settings ?? {})) process.env[name] ??= value
}

/** The environment without the values of the file `.env`. */
export const environmentAsGiven = (): NodeJS.ProcessEnv => given ?? process.env

/** Where a service manager wants to be told how we are; null: nobody does. */
export const notifySocket = (env: NodeJS.ProcessEnv = process.env): string | null => env.NOTIFY_SOCKET || null

/** Period of the service manager's watchdog; `null` if it does not watch this process (sd_watchdog_enabled(3)). */
export function watchdogMs(env: NodeJS.ProcessEnv = process.env): number | null {
  const isForUs = env.WATCHDOG_PID === undefined || env.WATCHDOG_PID === String(process.pid)
  return isForUs && /^[1-9]\d{0,15}$/.test(env.WATCHDOG_USEC ?? '') ? Number(env.WATCHDOG_USEC) / 1000 : null
}

/** Sockets that a service manager passed to this process. */
export const passedDescriptors = (): PassedDescriptor[] => descriptorsFor(process.pid, process.env)

/** Which file the journal of systemd reads, as "device:inode"; null: none. */
export const journalStream = (env: NodeJS.ProcessEnv = process.env): string | null => env.JOURNAL_STREAM || null

/** Whoever asked for debugging wants to see where an unexpected error came from. */
export const isDebugging = (env: NodeJS.ProcessEnv = process.env): boolean =>
  ['debug', 'trace'].includes(env.LOG_LEVEL ?? '')

function roles(names: readonly string[]): ProcessRole[] {
  if (names.length === 0) throw new ConfigError(`ROLES: expected one or more of ${PROCESS_ROLES.join(', ')}`)
  return names.map((name) => oneOf('ROLES', name, PROCESS_ROLES))
}
