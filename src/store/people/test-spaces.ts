// Where what test tokens make belongs: an owner beside the organisation's own, which nobody sees as one.
import { type Database, first, statement } from '../kit/database.ts'

/** Of rows with an owner: not those of tests. */
export const ofOrganisations = (owner = 'owner_id') =>
  `${owner} not in (select id from owners where test_of is not null)`

/** Everybody's, or one organisation's with its tests: `place` holds what `ownerOf` says. */
export const seenBy = (place: string, column = 'owner_id') =>
  `(${place}::bigint is null or ${column} in (select id from owners where ${place} in (owners.id, owners.test_of)))`

/** Joins `organisation`, the owner of `rows` or the one whose test space that is, and `space`, the owner itself. */
export const withOrganisation = (rows: string) =>
  `join owners as space on space.id = ${rows}.owner_id join owners as organisation on organisation.id = coalesce(space.test_of, space.id)`

/** Of rows with an owner: the organisation's and its test space's. */
export const ofOrganisation = (organisation: string, owner = 'owner_id') =>
  `${owner} in (select space.id from owners as space where space.id = ${organisation} or space.test_of = ${organisation})`

/** Made with the first test token of an organisation. Its own name is shown nowhere. */
export const ensureTestSpace = (db: Database, organisationId: number) =>
  db.query(
    statement(
      'test-space-ensure',
      `insert into owners (name, test_of) values (format('test space of owner %s', $1::bigint), $1) on conflict (test_of) where test_of is not null do nothing`,
    ),
    [organisationId],
  )

/** null: it has made no test token yet. */
export async function findTestSpace(db: Database, organisationId: number): Promise<number | null> {
  const select = 'select id from owners where test_of = $1'
  return (await first<{ id: number }>(db, statement('test-space', select), [organisationId]))?.id ?? null
}
