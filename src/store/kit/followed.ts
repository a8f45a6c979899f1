// Tracing of the database: a named span per statement and transaction, without statement texts and values.
import type { Around } from '../../base/running/around.ts'
import type { Database, DatabasePool, Statement, Transaction } from './database.ts'

const SYSTEM = { 'db.system.name': 'postgresql' }
const WHAT = /\b(insert into|update|delete from|select)\b/i
const TABLE = /\b(?:from|into|update)\s+([a-z_]+)/i

/** Name of the statement; for an unnamed one, its verb and table. */
export function placeOf({ name, text }: Statement): string {
  if (name) return name
  const [, what = 'statement'] = WHAT.exec(text) ?? []
  const [, table = ''] = TABLE.exec(text) ?? []
  return `${what.split(' ', 1)[0]!.toLowerCase()} ${table}`.trimEnd()
}

/** `isFollowed`: a trace is active. */
export const followedPool = (db: DatabasePool, around: Around, isFollowed: () => boolean): DatabasePool =>
  Object.create(db, Object.getOwnPropertyDescriptors(followed(db, around, isFollowed)))

function followed(db: Database, around: Around, isFollowed: () => boolean): Database {
  const toDatabase = (name: string) =>
    ({ name, kind: 'client', attributes: { ...SYSTEM, 'db.query.summary': name } }) as const
  return {
    query<Row extends object>(statement: Statement, values?: unknown[]): Promise<Row[]> {
      if (!isFollowed()) return db.query<Row>(statement, values)
      return around(toDatabase(placeOf(statement)), async (underway) => {
        const rows = await db.query<Row>(statement, values)
        underway.set('db.response.returned_rows', rows.length)
        return rows
      })
    },
    transaction<Result>(work: (tx: Transaction) => Promise<Result>): Promise<Result> {
      if (!isFollowed()) return db.transaction(work)
      return around(toDatabase('transaction'), () =>
        db.transaction((tx) => work(followed(tx, around, isFollowed) as Transaction)),
      )
    },
  }
}
