import { type Database, first, statement } from '../kit/database.ts'

export interface SavedView {
  readonly id: number
  readonly list: string
  readonly name: string
  /** Filters, order and columns as in the URL of the list. */
  readonly query: string
}

const COLUMNS = 'id, list, name, query'

export const listSavedViews = (db: Database, userId: number, list: string) =>
  db.query<SavedView>(
    statement(
      'saved-views',
      `select ${COLUMNS} from saved_views where user_id = $1 and list = $2 order by lower(name), id`,
    ),
    [userId, list],
  )

export interface NewView extends Omit<SavedView, 'id'> {
  readonly userId: number
  readonly createdAt: Date
}

/** Replaces the view of the same name. `null` if the user already has `most` views. */
export const saveView = (db: Database, { userId, list, name, query, createdAt }: NewView, most: number) =>
  first<SavedView>(
    db,
    statement(
      'saved-view-save',
      `insert into saved_views (user_id, list, name, query, created_at)
       select $1, $2, $3, $4, $5
       where (select count(*) from saved_views where user_id = $1 and list = $2 and name <> $3) < $6
       on conflict (user_id, list, name) do update set query = excluded.query returning ${COLUMNS}`,
    ),
    [userId, list, name, query, createdAt, most],
  )

export async function deleteView(db: Database, userId: number, id: number): Promise<boolean> {
  const remove = 'delete from saved_views where id = $2 and user_id = $1 returning id'
  return (await db.query<{ id: number }>(statement('saved-view-delete', remove), [userId, id])).length > 0
}
