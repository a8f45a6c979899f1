// Pagination, as in the API: an opaque cursor encodes where the previous page ended.
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid } from '../../../domain/codes/refusal.ts'
import { isWithin, type OwnerScope, scopeOf } from '../../../domain/people/permissions.ts'
import type { SignedIn } from '../services.ts'

const DEFAULT_LIMIT = 100

export interface PageOf<Row> {
  readonly page: readonly Row[]
  readonly nextCursor: string | null
}

export const NOTHING: PageOf<never> = { page: [], nextCursor: null }

export const cursorOf = (place: string): string => Buffer.from(place).toString('base64url')

/** The groups that `form` matches in the cursor; `undefined` for the first page. */
export function placeIn(cursor: string, form: RegExp): readonly string[]
export function placeIn(cursor: string | undefined, form: RegExp): readonly string[] | undefined
export function placeIn(cursor: string | undefined, form: RegExp): readonly string[] | undefined {
  if (cursor === undefined) return undefined
  const found = form.exec(Buffer.from(cursor, 'base64url').toString())
  if (!found) throw notACursor()
  return found.slice(1)
}

export const notACursor = () => invalid(wrong(['cursor'], 'not_a_cursor'))

/** `rows` has one row more than `limit` if another page follows. */
export function cutAt<Row>(rows: readonly Row[], limit: number, placeOf: (last: Row) => string): PageOf<Row> {
  const page = rows.slice(0, limit)
  return { page, nextCursor: rows.length > limit ? cursorOf(placeOf(page.at(-1)!)) : null }
}

interface PageQuery {
  readonly limit?: number
  readonly cursor?: string | undefined
}

interface Page {
  /** One more than the page holds, to detect whether another page follows. */
  readonly limit: number
  readonly before: number | undefined
}

export async function newestPage<Row extends { readonly id: number }>(
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  list: (page: Page) => Promise<readonly Row[]>,
): Promise<PageOf<Row>> {
  const [digits] = placeIn(cursor, /^before:([1-9]\d{0,15})$/) ?? []
  const rows = await list({ limit: limit + 1, before: digits === undefined ? undefined : Number(digits) })
  return cutAt(rows, limit, ({ id }) => `before:${id}`)
}

/** Like `newestPage`, for rows that belong to an owner: all that the user may see, or those of one owner. */
export function ownedPage<Row extends { readonly id: number }>(
  { user }: SignedIn,
  query: PageQuery & { readonly ownerId?: number },
  list: (scope: OwnerScope, page: Page) => Promise<readonly Row[]>,
): Promise<PageOf<Row>> {
  const scope = scopeWithin(scopeOf(user), query.ownerId)
  return newestPage(query, async (page) => (scope === null ? [] : list(scope, page)))
}

/** Scope of a list. `null` if the user asks for another owner's rows, which returns an empty list. */
export function scopeWithin(scope: OwnerScope, ownerId: number | undefined): OwnerScope | null {
  if (ownerId === undefined) return scope
  return isWithin(scope, ownerId) ? ownerId : null
}
