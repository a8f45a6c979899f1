// Pagination: opaque cursors, newest first by id.
import type { FastifyReply } from 'fastify'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'

const DEFAULT_LIMIT = 100

export interface PageQuery {
  readonly limit?: number
  readonly cursor?: string
}

/** For lists that are not ordered by a number: the page starts after the text in the cursor. */
export function textPageOf({ limit = DEFAULT_LIMIT, cursor }: PageQuery): { limit: number; after: string | undefined } {
  return { limit, after: cursor === undefined ? undefined : afterOf(cursor) }
}

function afterOf(cursor: string): string {
  const [, place] = /^after:(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (place) return place
  throw notACursor()
}

export const notACursor = () => invalid(wrong(['cursor'], 'not_a_cursor'))

export function pageOf({ limit = DEFAULT_LIMIT, cursor }: PageQuery): { limit: number; before: number | undefined } {
  return { limit, before: cursor === undefined ? undefined : beforeOf(cursor) }
}

/** For events, whose ids are strings. */
export const eventPageOf = (query: PageQuery) => growingPageOf(query, /^before:(evt_[0-9A-Z]{26})$/)
export const rinexPageOf = (query: PageQuery) => growingPageOf(query, /^before:(rnx_[0-9A-Z]{26})$/)

function growingPageOf(
  { limit = DEFAULT_LIMIT, cursor }: PageQuery,
  form: RegExp,
): { limit: number; before: string | undefined } {
  if (cursor === undefined) return { limit, before: undefined }
  const [, before] = form.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (before === undefined) throw notACursor()
  return { limit, before }
}

function beforeOf(cursor: string): number {
  const [, digits] = /^before:([1-9]\d{0,15})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (digits) return Number(digits)
  throw notACursor()
}

/** `rows` has one row more than the page if another page follows. Sets the `Link` header to that page. */
export const cutPage = <Row extends { id: number | string }>(
  reply: FastifyReply,
  baseUrl: string,
  rows: readonly Row[],
  limit: number,
) => cut(reply, baseUrl, rows, limit, ({ id }) => `before:${id}`)

/** For lists of `textPageOf`. */
export const cutTextPage = <Row>(
  reply: FastifyReply,
  baseUrl: string,
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => string,
) => cut(reply, baseUrl, rows, limit, (row) => `after:${placeOf(row)}`)

function cut<Row>(
  reply: FastifyReply,
  baseUrl: string,
  rows: readonly Row[],
  limit: number,
  cursorOf: (last: Row) => string,
) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || !last) return { page, nextCursor: null }
  const nextCursor = Buffer.from(cursorOf(last)).toString('base64url')
  // The request line may be an absolute URL; only its path is used.
  const { pathname, search } = new URL(reply.request.url, 'http://local')
  const next = new URL(baseUrl + pathname + search)
  next.searchParams.set('cursor', nextCursor)
  reply.header('link', `<${next}>; rel="next"`)
  return { page, nextCursor }
}
