// Selects a server if DATABASE_URL names several: the first that accepts writes, as libpq does with
// target_session_attrs=read-write.
import pg from 'pg'
import { reasonOf } from './unavailable.ts'

const PROBE_MS = 2_000

export interface Host {
  readonly host: string
  readonly port: number
}

export interface DatabaseAddress {
  readonly connection: pg.PoolConfig
  readonly hosts: readonly Host[]
  readonly writable: boolean
}

const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(\?[^#]*)?$/
const WRITABLE: Record<string, boolean> = { any: false, 'read-write': true, primary: true }

/**
 * Parses DATABASE_URL, which can name several hosts:
 * `postgres://user:password@one:5432,two:5432/db?target_session_attrs=read-write`. Errors do not contain the password.
 */
export function readDatabaseUrl(url: string): DatabaseAddress {
  const [, begin, authority = '', path, query = ''] = URL_PARTS.exec(url) ?? []
  if (begin === undefined)
    throw new Error('expected postgres://user:password@host:port/database, special characters percent-encoded')
  const options = new URLSearchParams(query)
  const wanted = options.get('target_session_attrs')
  if (wanted !== null && WRITABLE[wanted] === undefined)
    throw new Error(`target_session_attrs: expected ${Object.keys(WRITABLE).join(', ')}, got "${wanted}"`)
  options.delete('target_session_attrs')
  const rest = options.size > 0 ? `${path}?${options}` : path
  const urls = authority.split(',').map((host) => `${begin}${host}${rest}`)
  return {
    connection: { connectionString: urls[0]! },
    hosts: urls.map((connectionString) => hostOf({ connectionString })),
    writable: wanted === null ? urls.length > 1 : WRITABLE[wanted]!,
  }
}

/** Parses with `pg.Client`, which also reads the files that the URL names and reports a missing one. */
function hostOf(connection: pg.PoolConfig): Host {
  try {
    const { host, port } = new pg.Client(connection as pg.ClientConfig)
    return { host, port }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new Error(message.replace(/^ENOENT: /, ''))
    throw new Error('expected postgres://user:password@host:port/database, special characters percent-encoded')
  }
}

export const addressOf = (connection: pg.PoolConfig): DatabaseAddress => ({
  connection,
  hosts: [hostOf(connection)],
  writable: false,
})

/** Wrong password, role, database or privilege: another host would reject it too. */
export const isOurMistake = (error: unknown): boolean =>
  /^(28...|3D000|42501)$/.test((error as { code?: string } | null)?.code ?? '')

export class Hosts {
  readonly #address: DatabaseAddress
  /** Set if there is one host and it need not be writable; no search is needed then. */
  readonly #only: Host | null
  #current: Host | null = null
  #searching: Promise<Host> | null = null

  constructor(address: DatabaseAddress) {
    this.#address = address
    this.#only = address.hosts.length === 1 && !address.writable ? address.hosts[0]! : null
  }

  get writable(): boolean {
    return this.#address.writable
  }

  find(): Promise<Host> {
    const known = this.#only ?? this.#current
    if (known) return Promise.resolve(known)
    this.#searching ??= this.#search().finally(() => {
      this.#searching = null
    })
    return this.#searching
  }

  /** Call if the host fails or is no longer the primary; the next `find` searches again. */
  forget(): void {
    this.#current = null
  }

  async #search(): Promise<Host> {
    const said: string[] = []
    for (const host of this.#address.hosts) {
      try {
        if (await this.#serves(host)) {
          this.#current = host
          return host
        }
        said.push(`${nameOf(host)} is read-only`)
      } catch (error) {
        if (isOurMistake(error)) throw error
        said.push(`${nameOf(host)}: ${reasonOf(error)}`)
      }
    }
    throw Object.assign(new Error(`no server of DATABASE_URL can serve (${said.join('; ')})`), { code: '08001' })
  }

  async #serves(host: Host): Promise<boolean> {
    const client = new pg.Client({
      ...(this.#address.connection as pg.ClientConfig),
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    })
    client.on('error', () => {})
    Object.assign(client, host)
    try {
      await client.connect()
      if (!this.#address.writable) return true
      const { rows } = await client.query(
        `select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as refuses`,
      )
      return !rows[0].refuses
    } finally {
      cut(client)
    }
  }
}

const nameOf = ({ host, port }: Host) => (host.startsWith('/') ? host : `${host}:${port}`)

/** Destroys the socket without a goodbye: an unresponsive server would keep us waiting for its reply. */
export const cut = (client: pg.ClientBase): void => {
  ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
}

type Connected = (error: Error | null) => void

/** A client that selects its host on connect. If `refusal` returns an error, connecting fails with it immediately. */
export const clientOf = (hosts: Hosts, refusal: () => Error | null) =>
  class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      this.on('error', () => {}) // errors reach the caller of a query; an unhandled event would end the process
    }

    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#connect()
      if (!callback) return connecting
      connecting.then(() => callback(null), callback)
    }

    async #connect(): Promise<pg.Client> {
      const reason = refusal()
      if (reason) throw reason
      Object.assign(this, await hosts.find())
      const { stream } = (this as unknown as { connection: { stream: { destroyed: boolean } } }).connection
      if (stream.destroyed) throw new Error('timeout exceeded when trying to connect')
      try {
        return (await super.connect()) as unknown as pg.Client
      } catch (error) {
        hosts.forget()
        throw error
      }
    }
  }
