// Pages of a list, as in the API: an opaque cursor, newest first by id.
import { wrong } from '../domain/fault.ts'
import { invalid } from '../domain/refusal.ts'

const DEFAULT_LIMIT = 100

export interface Page {
  /** One more than the page holds: it tells whether another follows. */
  readonly limit: number
  readonly before: number | undefined
}

export function pageOf({ limit = DEFAULT_LIMIT, cursor }: { limit?: number; cursor?: string }): Page {
  if (cursor === undefined) return { limit: limit + 1, before: undefined }
  const [, digits] = /^before:([1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!digits) throw invalid(wrong(['cursor'], 'not_a_cursor'))
  return { limit: limit + 1, before: Number(digits) }
}

export function cutPage<Row extends { id: number }>(rows: readonly Row[], { limit }: Page) {
  const page = rows.slice(0, limit - 1)
  const nextCursor = rows.length < limit ? null : Buffer.from(`before:${page.at(-1)!.id}`).toString('base64url')
  return { page, nextCursor }
}
