// Pages of a list: an opaque cursor, newest first by id.
import type { FastifyReply } from 'fastify'
import { wrong } from '../domain/fault.ts'
import { invalid } from '../domain/refusal.ts'

const DEFAULT_LIMIT = 100

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

export function pageOf({ limit = DEFAULT_LIMIT, cursor }: PageQuery): { limit: number; before: number | undefined } {
  return { limit, before: cursor === undefined ? undefined : beforeOf(cursor) }
}

function beforeOf(cursor: string): number {
  const [, digits] = /^before:([1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (digits) return Number(digits)
  throw invalid(wrong(['cursor'], 'not_a_cursor'))
}

/**
 * `rows` holds one more than the page, if there is one: it tells whether another page follows.
 * Sets the `Link` header to it.
 */
export function cutPage<Row extends { id: number }>(
  reply: FastifyReply,
  baseUrl: string,
  rows: readonly Row[],
  limit: number,
) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || !last) return { page, nextCursor: null }
  const nextCursor = Buffer.from(`before:${last.id}`).toString('base64url')
  // The request line may name a whole address; only its path is ours.
  const { pathname, search } = new URL(reply.request.url, 'http://local')
  const next = new URL(baseUrl + pathname + search)
  next.searchParams.set('cursor', nextCursor)
  reply.header('link', `<${next}>; rel="next"`)
  return { page, nextCursor }
}
