// Public links to the wall. The database has only the hashes of their keys.
import type { WallLink } from '../../domain/network/overview/wall.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

const COLUMNS = 'id, name, created_by as "createdBy", created_at as "createdAt"'

/** Links that work, newest first. */
export const listWallLinks = (db: Database) =>
  db.query<WallLink>(
    statement('wall-links', `select ${COLUMNS} from wall_links where withdrawn_at is null order by id desc`),
  )

export type NewWallLink = Omit<WallLink, 'id'> & { readonly keyHash: Buffer }

/** `null` if there are already `most` links. */
export const insertWallLink = (
  db: Database,
  { name, keyHash, createdBy, createdAt }: NewWallLink,
  most: number,
): Promise<WallLink | null> =>
  first<WallLink>(
    db,
    statement(
      'wall-link-add',
      `insert into wall_links (name, key_hash, created_by, created_at) select $1, $2, $3, $4
       where (select count(*) from wall_links where withdrawn_at is null) < $5 returning ${COLUMNS}`,
    ),
    [name, keyHash, createdBy, createdAt, most],
  )

/** `null` if the link does not exist or was withdrawn before. */
export const withdrawWallLinkRow = (db: Database, id: number, now: Date) =>
  first<WallLink>(
    db,
    statement(
      'wall-link-withdraw',
      `update wall_links set withdrawn_at = $2 where id = $1 and withdrawn_at is null returning ${COLUMNS}`,
    ),
    [id, now],
  )

/** Asked for each request, so that a withdrawn link stops working immediately on all nodes. */
export async function isWallLinkOpen(db: Database, keyHash: Buffer): Promise<boolean> {
  const select = 'select exists (select from wall_links where key_hash = $1 and withdrawn_at is null) as open'
  return (await only<{ open: boolean }>(db, statement('wall-link-open', select), [keyHash])).open
}
