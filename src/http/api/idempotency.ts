// Runs idempotent operations: at most once per owner and `Idempotency-Key`.
import type { FastifyReply } from 'fastify'
import { answerOnce } from '../../actions/answer-once.ts'
import { inTurns } from '../../base/running/turns.ts'
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { canonicalJson } from '../../domain/text/canonical-json.ts'
import type { AnswerOf, IdempotentName } from './contract/operations.ts'
import { idOf } from './contract/parameters.ts'
import type { Answered, IdempotentHandler, RequestOf } from './handler.ts'
import type { ApiServices } from './services.ts'

const KEY_FORM = /^[\x21-\x7e]{1,255}$/

export const IdempotencyHeader = {
  type: 'object',
  properties: {
    'idempotency-key': {
      type: 'string',
      pattern: '^[!-~]{1,255}$',
      description:
        'Makes the request safe to retry. The same key with the same body returns the stored response (kept for 24 h, with `Idempotent-Replayed: true`). The same key with another body returns 422. While the first request is still running, the response is 409.',
    },
  },
} as const

export async function runIdempotent<Name extends IdempotentName>(
  services: ApiServices,
  request: RequestOf<Name>,
  reply: FastifyReply,
  handler: IdempotentHandler<Name>,
): Promise<AnswerOf<Name>> {
  for (const id of Object.values<string>(request.params ?? {})) idOf({ id })
  handler.check?.(request)
  const key = request.headers['idempotency-key']
  const { body, location } =
    key === undefined ? await once(services, request, handler) : await underKey(services, request, reply, handler)
  if (location) reply.header('location', location)
  return body
}

async function once<Name extends IdempotentName>(
  { db }: ApiServices,
  request: RequestOf<Name>,
  { before, work, withoutKey }: IdempotentHandler<Name>,
): Promise<Answered<Name>> {
  await before?.(request)
  return withoutKey ? withoutKey(request) : db.transaction((tx) => work(request, tx))
}

async function underKey<Name extends IdempotentName>(
  { db, keys, clock }: ApiServices,
  request: RequestOf<Name>,
  reply: FastifyReply,
  { before, work, replayed: onReplay }: IdempotentHandler<Name>,
): Promise<Answered<Name>> {
  const key = request.headers['idempotency-key']
  if (typeof key !== 'string' || !KEY_FORM.test(key)) throw invalid(wrong(['Idempotency-Key'], 'idempotency_key_form'))
  const { answer, replayed } = await answerOnce(
    { db, keys, now: clock() },
    { ownerId: request.token.ownerId, key, request: await fingerprintOf(request) },
    { before: before && (() => before(request)), work: (tx) => work(request, tx) },
  )
  if (replayed) {
    reply.header('idempotent-replayed', 'true')
    await onReplay?.(request)
  }
  return answer
}

/** Includes the path parameters: the same body for two resources is two different requests. */
async function fingerprintOf<Name extends IdempotentName>(request: RequestOf<Name>): Promise<string> {
  const { method, routeOptions, params, body } = request
  const named = Object.keys(params ?? {}).length > 0 ? ` ${JSON.stringify(params)}` : ''
  return `${method} ${routeOptions.url}${named} ${await inTurns(canonicalJson(body))}`
}
