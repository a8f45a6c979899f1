import type { Pass } from '../../domain/sessions/admission.ts'
import type { CredentialChange, KnownTimes } from '../../domain/sessions/changes.ts'
import { anyOf, type Database, statement } from '../kit/database.ts'

/** A credential as the caster checks it. */
export interface StoredPass extends Pass {
  readonly secret: Buffer
  /** `Current.stations` when the credential was read; shows whether cached mountpoints and groups are still valid. */
  readonly stations: number
}

/** In any order; unknown user names are missing. */
export const findPasses = (db: Database, usernames: readonly string[]) =>
  db.query<StoredPass>(
    statement(
      'passes',
      `select id, username, secret, station_id as "stationId", group_id as "groupId", issued_at as "issuedAt", starts_at as "startsAt", expires_at as "expiresAt", revoked_at as "revokedAt",
         suspended_at as "suspendedAt", max_sessions as "maxSessions", when_full as "whenFull", fence as geofence, cuts, is_test as "isTest",
         (select revision from revisions where topic = 'stations') as stations
       from credentials where username = ${anyOf('$1', 'text')}`,
    ),
    [usernames],
  )

const changed = statement(
  'credentials-changed',
  `select c.id, c.cuts, c.suspended_at is not null as suspended, c.revoked_at is not null as revoked,
     round(extract(epoch from c.expires_at) * 1000)::bigint as "expiresAt"
   from unnest($1::bigint[], $2::integer[], $3::bigint[]) as known (id, cuts, expires_at) join credentials c on c.id = known.id
   where c.revoked_at is not null or c.cuts <> known.cuts or round(extract(epoch from c.expires_at) * 1000)::bigint <> known.expires_at`,
)

/** Returns the credentials that differ from what the caster knows. */
export const changedAmong = (db: Database, known: readonly KnownTimes[]) =>
  db.query<CredentialChange & { readonly revoked: boolean }>(changed, [
    known.map(({ id }) => id),
    known.map(({ cuts }) => cuts),
    known.map(({ expiresAt }) => expiresAt),
  ])
