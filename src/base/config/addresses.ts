// Settings with addresses: this service, its ports, its database, its certificate.
import { ConfigError, existingFile, integer, list } from './values.ts'

export interface CasterTls {
  readonly port: number
  readonly certFile: string
  readonly keyFile: string
}

export function baseUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.href.replace(/\/+$/, '')
  throw new ConfigError(`BASE_URL: expected an address such as https://rtk.example.mx, got "${value}"`)
}

export function databaseUrl(name: string, value: string | null): string | null {
  if (value === null || /^postgres(ql)?:\/\//.test(value)) return value
  throw new ConfigError(`${name}: expected postgres://user:password@host:port/database`)
}

export function databaseOwnerUrl(value: string | null, service: string | null): string | null {
  if (value !== null && service === null)
    throw new ConfigError('DATABASE_OWNER_URL: expected only together with DATABASE_URL')
  return databaseUrl('DATABASE_OWNER_URL', value)
}

/** With fewer, callers that hold one connection and need another would deadlock. */
const LEAST_CONNECTIONS = 4
const MOST_CONNECTIONS = 500

export const databasePool = (value: string | null): number | null =>
  value === null ? null : integer('DATABASE_POOL', value, 0, LEAST_CONNECTIONS, MOST_CONNECTIONS)

/** The files may be renewed while the caster runs. */
export function casterTls(port: number | null, cert: string | null, key: string | null): CasterTls | null {
  if (port === null && cert === null && key === null) return null
  if (cert === null || key === null)
    throw new ConfigError(`${cert === null ? 'CASTER_TLS_CERT' : 'CASTER_TLS_KEY'}: expected the path of a PEM file`)
  const certFile = existingFile('CASTER_TLS_CERT', cert)
  const keyFile = existingFile('CASTER_TLS_KEY', key)
  return { port: port ?? 2102, certFile, keyFile }
}

/** `2101,80`: the main port and additional ones. Only the main port may be 0 (any free port). */
export function ports(name: string, value: string | null): { readonly first: number | null; readonly more: number[] } {
  const given = list(value ?? '')
  if (value !== null && given.length === 0) throw new ConfigError(`${name}: expected a port, got "${value}"`)
  const [first = null, ...more] = given.map((port, index) => integer(name, port, 0, index === 0 ? 0 : 1, 65535))
  if (more.length > MAX_FURTHER_PORTS) throw new ConfigError(`${name}: expected at most ${MAX_FURTHER_PORTS + 1} ports`)
  return { first, more: [...new Set(more)].filter((port) => port !== first) }
}

/** Limited because each port opens several sockets. */
const MAX_FURTHER_PORTS = 8

const EVERY_ADDRESS = ['0.0.0.0', '::']

/** Whether two listeners on the same port of these hosts conflict: equal hosts, or one of them means all addresses. */
export const overlap = (one: string, other: string): boolean =>
  one === other || [one, other].some((host) => EVERY_ADDRESS.includes(host))

export function expectApart(ports: Readonly<Record<string, readonly number[]>>): void {
  const seen = new Map<number, string>()
  for (const [name, some] of Object.entries(ports))
    for (const port of some.filter((one) => one !== 0)) {
      const other = seen.get(port)
      if (other !== undefined) throw new ConfigError(`${name}: port ${port} is taken by ${other}`)
      seen.set(port, name)
    }
}
