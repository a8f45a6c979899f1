// Creates and withdraws public links to the wall.
import { BASE62, randomCode, sha256 } from '../../base/secrets.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../domain/codes/refusal.ts'
import { MOST_WALL_LINKS, WALL_KEY_LENGTH, type WallLink } from '../../domain/network/overview/wall.ts'
import { insertWallLink, withdrawWallLinkRow } from '../../store/network/wall-links.ts'
import { type ActionContext, record } from '../context.ts'

/** `key` is returned only here: the database has its hash. */
export function createWallLink(
  context: ActionContext,
  name: string,
): Promise<{ readonly link: WallLink; readonly key: string }> {
  return context.db.transaction(async (tx) => {
    const key = randomCode(WALL_KEY_LENGTH, BASE62)
    const wanted = { name, keyHash: sha256(key), createdBy: context.by.name, createdAt: context.now }
    const link = await insertWallLink(tx, wanted, MOST_WALL_LINKS)
    if (!link) throw invalid(wrong(['name'], 'too_many', { most: MOST_WALL_LINKS }))
    await record(tx, context, { action: 'wall_link.created', details: { id: link.id, name } })
    return { link, key }
  })
}

/** The link stops working with the next request for its data. */
export function withdrawWallLink(context: ActionContext, id: number): Promise<void> {
  return context.db.transaction(async (tx) => {
    const link = await withdrawWallLinkRow(tx, id, context.now)
    if (!link) throw new Refusal('wall_link_not_found')
    await record(tx, context, { action: 'wall_link.withdrawn', details: { id, name: link.name } })
  })
}
