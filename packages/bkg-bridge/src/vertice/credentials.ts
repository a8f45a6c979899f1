// The credentials that are or can come into force, as the API last reported them.

import type { Served } from '../plan.ts'
import type { Credential, CredentialWithoutSecrets, ListedCredential } from './client.ts'

interface Entry extends Omit<Served, 'password'> {
  /** `null` until the bridge has read it. */
  readonly password: string | null
  readonly startsAt: number
  readonly expiresAt: number
  readonly suspended: boolean
}

export class Credentials {
  readonly #entries = new Map<number, Entry>()
  /** Changes whenever the files may need an update. */
  version = 0
  /** Users whose sessions must end although they may connect again. */
  readonly toDisconnect = new Set<string>()

  has(id: number): boolean {
    return this.#entries.has(id)
  }

  /** From a list, which has no passwords. `password` is used for a credential that is new here. */
  noteListed(listed: ListedCredential, password: string | null): void {
    this.#set(listed, this.#entries.get(listed.id)?.password ?? password)
  }

  /** From the credential itself, with its password unless the token was created without passwords. */
  note(credential: Credential | CredentialWithoutSecrets): void {
    if (credential.estado !== 'activa' || credential.prueba) {
      this.remove(credential.id)
      return
    }
    const before = this.#entries.get(credential.id)?.password ?? null
    const password = 'password' in credential ? credential.password : null
    if (before !== null && before !== password) this.toDisconnect.add(credential.usuario)
    this.#set(credential, password)
  }

  /** Also disconnects: the credential may be resumed before the files are written. */
  suspend(id: number): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.toDisconnect.add(entry.username)
    this.#entries.set(id, { ...entry, suspended: true })
    this.version += 1
  }

  remove(id: number): void {
    if (this.#entries.delete(id)) this.version += 1
  }

  /** Removes every credential that a complete list does not name. */
  keepOnly(ids: ReadonlySet<number>): void {
    for (const id of this.#entries.keys()) if (!ids.has(id)) this.remove(id)
  }

  *served(now: number): Generator<Served> {
    for (const { password, ...entry } of this.#entries.values())
      if (password !== null && !entry.suspended && entry.startsAt <= now && now < entry.expiresAt)
        yield { ...entry, password }
  }

  /** When the next credential starts or expires; Infinity if none does. */
  nextInstant(now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const { startsAt, expiresAt } of this.#entries.values()) {
      if (startsAt > now && startsAt < next) next = startsAt
      if (expiresAt > now && expiresAt < next) next = expiresAt
    }
    return next
  }

  #set(credential: CredentialWithoutSecrets, password: string | null): void {
    const entry = entryOf(credential, password)
    const before = this.#entries.get(entry.id)
    this.#entries.set(entry.id, entry)
    if (!before || FIELDS.some((name) => before[name] !== entry[name])) this.version += 1
  }
}

const FIELDS = [
  ...(['username', 'password', 'stationId', 'group', 'geofence', 'startsAt', 'expiresAt', 'suspended'] as const),
]

const entryOf = (credential: CredentialWithoutSecrets, password: string | null): Entry => ({
  id: credential.id,
  username: credential.usuario,
  password,
  stationId: credential.station_id,
  group: credential.grupo,
  geofence: credential.geocerca && (credential.geocerca.en_base === 'cortar' ? 'cut' : 'report'),
  startsAt: Date.parse(credential.inicia_at),
  expiresAt: Date.parse(credential.expira_at),
  suspended: credential.suspendida,
})
