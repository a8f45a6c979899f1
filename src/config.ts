// Reads the environment once, checks it, freezes it. Nothing else in the service looks at process.env.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Relative paths mean the same wherever a command is run from: they start at the project's folder. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

export const ROLES = ['api', 'caster', 'worker'] as const
export type Role = (typeof ROLES)[number]

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

export interface Config {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  readonly casterPort: number
  readonly metricsHost: string
  readonly metricsPort: number
  readonly roles: readonly Role[]
  readonly rateLimitPerMinute: number
  readonly trustProxy: readonly string[]
  readonly encryptionKeys: string | null
  readonly webhookAllow: readonly string[]
  readonly webhookRetryDelaysMs: readonly number[]
  readonly logLevel: (typeof LOG_LEVELS)[number]
}

/** Its message is one line that names the setting and what would make sense. */
export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const text = (name: string) => env[name]?.trim() || null
  const port = (name: string, fallback: number) => integer(name, text(name), fallback, 0, 65535)
  const httpPort = port('PORT', 8080)
  return Object.freeze({
    host: host('HOST', text('HOST') ?? '127.0.0.1'),
    port: httpPort,
    baseUrl: baseUrl(text('BASE_URL') ?? `http://localhost:${httpPort}`),
    dataDir: resolve(projectRoot, text('DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl(text('DATABASE_URL')),
    casterPort: port('CASTER_PORT', 2101),
    metricsHost: host('METRICS_HOST', text('METRICS_HOST') ?? '127.0.0.1'),
    metricsPort: port('METRICS_PORT', 9464),
    roles: roles(list(text('ROLES') ?? 'api,caster,worker')),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', text('RATE_LIMIT_PER_MINUTE'), 240, 1, 1_000_000_000),
    trustProxy: list(text('TRUST_PROXY') ?? '').map((entry) => addressOrCidr('TRUST_PROXY', entry)),
    encryptionKeys: text('ENCRYPTION_KEYS'),
    webhookAllow: list(text('WEBHOOK_ALLOW') ?? '').map((entry) => addressOrCidr('WEBHOOK_ALLOW', entry)),
    webhookRetryDelaysMs: list(text('WEBHOOK_RETRY_SECONDS') ?? '5,300,1800,7200,18000,36000,50400,72000,86400').map(
      (part) => 1000 * integer('WEBHOOK_RETRY_SECONDS', part, 0, 1, 604_800),
    ),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
  })
}

/** Settings may also stand in a file `.env` in the project's folder; the real environment wins over it. */
export function loadEnvFile(file = resolve(projectRoot, '.env')): void {
  if (existsSync(file)) process.loadEnvFile(file)
}

const list = (value: string) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

function integer(name: string, value: string | null, fallback: number, min: number, max: number): number {
  if (value === null) return fallback
  const number = /^\d{1,10}$/.test(value) ? Number(value) : Number.NaN
  if (number >= min && number <= max) return number
  throw new ConfigError(`${name}: expected a whole number from ${min} to ${max}, got "${value}"`)
}

function oneOf<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((candidate) => candidate === value)
  if (found) return found
  throw new ConfigError(`${name}: expected ${allowed.join(', ')}, got "${value}"`)
}

function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.href.replace(/\/+$/, '')
  throw new ConfigError(`BASE_URL: expected an address such as https://rtk.example.mx, got "${value}"`)
}

function databaseUrl(value: string | null): string | null {
  if (value === null || /^postgres(ql)?:\/\//.test(value)) return value
  throw new ConfigError('DATABASE_URL: expected postgres://user:password@host:port/database')
}

function host(name: string, value: string): string {
  if (isIP(value) || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(value)) return value
  throw new ConfigError(`${name}: expected an address or a host name such as 0.0.0.0, got "${value}"`)
}

function roles(names: readonly string[]): Role[] {
  if (names.length === 0) throw new ConfigError(`ROLES: expected one or more of ${ROLES.join(', ')}`)
  return names.map((name) => oneOf('ROLES', name, ROLES))
}

function addressOrCidr(name: string, value: string): string {
  const [address = '', bits = '0', ...rest] = value.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  if (isIP(address) && /^\d{1,3}$/.test(bits) && Number(bits) <= most && rest.length === 0) return value
  throw new ConfigError(`${name}: expected addresses or CIDRs such as 10.0.0.0/8, got "${value}"`)
}

/** Whoever asked for debugging wants to see where an unexpected error came from. */
export const isDebugging = (env: NodeJS.ProcessEnv = process.env): boolean =>
  ['debug', 'trace'].includes(env.LOG_LEVEL ?? '')
