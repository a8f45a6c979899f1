// Reads the environment once, validates it, freezes it. No other code reads process.env.
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
import { type CasterInput, descriptorsFor, type PassedDescriptor, pullAllowances } from './listening.ts'
import { isRemoved, type RemovedSetting, removedSettings } from './removed.ts'
import { namesIn, type Report, reportOn } from './report.ts'
import { type Retention, retention } from './retention.ts'
import { archiveBucket, type BucketConfig } from './services/archive.ts'
import { fallbackSender, type MailSender, mailFrom, type Smtp, smtp } from './services/mail.ts'
import { type NatsConfig, nats } from './services/nats.ts'
import { type OpenTelemetryConfig, openTelemetry } from './services/opentelemetry.ts'
import { type StripeConfig, stripe } from './services/payments.ts'
import { localLogin, type SingleSignOnConfig, singleSignOn } from './services/single-sign-on.ts'
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

export type { BucketConfig } from './services/archive.ts'
export type { MailSender, Smtp } from './services/mail.ts'
export type { NatsConfig } from './services/nats.ts'
export type { OpenTelemetryConfig } from './services/opentelemetry.ts'
export type { StripeConfig } from './services/payments.ts'
export type { SingleSignOnConfig } from './services/single-sign-on.ts'
export { ConfigError, commandName, isRelease, projectRoot, settingsFolder } from './values.ts'

