// Conditional requests (RFC 9110, 13): GET for bodies that are built and compressed once, and changes with If-Match.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../../base/secrets.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { compress, type Encoding, encodingFor, varyByEncoding } from './compression.ts'

export interface Cached {
  readonly body: Buffer
  readonly etag: string
  /** Filled on first use. */
  readonly compressed: Map<Encoding, Promise<Buffer>>
}

export function cached(text: string): Cached {
  const body = Buffer.from(text)
  return { body, etag: tagOf(body), compressed: new Map() }
}

const tagOf = (bytes: Buffer) => `"${sha256(bytes).toString('base64url').slice(0, 22)}"`

const JSON_TYPE = 'application/json; charset=utf-8'

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, compressed }: Cached,
  type = JSON_TYPE,
): FastifyReply | Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], body.length)
  varyByEncoding(reply)
  // Weak, because compression changes the bytes but not the meaning (RFC 9110, 8.8.1).
  reply.header('etag', encoding ? `W/${etag}` : etag).header('cache-control', 'private, no-cache')
  const given = request.headers['if-none-match']
  if (given !== undefined && matches(given, etag)) return reply.code(304).send()
  reply.type(type)
  if (encoding === null) return reply.send(body)
  let making = compressed.get(encoding)
  if (!making) {
    making = compress(encoding, body)
    compressed.set(encoding, making)
  }
  return making.then((bytes) => reply.header('content-encoding', encoding).send(bytes))
}

const matches = (given: string, etag: string) =>
  given.trim() === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)

/** ETag for If-Match, computed from the fields that changes alter, independent of their order. */
export const entityTag = (facts: object): string => tagOf(Buffer.from(JSON.stringify(facts, inOrder)))

const inOrder = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

/** Rejects a change with a stale If-Match. Comparison is strong, so a weak tag never matches (RFC 9110, 13.1.1). */
export function requireMatch({ headers }: FastifyRequest, etag: string): void {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return
  if (!given.split(',').some((candidate) => candidate.trim() === etag)) throw new Refusal('precondition_failed')
}

export const IfMatchHeader = {
  type: 'object',
  properties: {
    'if-match': {
      type: 'string',
      maxLength: 1000,
      description:
        'The `ETag` of the version that you read. If the resource has changed since then, the request changes nothing and returns 412.',
    },
  },
} as const
