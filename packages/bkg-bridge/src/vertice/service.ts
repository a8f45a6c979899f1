// Reads credentials and network from the Vértice API. Changes come from `GET /eventos`; a webhook only makes the bridge
// poll immediately. A periodic complete list finds changes without an event, such as an import without events.
import { Budget } from './budget.ts'
import { type Credential, type LoggedEvent, NotFoundError, RateLimitError, Vertice, VerticeError } from './client.ts'
import { Credentials } from './credentials.ts'
import type { Mountpoint, Network } from './network.ts'

const TIMEOUT_MS = 10_000
const PAGE = 1_000
/** An event shows up when its transaction commits, which can be after a later event. */
const LATE_MS = 30_000
const NETWORK_EVERY_MS = 30_000
/** A complete list costs a request per 1,000 credentials, so a longer list is read less often. */
const LIST_EVERY_MS = { perPage: 15_000, min: 30_000, max: 600_000 }
/** Credentials read between two rounds, and the share of the rate limit that this leaves. */
const URGENT = { most: 100, leaves: 0.2 }
/** Passwords that came from the caster's own file are verified in the background. */
const BACKGROUND = { most: 20, leaves: 0.5 }

export interface ServiceOptions {
  readonly url: string
  /** One per organization: a token sees only its organization's credentials. */
  readonly tokens: readonly string[]
  /** The files include all events up to this time; `null` if unknown. */
  readonly eventsUntil: string | null
  /** Passwords in the caster's file, by user name. */
  readonly knownPasswords: ReadonlyMap<string, string>
}

export class Service {
  readonly credentials = new Credentials()
  #network: Network | null = null
  readonly #budget = new Budget()
  readonly #clients: readonly Vertice[]
  /** Used for the first list only: later credentials are read from the API. */
  #knownPasswords: ReadonlyMap<string, string>
  /** Credential ids to read, each with the client whose token can read it. */
  readonly #urgent = new Map<number, Vertice>()
  readonly #background = new Map<number, Vertice>()
  #networkDueAt = Number.NEGATIVE_INFINITY
  #listDueAt = Number.NEGATIVE_INFINITY
  /** A credential opens a mountpoint that the bridge has not read yet. */
  #isMountpointNew = false
  #hasChecked = false
  #hasListed = false
  #cursor: string | null
  #seen: ReadonlySet<string> = new Set()
  /** All events up to this time are applied, passwords included. */
  eventsUntil: string | null

