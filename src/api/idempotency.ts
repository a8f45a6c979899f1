// The header Idempotency-Key on operations that make something.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOnce } from '../actions/answer-once.ts'
import { wrong } from '../domain/fault.ts'
import { invalid } from '../domain/refusal.ts'
import type { Database } from '../store/kit/database.ts'
import type { ApiServices } from './services.ts'

const FORM = /^[\x21-\x7e]{1,255}$/

export const IdempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description:
        'Makes the request safe to repeat: the same key and body give the stored answer (kept 24 h, with `Idempotent-Replayed: true`), another body a 422, a request still running a 409.',
    },
  },
} as const

interface Answer {
  readonly body: object
  readonly location?: string
}

/**
 * Does the work and answers 201; with a key, once for all requests under it. What has to ask the network does so in `before`:
 * the work is done inside a transaction.
 */
export async function answerCreated(
  { db, keys, clock }: ApiServices,
  request: FastifyRequest,
  reply: FastifyReply,
  work: (db: Database) => Promise<Answer>,
  before?: () => Promise<void>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (key === undefined) {
    await before?.()
    return send(reply, await work(db))
  }
  if (typeof key !== 'string' || !FORM.test(key)) {
    throw invalid(wrong(['Idempotency-Key'], 'idempotency_key_form'))
  }
  const once = {
    ownerId: request.token.ownerId,
    key,
    request: `${request.method} ${request.routeOptions.url} ${JSON.stringify(request.body)}`,
  }
  const { answer, replayed } = await answerOnce({ db, keys, now: clock() }, once, { before, work })
  if (replayed) reply.header('idempotent-replayed', 'true')
  return send(reply, answer)
}

function send(reply: FastifyReply, { body, location }: Answer): object {
  reply.code(201)
  if (location) reply.header('location', location)
  return body
}
