// Pieces of the statements that list credentials for the administration area.

import type { CredentialView, RegisteredPlace } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { Listing } from '../kit/listing.ts'
import { namedTexts, type StoredCredential, TEXT_COLUMNS } from './rows.ts'

export interface CredentialFilter {
  readonly view?: CredentialView | undefined
  readonly stationId?: number | undefined
  /** Of one station, or of the network mountpoint. */
  readonly kind?: 'base' | 'network' | undefined
  /** The whole label, as it was written. */
  readonly label?: string | undefined
}

export interface ListedCredential extends StoredCredential, RegisteredPlace {
  readonly ownerName: string
  readonly maxSessions: number
  readonly whenFull: WhenFull
  /** Rovers that are connected with it now. */
  readonly connected: number
}

/** Within a page that is being looked for. */
export const COLUMNS = `id, owner_id, station_id, username, secret, ${TEXT_COLUMNS}, issued_at, starts_at, expires_at, revoked_at, max_sessions, when_full,
  place_lat, place_lng`

/** Of `rows`, which has those columns, and perhaps `more`. */
export const shown = (
  rows: string,
  more = '',
) => `select page.id, page.owner_id as "ownerId", owners.name as "ownerName", station_id as "stationId",
    username, secret, ${namedTexts('page')}, issued_at as "issuedAt", starts_at as "startsAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", max_sessions as "maxSessions", when_full as "whenFull",
    place_lat as "placeLat", place_lng as "placeLng",
    (select count(*) from sessions where credential_id = page.id and ended_at is null) as connected${more && `, ${more}`}
  from (${rows}) as page join owners on owners.id = page.owner_id`

/** With the time, which is numbered once. */
export class Values extends Listing {
  readonly #now: Date
  #nowPlace: string | null = null

  constructor(now: Date) {
    super()
    this.#now = now
  }

  now(): string {
    this.#nowPlace ??= this.add(this.#now, 'timestamptz')
    return this.#nowPlace
  }

  /** The owners whose rows are wanted, as a table with their ids. */
  owners(scope: OwnerScope): string {
    return scope === 'all' ? 'owners' : `(select ${this.add(scope)} as id) as owners`
  }

  /** What `filter` asks of a row. */
  wishes({ view, stationId, kind, label }: CredentialFilter): string {
    const conditions = ['true']
    if (view) conditions.push(this.#inView(view))
    if (stationId !== undefined) conditions.push(`station_id = ${this.add(stationId)}`)
    if (kind) conditions.push(`station_id is ${kind === 'base' ? 'not null' : 'null'}`)
    if (label !== undefined) conditions.push(`label = ${this.add(label, 'text')}`)
    return conditions.join(' and ')
  }

  /** The same rule as in `domain/credentials/credential.ts`. */
  #inView(view: CredentialView): string {
    switch (view) {
      case 'in_force':
        return `revoked_at is null and expires_at > ${this.now()} and starts_at <= ${this.now()}`
      case 'scheduled':
        return `revoked_at is null and expires_at > ${this.now()} and starts_at > ${this.now()}`
      case 'expired':
        return `revoked_at is null and expires_at <= ${this.now()}`
      case 'revoked':
        return 'revoked_at is not null'
    }
  }
}