  constructor({ url, tokens, eventsUntil, knownPasswords }: ServiceOptions) {
    const options = { baseUrl: url, timeoutMs: TIMEOUT_MS, retries: 0, fetch: this.#budget.fetch }
    this.#clients = tokens.map((token) => new Vertice({ ...options, token }))
    this.#knownPasswords = knownPasswords
    this.#cursor = eventsUntil
    this.eventsUntil = eventsUntil
  }

  /** `null` until everything has been read once. */
  get network(): Network | null {
    return this.#hasListed ? this.#network : null
  }

  /** Credentials whose password is still to be read. */
  get unread(): number {
    return this.#urgent.size
  }

  /** Passwords of the caster's file are still to be verified. */
  get isVerifying(): boolean {
    return this.#background.size > 0
  }

  /** The names of the organizations. Throws an error with a sentence if a token cannot serve the bridge. */
  async checkTokens(): Promise<string[]> {
    const names: string[] = []
    for (const client of this.#clients) {
      const { organizacion, token, modo } = await client.me()
      const which = `The token "${token.nombre}" of ${organizacion.nombre}`
      if (modo === 'prueba') throw new Error(`${which} is a test token, whose credentials give no access`)
      if (token.sin_passwords) throw new Error(`${which} cannot read passwords; create one without that restriction`)
      names.push(organizacion.nombre)
    }
    this.#hasChecked = true
    return names
  }

  /** Reads what changed. A rate limit is no error: the rest is read in a later call. */
  async refresh(): Promise<void> {
    if (this.#budget.isBlocked) return
    try {
      if (!this.#hasChecked) await this.checkTokens()
      const now = performance.now()
      if (now >= this.#networkDueAt) {
        await this.#readNetwork()
        this.#networkDueAt = now + NETWORK_EVERY_MS
      }
      if (this.#cursor === null) await this.#beginEvents()
      if (now >= this.#listDueAt) await this.#readList(now)
      await this.#readEvents()
      await this.#readCredentials(this.#urgent, URGENT)
      if (this.#isMountpointNew) await this.#readNetwork()
      if (this.#urgent.size === 0) this.eventsUntil = this.#cursor
      await this.#readCredentials(this.#background, BACKGROUND)
    } catch (error) {
      if (!(error instanceof RateLimitError)) throw error
      this.#budget.block(error.retryAfterSeconds)
    }
  }

  async #readNetwork(): Promise<void> {
    const [client] = this.#clients
    const mountpoints: Mountpoint[] = []
    const idsByCode = new Map<string, number>()
    for await (const one of client!.stations.allMountpoints({ limit: PAGE })) {
      idsByCode.set(one.station_codigo, one.station_id)
      mountpoints.push({ name: one.nombre, stationId: one.station_id, isOpen: one.abierto })
    }
    const groups = new Map<string, ReadonlySet<number>>()
    for await (const { nombre, estaciones } of client!.stations.allGroups({ limit: PAGE }))
      groups.set(nombre, new Set(estaciones.flatMap((code) => idsByCode.get(code) ?? [])))
    const network = await client!.network()
    for (const { nombre: name, abierto: isOpen } of network.mountpoints)
      mountpoints.push({ name, stationId: null, isOpen })
    const before = this.#network
    this.#network = { mountpoints, groups }
    this.#isMountpointNew = false
    if (fingerprint(before) !== fingerprint(this.#network)) this.credentials.version += 1
  }

  #knows(mountpoint: string): boolean {
    return this.#network?.mountpoints.some(({ name }) => name === mountpoint) ?? false
  }

  /**
   * A password that is read from now on is newer than the newest event; passwords from the caster's file may be older.
   */
  async #beginEvents(): Promise<void> {
    for (const client of this.#clients) {
      const { items } = await client.events.list({ limit: 1 })
      this.#cursor = later(this.#cursor, items[0]?.timestamp ?? null)
    }
    if (this.#knownPasswords.size === 0) this.eventsUntil = this.#cursor
  }

  async #readList(now: number): Promise<void> {
    const ids = new Set<number>()
    for (const client of this.#clients)
      for await (const listed of client.credentials.all({ estado: 'activa', limit: PAGE })) {
        ids.add(listed.id)
        if (this.credentials.has(listed.id)) {
          this.credentials.noteListed(listed, null)
          continue
        }
        const known = this.#knownPasswords.get(listed.usuario) ?? null
        this.credentials.noteListed(listed, known)
        const queue = known === null ? this.#urgent : this.#background
        queue.set(listed.id, client)
      }
    this.credentials.keepOnly(ids)
    this.#hasListed = true
    this.#knownPasswords = new Map()
    const { perPage, min, max } = LIST_EVERY_MS
    this.#listDueAt = now + Math.min(Math.max(Math.ceil(ids.size / PAGE) * perPage, min), max)
  }

  async #readEvents(): Promise<void> {
    const since = this.#cursor === null ? {} : { desde: new Date(Date.parse(this.#cursor) - LATE_MS).toISOString() }
    const seen = new Set<string>()
    for (const client of this.#clients)
      for await (const event of client.events.all({ ...since, limit: PAGE })) {
        seen.add(event.id)
        this.#cursor = later(this.#cursor, event.timestamp)
        if (!this.#seen.has(event.id) && !event.prueba) this.#apply(event, client)
      }
    this.#seen = seen // every later request covers the same late events again
  }

  /** Revocations and suspensions apply immediately. Other events only make the bridge read the credential. */
  #apply({ type, data }: LoggedEvent, client: Vertice): void {
    if (!type.startsWith('credential.') || !('credential' in data)) return
    const { id, expira_at } = data.credential as EventCredential
    if (type === 'credential.revoked') this.credentials.remove(id)
    else if (Date.parse(expira_at) > Date.now()) {
      // A credential past its expiry has ended; a renewal has an event of its own.
      if (type === 'credential.suspended') this.credentials.suspend(id)
      this.#urgent.set(id, client)
    }
  }

  async #readCredentials(queue: Map<number, Vertice>, { most, leaves }: typeof URGENT): Promise<void> {
    for (const [id, client] of [...queue].slice(0, most)) {
      if (!this.#budget.leaves(leaves)) return
      const credential = await client.credentials.get(id).catch((error) => {
        if (error instanceof NotFoundError) return null
        throw error
      })
      if (credential) {
        this.credentials.note(credential)
        this.#isMountpointNew ||= !this.#knows(credential.mountpoint)
      } else this.credentials.remove(id)
      this.#urgent.delete(id)
      this.#background.delete(id)
    }
  }
}

type EventCredential = Pick<Credential, 'id' | 'expira_at'>

const fingerprint = (network: Network | null) =>
  network && JSON.stringify([network.mountpoints, [...network.groups].map(([name, ids]) => [name, [...ids]])])

const later = (one: string | null, other: string | null) =>
  one === null || (other !== null && Date.parse(other) > Date.parse(one)) ? other : one

export const sentenceOf = (error: unknown): string =>
  error instanceof VerticeError && error.cause instanceof Error
    ? `${error.message} (${causeOf(error.cause)})`
    : (error as Error).message

const causeOf = ({ message, cause }: Error & { cause?: unknown }) =>
  (cause as NodeJS.ErrnoException | undefined)?.code ?? message
