// Refusals of the shop as the browser sees them: problem+json in the same form as everywhere.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConsoleRefusal, type ConsoleRefusalCode } from '../domain/console-refusal.ts'

const STATUS: Partial<Record<ConsoleRefusalCode, number>> = {
  order_not_found: 404,
  product_not_found: 404,
  order_paid: 409,
  order_cancelled: 409,
  no_card_payment: 409,
  no_coverage: 409,
  too_many_orders: 429,
  too_many_attempts: 429,
  payment_provider_failed: 502,
}

export function refuse(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof ConsoleRefusal ? STATUS[error.code] : undefined
  if (status === undefined) throw error
  const { code, message: detail, retryAfterMs } = error as ConsoleRefusal
  if (retryAfterMs !== null) reply.header('retry-after', String(Math.ceil(retryAfterMs / 1000)))
  const problem = { ok: false, type: `urn:vertice:shop:${code}`, title: detail, status, detail, code }
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify({ ...problem, request_id: request.id }))
}
