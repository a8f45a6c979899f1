import type { FirstRows } from '../../domain/network/overview/first-steps.ts'
import type { OwnerScope } from '../../domain/people/permissions.ts'
import { type Database, first, only, statement } from '../kit/database.ts'
import { ownedBy, ownerOf } from '../kit/listing.ts'

/** Checks whether any rows exist; rows of test spaces do not count. */
export const readFirstRows = (db: Database, scope: OwnerScope): Promise<FirstRows> =>
  only<FirstRows>(
    db,
    statement(
      'first-rows',
      `select exists (select from owners where test_of is null) as "hasOwner", ${some('credentials', '$1')} as "hasCredential",
         ${some('tokens', '$1')} as "hasToken",
         case when $1::bigint is null then exists (select from sessions where bytes > 0)
           else exists (select from credentials c join sessions s on s.credential_id = c.id where c.owner_id = $1 and s.bytes > 0) end as "hasRover"`,
    ),
    [ownerOf(scope)],
  )

const some = (table: 'credentials' | 'tokens', owner: string) =>
  `exists (select from owners cross join lateral (select from ${table} where owner_id = owners.id limit 1) as own where test_of is null and ${ownedBy(owner, 'owners.id')})`

export const hasCredentials = async (db: Database): Promise<boolean> =>
  (await only<{ some: boolean }>(db, statement('credentials-any', `select ${some('credentials', 'null')} as some`)))
    .some

export interface TriedCredential {
  readonly id: number
  readonly username: string
}

/** The credential that connected last; if none ever did, the one issued last. `null` if there is none. */
export const findTriedCredential = (db: Database, scope: OwnerScope): Promise<TriedCredential | null> =>
  first<TriedCredential>(
    db,
    statement(
      'first-tried-credential',
      `(select c.id, c.username from sessions s join credentials c on c.id = s.credential_id
        where ${ownedBy('$1', 'c.owner_id')} order by s.started_at desc limit 1)
       union all
       (select id, username from credentials where ${ownedBy('$1')} order by id desc limit 1) limit 1`,
    ),
    [ownerOf(scope)],
  )
