// Conditional GET (RFC 9110, 13.1.2) for bodies that are made once and sent many times.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sha256 } from '../secrets.ts'

export interface Cached {
  readonly body: Buffer
  readonly etag: string
}

export function cached(text: string): Cached {
  const body = Buffer.from(text)
  return { body, etag: `"${sha256(body).toString('base64url').slice(0, 22)}"` }
}

export function sendCached(request: FastifyRequest, reply: FastifyReply, { body, etag }: Cached): FastifyReply {
  reply.header('etag', etag).header('cache-control', 'private, no-cache')
  const given = request.headers['if-none-match']
  if (given !== undefined && matches(given, etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

const matches = (given: string, etag: string) =>
  given.trim() === '*' || given.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag)
