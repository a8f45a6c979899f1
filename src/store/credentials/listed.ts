// Pieces of the statements that list credentials for the administration area.

import type { CredentialView, RegisteredPlace } from '../../domain/credentials/credential.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import type { WhenFull } from '../../domain/sessions/admission.ts'
import { Listing } from '../kit/listing.ts'
import { withOrganisation } from '../people/test-spaces.ts'
import { namedTexts, type StoredCredential, TEXT_COLUMNS } from './rows.ts'

export interface CredentialFilter {
  readonly view?: CredentialView | undefined
  readonly stationId?: number | undefined
  readonly groupId?: number | undefined
  /** Of one station, or of the network mountpoint. */
  readonly kind?: 'base' | 'network' | undefined
  /** The whole label, as it was written. */
  readonly label?: string | undefined
  /** Active ones that end within so many days. */
  readonly endsWithinDays?: number | undefined
  /** Who they are for, as `customer_of` says it. */
  readonly customer?: string | undefined
  /** Those that test tokens made, instead of the real ones. */
  readonly test?: true | undefined
}

export interface ListedCredential extends StoredCredential, RegisteredPlace {
  readonly ownerName: string
  /** The owner, or whose test space that is. */
  readonly organisationId: number
  readonly maxSessions: number
  readonly whenFull: WhenFull
  readonly cuts: number
  /** Rovers that are connected with it now. */
  readonly connected: number
}

/** Within a page that is being looked for. */
export const COLUMNS = `id, owner_id, station_id, group_id, username, given_username, secret, ${TEXT_COLUMNS}, issued_at, starts_at, expires_at, revoked_at, max_sessions, when_full,
  place_lat, place_lng, reference, metadata, suspended_at, fence, cuts, is_test`

/** Of `rows`, which has those columns, and perhaps `more`. */
export const shown = (
  rows: string,
  more = '',
) => `select page.id, page.owner_id as "ownerId", organisation.name as "ownerName", station_id as "stationId", group_id as "groupId",
    username, given_username as "givenUsername", secret, ${namedTexts('page')}, issued_at as "issuedAt", starts_at as "startsAt",
    expires_at as "expiresAt", revoked_at as "revokedAt", max_sessions as "maxSessions", when_full as "whenFull",
    place_lat as "placeLat", place_lng as "placeLng", reference, metadata, suspended_at as "suspendedAt", fence, cuts,
    is_test as "isTest", organisation.id as "organisationId",
    (select count(*) from sessions where credential_id = page.id and ended_at is null) as connected${more && `, ${more}`}
  from (${rows}) as page ${withOrganisation('page')}`

/** Who a credential is for: what its index has. */
export const CUSTOMER = 'customer_of(customer_email, customer_name)'

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

  /** The owners whose rows are wanted, as a table with their ids: what keeps tests and the real ones apart. */
  owners(scope: OwnerScope, { test }: CredentialFilter): string {
    const wanted =
      scope === 'all'
        ? `id from owners where test_of is ${test ? 'not null' : 'null'}`
        : test
          ? `id from owners where test_of = ${this.add(scope)}`
          : `${this.add(scope)} as id`
    return `(select ${wanted}) as owners`
  }

  /** What `filter` asks of a row of the right owner. */
  wishes({ view, stationId, groupId, kind, label, endsWithinDays, customer }: CredentialFilter): string {
    const conditions = ['true']
    if (view) conditions.push(this.#inView(view))
    if (stationId !== undefined) conditions.push(`station_id = ${this.add(stationId)}`)
    if (groupId !== undefined) conditions.push(`group_id = ${this.add(groupId)}`)
    if (kind) conditions.push(`station_id is ${kind === 'base' ? 'not null' : 'null'}`)
    if (label !== undefined) conditions.push(`label = ${this.add(label, 'text')}`)
    if (endsWithinDays !== undefined) conditions.push(this.ending(endsWithinDays))
    if (customer !== undefined) conditions.push(`${CUSTOMER} = ${this.add(customer, 'text')}`)
    return conditions.join(' and ')
  }

  /** Active, and over within so many days. */
  ending(days: number): string {
    const end = `${this.now()} + make_interval(days => ${this.add(days, 'integer')})`
    return `revoked_at is null and expires_at > ${this.now()} and expires_at <= ${end}`
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
