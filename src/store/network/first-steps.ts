import { type Database, only, statement } from '../kit/database.ts'

export interface FirstRows {
  readonly hasOwner: boolean
  readonly hasCredential: boolean
  readonly hasRover: boolean
}

/** Checks whether any rows exist; rows of test spaces do not count. */
export const readFirstRows = (db: Database): Promise<FirstRows> =>
  only<FirstRows>(
    db,
    statement(
      'first-rows',
      `select exists (select from owners where test_of is null) as "hasOwner", ${CREDENTIALS} as "hasCredential", exists (select from sessions) as "hasRover"`,
    ),
  )

const CREDENTIALS =
  'exists (select from owners cross join lateral (select from credentials where owner_id = owners.id limit 1) as own where test_of is null)'

export const hasCredentials = async (db: Database): Promise<boolean> =>
  (await only<{ some: boolean }>(db, statement('credentials-any', `select ${CREDENTIALS} as some`))).some
