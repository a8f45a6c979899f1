// Conditional GET (RFC 9110, 13.1.2) for bodies that are made and compressed once and sent many times.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../../../base/secrets.ts'
import { compress, type Encoding, encodingFor, varyByEncoding } from './compression.ts'

export interface Cached {
  readonly body: Buffer
  readonly etag: string
  /** Made on first use. */
  readonly compressed: Map<Encoding, Promise<Buffer>>
}

export function cached(text: string): Cached {
  const body = Buffer.from(text)
  return { body, etag: `"${sha256(body).toString('base64url').slice(0, 22)}"`, compressed: new Map() }
}

const JSON_TYPE = 'application/json; charset=utf-8'

export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, compressed }: Cached,
  type = JSON_TYPE,
): FastifyReply | Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'], body.length)
  varyByEncoding(reply)
  // Weak: other bytes with the same meaning (RFC 9110, 8.8.1).
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
