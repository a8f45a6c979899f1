// The header Idempotency-Key on operations that make something.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOnce } from '../../actions/answer-once.ts'
import { inTurns } from '../../base/running/turns.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { canonicalJson } from '../../domain/text/canonical-json.ts'
import type { Database } from '../../store/kit/database.ts'
import type { ApiServices } from './services.ts'

const FORM = /^[\x21-\x7e]{1,255}$/

export const IdempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      pattern: '^[!-~]{1,255}$',
      description:
        'Makes the request safe to repeat: the same key and body give the stored answer (kept 24 h, with `Idempotent-Replayed: true`), another body a 422, a request still running a 409.',
    },
  },
} as const

interface Answer {
  readonly body: object
  readonly location?: string
  /** Left out: 201. */
  readonly status?: number
}

/**
 * Does the work and answers; with a key, once for all requests under it. What has to ask the network does so in `before`:
 * the work is done inside a transaction.
 */
export async function answerDone(
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
  const operation = `${request.method} ${request.routeOptions.url}${paramsOf(request)}`
  const once = {
    ownerId: request.token.ownerId,
    key,
    request: `${operation} ${await inTurns(canonicalJson(request.body))}`,
  }
  const { answer, replayed } = await answerOnce({ db, keys, now: clock() }, once, { before, work })
  if (replayed) reply.header('idempotent-replayed', 'true')
  return send(reply, answer)
}

/** Two resources under one path are not the same request. */
const paramsOf = ({ params }: FastifyRequest): string =>
  Object.keys(params as object).length > 0 ? ` ${JSON.stringify(params)}` : ''

function send(reply: FastifyReply, { body, location, status = 201 }: Answer): object {
  reply.code(status)
  if (location) reply.header('location', location)
  return body
}