export const PROCESS_ROLES = ['api', 'caster', 'worker'] as const
/** What a process does; not to be confused with the roles of users. */
export type ProcessRole = (typeof PROCESS_ROLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config extends FixedValues {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  /** Bucket of the archive; `null` if the archive is a folder of `dataDir`. */
  readonly archiveBucket: BucketConfig | null
  readonly databaseUrl: string | null
  /** Role for migrations, if it differs from the role of the service. */
  readonly databaseOwnerUrl: string | null
  /** Max connections of each process; `null` means the default. */
  readonly databasePool: number | null
  readonly casterHost: string
  readonly casterPort: number
  readonly casterTls: CasterTls | null
  /** The additional ports of CASTER_PORT and CASTER_TLS_PORT. */
  readonly casterPorts: readonly number[]
  readonly casterTlsPorts: readonly number[]
  /** Max concurrent connections per client address; `null` means unlimited. */
  readonly casterConnectionsPerAddress: number | null
  readonly casterChunked: boolean
  /** Load balancers whose PROXY header is trusted. */
  readonly casterTrustedProxies: readonly string[]
  /** Private networks from which streams may be pulled. */
  readonly casterPullAllow: readonly string[]
  readonly casterInputs: readonly CasterInput[]
  /** Number of caster processes that share the port, each with a core of its own. */
  readonly casterProcesses: number
  /** `null` if this caster runs alone. */
  readonly nats: NatsConfig | null
  readonly nodeName: string
  readonly metricsHost: string
  readonly metricsPort: number
  readonly roles: readonly ProcessRole[]
  readonly rateLimitPerMinute: number
  readonly trustProxy: readonly string[]
  readonly encryptionKeys: string | null
  /** `null` if users sign in with passwords only. */
  readonly singleSignOn: SingleSignOnConfig | null
  readonly localLogin: boolean
  readonly webhookAllow: readonly string[]
  /** `null` if no mail is sent. */
  readonly smtp: Smtp | null
  /** Sender of all mail; if `null`, the console's setting or `fallbackSender` applies. */
  readonly mailFrom: MailSender | null
  /** no-reply at the host of BASE_URL. */
  readonly fallbackSender: MailSender
  /** A value of `null` means forever. */
  readonly retention: Retention
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** Share of requests that are logged, from 0 to 1. */
  readonly accessLog: number
  /** `null` if no collector is configured. */
  readonly openTelemetry: OpenTelemetryConfig | null
  /** `null` if card payments are disabled. */
  readonly stripe: StripeConfig | null
  readonly removed: readonly RemovedSetting[]
  /** All data is made up, and every page says so. Set only by the demo, not by a setting. */
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
  const pullAllowed = pullAllowances(text('CASTER_PULL_ALLOW'))
  return Object.freeze({
    ...fixed,
    host: apiHost,
    port: httpPort,
    baseUrl: publicUrl,
    dataDir: resolve(settingsFolder, text('DATA_DIR') ?? dataFolder(text)),
    archiveBucket: archiveBucket(text('ARCHIVE_URL'), text('AWS_ACCESS_KEY_ID'), text('AWS_SECRET_ACCESS_KEY')),
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
    casterPullAllow: pullAllowed.networks.map((entry) => addressOrCidr('CASTER_PULL_ALLOW', entry)),
    casterInputs: pullAllowed.inputs,
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
  'AWS_SECRET_ACCESS_KEY',
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

/** For child processes, because other users may read the environment of a process. */
export const environmentWithoutSecrets = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)))

/** An installed release may run in another user's folder, so it reads no file unless this variable names one. */
const ENV_FILE_VARIABLE = 'VERTICE_ENV_FILE'

interface EnvFile {
  readonly path: string
  readonly isNamed: boolean
}

function envFile(): EnvFile | null {
  const named = process.env[ENV_FILE_VARIABLE]
  if (isWithoutEnvFile()) return null
  if (named) return { path: resolve(named), isNamed: true }
  return isRelease ? null : { path: resolve(projectRoot, '.env'), isNamed: false }
}

export const envFilePath = (): string | null => envFile()?.path ?? null

export type ConfigReport = Report<Config>

/** Reports every problem of the settings, not only the first. */
export const inspectConfig = (): ConfigReport => reportOn(readConfig, process.env, envFilePath(), SECRETS)

/** Tells a child process that its environment already contains all settings. */
const WITHOUT_ENV_FILE = 'VERTICE_WITHOUT_ENV_FILE'
const isWithoutEnvFile = () => process.env[WITHOUT_ENV_FILE] === 'true'

/** For a child process: it must not read a `.env` file that happens to be in its folder. */
export const withoutEnvFile = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({ ...env, [WITHOUT_ENV_FILE]: 'true' })

let given: NodeJS.ProcessEnv | null = null

/** Adds the file's settings; the environment wins. Other variables are ignored: `LD_PRELOAD` would reach children. */
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

/** Socket for status messages to the service manager; `null` if there is none. */
export const notifySocket = (env: NodeJS.ProcessEnv = process.env): string | null => env.NOTIFY_SOCKET || null

/** Period of the service manager's watchdog; `null` if it does not watch this process (sd_watchdog_enabled(3)). */
export function watchdogMs(env: NodeJS.ProcessEnv = process.env): number | null {
  const isForUs = env.WATCHDOG_PID === undefined || env.WATCHDOG_PID === String(process.pid)
  return isForUs && /^[1-9]\d{0,15}$/.test(env.WATCHDOG_USEC ?? '') ? Number(env.WATCHDOG_USEC) / 1000 : null
}

export const passedDescriptors = (): PassedDescriptor[] => descriptorsFor(process.pid, process.env)

/** "device:inode" of the stream that systemd's journal reads; `null` if none. */
export const journalStream = (env: NodeJS.ProcessEnv = process.env): string | null => env.JOURNAL_STREAM || null

/** If true, unexpected errors are printed with their stack. */
export const isDebugging = (env: NodeJS.ProcessEnv = process.env): boolean =>
  ['debug', 'trace'].includes(env.LOG_LEVEL ?? '')

function roles(names: readonly string[]): ProcessRole[] {
  if (names.length === 0) throw new ConfigError(`ROLES: expected one or more of ${PROCESS_ROLES.join(', ')}`)
  return names.map((name) => oneOf('ROLES', name, PROCESS_ROLES))
}
