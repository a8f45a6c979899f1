// Test spaces: an owner per organisation that holds what its test tokens create. It is never shown as an owner.
import { type Database, first, statement } from '../kit/database.ts'

/** SQL condition that leaves out rows of test spaces. */
export const ofOrganisations = (owner = 'owner_id') =>
  `${owner} not in (select id from owners where test_of is not null)`

/** SQL condition: all owners, or one organisation with its test space. `place` is a parameter, see `ownerOf`. */
export const seenBy = (place: string, column = 'owner_id') =>
  `(${place}::bigint is null or ${column} in (select id from owners where ${place} in (owners.id, owners.test_of)))`

/** Joins `space`, the owner of `rows`, and `organisation`, the owner itself or the one whose test space it is. */
export const withOrganisation = (rows: string) =>
  `join owners as space on space.id = ${rows}.owner_id join owners as organisation on organisation.id = coalesce(space.test_of, space.id)`

/** SQL condition: rows of the organisation and of its test space. */
export const ofOrganisation = (organisation: string, owner = 'owner_id') =>
  `${owner} in (select space.id from owners as space where space.id = ${organisation} or space.test_of = ${organisation})`

/** Created with the first test token of an organisation. Its name is never shown. */
export const ensureTestSpace = (db: Database, organisationId: number) =>
  db.query(
    statement(
      'test-space-ensure',
      `insert into owners (name, test_of) values (format('test space of owner %s', $1::bigint), $1) on conflict (test_of) where test_of is not null do nothing`,
    ),
    [organisationId],
  )

/** `null` if the organisation has created no test token yet. */
export async function findTestSpace(db: Database, organisationId: number): Promise<number | null> {
  const select = 'select id from owners where test_of = $1'
  return (await first<{ id: number }>(db, statement('test-space', select), [organisationId]))?.id ?? null
}

export async function isTestSpace(db: Database, ownerId: number): Promise<boolean> {
  const select = 'select test_of is not null as "isTest" from owners where id = $1'
  return (await first<{ isTest: boolean }>(db, statement('test-space-is', select), [ownerId]))?.isTest ?? false
}
