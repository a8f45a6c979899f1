// Reads the environment once, checks it, freezes it. Nothing else in the service looks at process.env.
import { existsSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Relative paths mean the same wherever a command is run from: they start at the project's folder. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url))

export const PROCESS_ROLES = ['api', 'caster', 'worker'] as const
/** What a process does; what people may do is another thing. */
export type ProcessRole = (typeof PROCESS_ROLES)[number]

/** Kept for so many days unless RETENTION says otherwise; null: for good. */
const RETENTION_DAYS = {
  sessions: 180,
  positions: 30,
  deliveries: 30,
  failedDeliveries: 90,
  events: null,
  mails: 90,
  customerMails: 730,
  customers: null,
  audit: null,
} as const

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** The server that takes our mails. */
export interface Smtp {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS, which `requireTLS` insists on and `ignoreTLS` leaves out. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly user: string | null
  readonly password: string | null
  /** How we call ourselves; null: by this machine's name. */
  readonly name: string | null
  readonly tls: { readonly rejectUnauthorized: boolean; readonly servername?: string }
}

/** Whom our mails are from; without a name they carry the network's. */
export interface MailSender {
  readonly name: string | null
  readonly address: string
}

export interface MapTiles {
  /** With {z}, {x} and {y}. */
  readonly url: string
  /** Whom the licence of the tiles wants named. */
  readonly attribution: string
}

/** Card payments. */
export interface StripeConfig {
  readonly secretKey: string
  /** Signs its notices. */
  readonly webhookSecret: string
  readonly apiUrl: string
}

export interface Config {
  readonly host: string
  readonly port: number
  readonly baseUrl: string
  readonly dataDir: string
  readonly databaseUrl: string | null
  /** Who migrates, where that is not who does the work. */
  readonly databaseOwnerUrl: string | null
  /** How long a start waits for a database that cannot be reached. */
  readonly databaseWaitSeconds: number
  readonly casterHost: string
  readonly casterPort: number
  readonly casterTls: { readonly port: number; readonly certFile: string; readonly keyFile: string } | null
  readonly casterChunked: boolean
  /** How long a base that broke off is waited for before its rovers get another one. */
  readonly casterGraceSeconds: number
  /** Networks that streams may be fetched from although they are private. */
  readonly casterPullAllow: readonly string[]
  /** How long a rover waits for data of the VRS engine before a base serves it. */
  readonly casterVrsPatienceSeconds: number
  /** So long rovers that were here in the last day are let in while the database does not answer; 0: not at all. */
  readonly casterRemembersMinutes: number
  readonly metricsHost: string
  readonly metricsPort: number
  readonly roles: readonly ProcessRole[]
  readonly rateLimitPerMinute: number
  readonly trustProxy: readonly string[]
  readonly encryptionKeys: string | null
  readonly webhookAllow: readonly string[]
  readonly webhookRetryDelaysMs: readonly number[]
  /** null: no mail is sent. */
  readonly smtp: Smtp | null
  readonly mailFrom: MailSender
  /** How many mails to customers an owner may cause in a day, and how many one address may get. */
  readonly mailPerOwner: number
  readonly mailPerRecipient: number
  /** How long before the end of a credential its customer is written to; 0 is the end itself. */
  readonly mailNoticesMs: readonly number[]
  /** Which language customers are written to in; nobody tells us theirs. */
  readonly customerLanguage: 'es' | 'en'
  /** A PNG or SVG for what customers receive; null: the network's name. */
  readonly handoverLogo: string | null
  /** Where the maps' tiles come from; null: the outlines that we ship are enough. */
  readonly mapTiles: MapTiles | null
  /** How long what is kept; null: for good. */
  readonly retention: {
    readonly [Kind in keyof typeof RETENTION_DAYS as `${Kind}Ms`]: (typeof RETENTION_DAYS)[Kind] extends null
      ? number | null
      : number
  }
  readonly logLevel: (typeof LOG_LEVELS)[number]
  /** null: cards are not taken. */
  readonly stripe: StripeConfig | null
  /** What customers who pay by transfer are told; null: nothing. */
  readonly bankDetails: string | null
  /** Anybody may order at /shop. */
  readonly shop: boolean
  /** Anybody may see the state of the network at /status. */
  readonly statusPage: boolean
  /** Nothing in it is real, and every page says so. No setting: only the demo is. */
  readonly simulated: boolean
}

/** Its message is one line that names the setting and what would make sense. */
export class ConfigError extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const text = (name: string) => env[name]?.trim() || null
  const port = (name: string, fallback: number) => integer(name, text(name), fallback, 0, 65535)
  const httpPort = port('PORT', 8080)
  const publicUrl = baseUrl(text('BASE_URL') ?? `http://localhost:${httpPort}`)
  return Object.freeze({
    host: host('HOST', text('HOST') ?? '127.0.0.1'),
    port: httpPort,
    baseUrl: publicUrl,
    dataDir: resolve(projectRoot, text('DATA_DIR') ?? 'data'),
    databaseUrl: databaseUrl('DATABASE_URL', text('DATABASE_URL')),
    databaseOwnerUrl: databaseOwnerUrl(text('DATABASE_OWNER_URL'), text('DATABASE_URL')),
    databaseWaitSeconds: integer('DATABASE_WAIT_SECONDS', text('DATABASE_WAIT_SECONDS'), 60, 0, 3_600),
    casterHost: host('CASTER_HOST', text('CASTER_HOST') ?? text('HOST') ?? '127.0.0.1'),
    casterPort: port('CASTER_PORT', 2101),
    casterTls: casterTls(text('CASTER_TLS_PORT'), text('CASTER_TLS_CERT'), text('CASTER_TLS_KEY')),
    casterChunked: oneOf('CASTER_CHUNKED', text('CASTER_CHUNKED') ?? 'false', ['true', 'false']) === 'true',
    casterGraceSeconds: integer('CASTER_GRACE_SECONDS', text('CASTER_GRACE_SECONDS'), 15, 0, 300),
    casterPullAllow: list(text('CASTER_PULL_ALLOW') ?? '').map((entry) => addressOrCidr('CASTER_PULL_ALLOW', entry)),
    casterVrsPatienceSeconds: integer('CASTER_VRS_PATIENCE_SECONDS', text('CASTER_VRS_PATIENCE_SECONDS'), 10, 1, 600),
    casterRemembersMinutes: integer('CASTER_REMEMBERS_MINUTES', text('CASTER_REMEMBERS_MINUTES'), 10, 0, 1_440),
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
    smtp: smtp(text('SMTP_URL')),
    mailFrom: mailFrom(text('MAIL_FROM'), publicUrl),
    mailPerOwner: integer('MAIL_PER_OWNER', text('MAIL_PER_OWNER'), 1_000, 1, 1_000_000),
    mailPerRecipient: integer('MAIL_PER_RECIPIENT', text('MAIL_PER_RECIPIENT'), 20, 1, 1_000_000),
    mailNoticesMs: mailNotices(text('MAIL_REMINDERS') ?? '7,1,0'),
    customerLanguage: oneOf('CUSTOMER_LANGUAGE', text('CUSTOMER_LANGUAGE') ?? 'es', ['es', 'en']),
    handoverLogo: existingFile('HANDOVER_LOGO', text('HANDOVER_LOGO')),
    mapTiles: mapTiles(text('MAP_TILES_URL'), text('MAP_ATTRIBUTION')),
    retention: retention(text('RETENTION')),
    logLevel: oneOf('LOG_LEVEL', text('LOG_LEVEL') ?? 'info', LOG_LEVELS),
    stripe: stripe(text('STRIPE_SECRET_KEY'), text('STRIPE_WEBHOOK_SECRET'), text('STRIPE_API_URL')),
    bankDetails: bankDetails(text('BANK_DETAILS')),
    shop: oneOf('SHOP', text('SHOP') ?? 'false', ['true', 'false']) === 'true',
    statusPage: oneOf('STATUS_PAGE', text('STATUS_PAGE') ?? 'true', ['true', 'false']) === 'true',
    simulated: false,
  })
}

