// Where things are: this service, its database, its certificate, the maps' tiles.
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

/** With fewer, callers who hold one and need another would wait for each other. */
const LEAST_CONNECTIONS = 4
const MOST_CONNECTIONS = 500

/** null: as many as usual. */
export const databasePool = (value: string | null): number | null =>
  value === null ? null : integer('DATABASE_POOL', value, 0, LEAST_CONNECTIONS, MOST_CONNECTIONS)

/** The certificate and its key are read from files, which may be renewed while the caster runs. */
export function casterTls(port: string | null, cert: string | null, key: string | null): CasterTls | null {
  if (port === null && cert === null && key === null) return null
  if (cert === null || key === null)
    throw new ConfigError(`${cert === null ? 'CASTER_TLS_CERT' : 'CASTER_TLS_KEY'}: expected the path of a PEM file`)
  const certFile = existingFile('CASTER_TLS_CERT', cert)
  const keyFile = existingFile('CASTER_TLS_KEY', key)
  return { port: integer('CASTER_TLS_PORT', port, 2102, 0, 65535), certFile, keyFile }
}

/** Further ports beside the one that is told to customers; which that is may stand among them too. */
export function morePorts(name: string, value: string | null, first: number | undefined): number[] {
  const ports = list(value ?? '').map((port) => integer(name, port, 0, 1, 65535))
  if (ports.length > 0 && first === undefined)
    throw new ConfigError(`${name}: expected only together with CASTER_TLS_CERT and CASTER_TLS_KEY`)
  if (ports.length > MOST_PORTS) throw new ConfigError(`${name}: expected at most ${MOST_PORTS} ports`)
  return [...new Set(ports)].filter((port) => port !== first)
}

/** Each has several sockets. */
const MOST_PORTS = 8

/** No two doors have the same one. */
export function expectApart(ports: Readonly<Record<string, readonly number[]>>): void {
  const seen = new Map<number, string>()
  for (const [name, some] of Object.entries(ports))
    for (const port of some.filter((one) => one !== 0)) {
      const other = seen.get(port)
      if (other !== undefined) throw new ConfigError(`${name}: port ${port} is taken by ${other}`)
      seen.set(port, name)
    }
}