const SECRETS = [
  'DATABASE_OWNER_URL',
  'DATABASE_URL',
  'ENCRYPTION_KEYS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
]

/** For processes that we start: what is in an environment, others may read. */
export const environmentWithoutSecrets = (env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.includes(name)))

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

function databaseUrl(name: string, value: string | null): string | null {
  if (value === null || /^postgres(ql)?:\/\//.test(value)) return value
  throw new ConfigError(`${name}: expected postgres://user:password@host:port/database`)
}

function databaseOwnerUrl(value: string | null, service: string | null): string | null {
  if (value !== null && service === null)
    throw new ConfigError('DATABASE_OWNER_URL: expected only together with DATABASE_URL')
  return databaseUrl('DATABASE_OWNER_URL', value)
}

const HOST_NAME = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

function host(name: string, value: string): string {
  if (isIP(value) || HOST_NAME.test(value)) return value
  throw new ConfigError(`${name}: expected an address or a host name such as 0.0.0.0, got "${value}"`)
}

/** The certificate and its key are read from files, which may be renewed while the caster runs. */
function casterTls(port: string | null, cert: string | null, key: string | null): Config['casterTls'] {
  if (port === null && cert === null && key === null) return null
  if (cert === null || key === null)
    throw new ConfigError(`${cert === null ? 'CASTER_TLS_CERT' : 'CASTER_TLS_KEY'}: expected the path of a PEM file`)
  const [certFile, keyFile] = [resolve(projectRoot, cert), resolve(projectRoot, key)]
  for (const [name, file] of [['CASTER_TLS_CERT', certFile] as const, ['CASTER_TLS_KEY', keyFile] as const])
    if (!existsSync(file)) throw new ConfigError(`${name}: there is no file ${file}`)
  return { port: integer('CASTER_TLS_PORT', port, 2102, 0, 65535), certFile, keyFile }
}

function roles(names: readonly string[]): ProcessRole[] {
  if (names.length === 0) throw new ConfigError(`ROLES: expected one or more of ${PROCESS_ROLES.join(', ')}`)
  return names.map((name) => oneOf('ROLES', name, PROCESS_ROLES))
}

function addressOrCidr(name: string, value: string): string {
  const [address = '', bits = '0', ...rest] = value.split('/')
  const most = isIP(address) === 4 ? 32 : 128
  // A zone (fe80::1%eth0) names an interface of one machine, and no list of networks can hold it.
  if (isIP(address) && !address.includes('%') && /^\d{1,3}$/.test(bits) && Number(bits) <= most && rest.length === 0)
    return value
  throw new ConfigError(`${name}: expected addresses or CIDRs such as 10.0.0.0/8, got "${value}"`)
}

/** One without the other would take money and never hear of it. Neither is repeated. */
function stripe(secretKey: string | null, webhookSecret: string | null, apiUrl: string | null): StripeConfig | null {
  if (apiUrl !== null && !(URL.canParse(apiUrl) && /^https?:\/\/[^/?#@]+\/?$/.test(apiUrl)))
    throw new ConfigError(`STRIPE_API_URL: expected an address such as https://api.stripe.com, got "${apiUrl}"`)
  if (secretKey === null && webhookSecret === null) return null
  if (!/^[sr]k_\w{8,250}$/.test(secretKey ?? ''))
    throw new ConfigError('STRIPE_SECRET_KEY: expected a key that begins with sk_ or rk_, with STRIPE_WEBHOOK_SECRET')
  if (!/^whsec_[\w+/=-]{8,250}$/.test(webhookSecret ?? ''))
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET: expected the secret of the webhook at Stripe, which begins with whsec_',
    )
  return { secretKey: secretKey!, webhookSecret: webhookSecret!, apiUrl: apiUrl ?? 'https://api.stripe.com' }
}

const LONGEST_BANK_DETAILS = 1_000

/** "\\n" begins a new line: not every way of setting an environment knows others. */
function bankDetails(value: string | null): string | null {
  if (value === null) return null
  if (value.length > LONGEST_BANK_DETAILS)
    throw new ConfigError(`BANK_DETAILS: expected at most ${LONGEST_BANK_DETAILS} characters`)
  return value.replaceAll('\\n', '\n')
}

/** The attribution is plain text: it is shown as it is written. */
function mapTiles(url: string | null, attribution: string | null): MapTiles | null {
  if (url === null) {
    if (attribution !== null) throw new ConfigError('MAP_ATTRIBUTION: expected only together with MAP_TILES_URL')
    return null
  }
  const complete = ['{z}', '{x}', '{y}'].every((part) => url.includes(part))
  // Nothing that could end the list of sources in a Content-Security-Policy.
  if (!complete || !/^https?:\/\/[A-Za-z0-9.:[\]-]+\/[^\s;,]*$/.test(url) || !URL.canParse(url))
    throw new ConfigError(
      `MAP_TILES_URL: expected an address such as https://tiles.example.mx/{z}/{x}/{y}.png, got "${url}"`,
    )
  if (attribution === null) throw new ConfigError('MAP_ATTRIBUTION: expected whom the licence of the tiles wants named')
  return { url, attribution }
}

/** Days; 0 tells of the end, "none" of nothing. */
function mailNotices(value: string): number[] {
  if (value.toLowerCase() === 'none') return []
  const days = list(value).map((part) => integer('MAIL_REMINDERS', part, 0, 0, 365))
  return [...new Set(days)].map((day) => day * 86_400_000)
}

/** Deliveries look for their events for as long as they are kept and tried. */
const EVENTS_AFTER_DELIVERIES_DAYS = 30
/** The database itself keeps so many (migration 24). */
const LEAST_AUDIT_DAYS = 90

/** `sessions=90,audit=730`: days; `never` for those that may be kept for good. What is not named stays as it is. */
function retention(value: string | null): Config['retention'] {
  const days: Record<string, number | null> = { ...RETENTION_DAYS }
  for (const part of list(value ?? '')) {
    const [kind = '', wish = '', ...rest] = part.split('=').map((side) => side.trim())
    if (!Object.hasOwn(RETENTION_DAYS, kind) || rest.length > 0)
      throw new ConfigError(
        `RETENTION: expected KIND=DAYS with one of ${Object.keys(RETENTION_DAYS).join(', ')}, got "${part}"`,
      )
    const mayStay = RETENTION_DAYS[kind as keyof typeof RETENTION_DAYS] === null
    days[kind] = mayStay && wish === 'never' ? null : integer(`RETENTION: ${kind}`, wish, 0, 1, 36_500)
  }
  const leastEvents = Math.max(days.deliveries!, days.failedDeliveries!) + EVENTS_AFTER_DELIVERIES_DAYS
  if (days.events !== null && days.events! < leastEvents)
    throw new ConfigError(`RETENTION: events: expected at least ${leastEvents} days, for deliveries are kept that long`)
  if (days.audit !== null && days.audit! < LEAST_AUDIT_DAYS)
    throw new ConfigError(`RETENTION: audit: expected at least ${LEAST_AUDIT_DAYS} days`)
  const kept = Object.entries(days).map(([kind, count]) => [`${kind}Ms`, count === null ? null : count * 86_400_000])
  return Object.fromEntries(kept)
}

function existingFile(name: string, value: string | null): string | null {
  if (value === null) return null
  const file = resolve(projectRoot, value)
  if (!existsSync(file)) throw new ConfigError(`${name}: there is no file ${file}`)
  return file
}

const SMTP_OPTIONS = ['requireTLS', 'ignoreTLS', 'name', 'tls.rejectUnauthorized', 'tls.servername']

/** Nothing of the value is repeated: a password that was not percent-encoded may end up in any part of it. */
function smtp(value: string | null): Smtp | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const hostName = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const [user, password] = [url?.username, url?.password].map(decoded)
  const complete = (user === '') === (password === '') && user !== undefined && password !== undefined
  const misread = !url || !/^\/?$/.test(url.pathname) || url.hash !== '' || url.search.includes('@')
  if (misread || !complete || !/^smtps?:$/.test(url.protocol) || !(isIP(hostName) || HOST_NAME.test(hostName)))
    throw new ConfigError(
      'SMTP_URL: expected smtp://user:password@host:587 or smtps://user:password@host:465, special characters percent-encoded',
    )
  const options = url.searchParams
  if ([...options.keys()].some((name) => !SMTP_OPTIONS.includes(name)))
    throw new ConfigError(`SMTP_URL: expected no other options than ${SMTP_OPTIONS.join(', ')}`)
  const flag = (name: string, fallback: boolean) =>
    oneOf(`SMTP_URL: ${name}`, options.get(name) ?? String(fallback), ['true', 'false']) === 'true'
  const secure = url.protocol === 'smtps:'
  const ignoreTLS = flag('ignoreTLS', false)
  // Within this machine nobody listens in, and its own mail server has a certificate of its own making.
  const isHere = /^(localhost|127\..*|::1)$/i.test(hostName)
  const servername = options.get('tls.servername')
  return {
    host: hostName,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password goes over an open line only for those who say so.
    requireTLS: flag('requireTLS', user !== '' && !ignoreTLS && !isHere),
    ignoreTLS,
    user: user || null,
    password: password || null,
    name: options.get('name'),
    tls: { rejectUnauthorized: flag('tls.rejectUnauthorized', !isHere), ...(servername && { servername }) },
  }
}

function decoded(part: string | undefined): string | undefined {
  try {
    return decodeURIComponent(part ?? '')
  } catch {
    return undefined
  }
}

const SENDER = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]+)>|([^<>]+))$/u
const SENDER_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

function mailFrom(value: string | null, publicUrl: string): MailSender {
  const { hostname } = new URL(publicUrl)
  const fallback = `no-reply@${HOST_NAME.test(hostname) && !isIP(hostname) ? hostname : 'localhost'}`
  const [, name = '', bracketed, bare] = SENDER.exec(value ?? fallback) ?? []
  const address = bracketed ?? bare ?? ''
  if (SENDER_ADDRESS.test(address)) return { name: name.trim() || null, address }
  throw new ConfigError(`MAIL_FROM: expected rtk@example.mx or Red RTK <rtk@example.mx>, got ${JSON.stringify(value)}`)
}

/** Whoever asked for debugging wants to see where an unexpected error came from. */
export const isDebugging = (env: NodeJS.ProcessEnv = process.env): boolean =>
  ['debug', 'trace'].includes(env.LOG_LEVEL ?? '')
