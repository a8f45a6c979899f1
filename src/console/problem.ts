// Refusals as the browser sees them: problem+json in the same form as the API's.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ConsoleRefusal, type ConsoleRefusalCode } from '../domain/console-refusal.ts'
import type { Problem } from '../wire/problem.ts'

export const CONSOLE_PROBLEMS: Record<ConsoleRefusalCode, readonly [status: number, title: string]> = {
  wrong_credentials: [401, 'Signing in failed'],
  wrong_code: [401, 'The code is not valid'],
  signed_out: [401, 'Nobody is signed in'],
  second_factor_needed: [401, 'The second factor is needed'],
  wrong_password: [403, 'The password is wrong'],
  forbidden: [403, 'Your role does not allow this'],
  cross_site: [403, 'The request comes from another site'],
  user_not_found: [404, 'There is no such user'],
  session_not_found: [404, 'There is no such session'],
  owner_not_found: [404, 'There is no such owner'],
  token_not_found: [404, 'There is no such token'],
  issue_job_not_found: [404, 'There is no such job'],
  delivery_not_found: [404, 'There is no such delivery'],
  entry_not_found: [404, 'There is no such entry'],
  product_not_found: [404, 'There is no such product'],
  order_not_found: [404, 'There is no such order'],
  order_paid: [409, 'The order is paid'],
  order_cancelled: [409, 'The order is cancelled'],
  order_station_archived: [409, 'The station of the order was archived'],
  order_wrong_amount: [409, 'The amount is not that of the order'],
  no_card_payment: [409, 'Cards are not taken here'],
  no_coverage: [409, 'Nothing serves this place'],
  too_many_orders: [429, 'Too many orders'],
  payment_provider_failed: [502, 'The payment provider did not do it'],
  route_not_found: [404, 'There is nothing at this address'],
  file_not_readable: [400, 'The file cannot be read'],
  webhook_inactive: [409, 'The webhook is not active'],
  rover_not_found: [404, 'There is no such rover'],
  station_exists: [409, 'The station exists already'],
  email_taken: [409, 'The e-mail address is taken'],
  owner_exists: [409, 'The owner exists already'],
  last_administrator: [409, 'Somebody must be left to administer'],
  second_factor_missing: [409, 'There is no second factor'],
  no_mail_server: [409, 'Mail is not set up'],
  link_not_valid: [410, 'The link is no longer valid'],
  too_many_attempts: [429, 'Too many attempts'],
  busy: [503, 'Too busy right now'],
}

/** What is not ours to explain goes on to the handler around us, the API's: bad requests, rules of the contract, failures. */
export function handleRefusal(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof ConsoleRefusal)) throw error
  const [status, title] = CONSOLE_PROBLEMS[error.code]
  const problem: Problem = {
    ok: false,
    type: `urn:vertice:console:${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: request.id,
  }
  if (error.retryAfterMs !== null) reply.header('retry-after', String(Math.ceil(error.retryAfterMs / 1000)))
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}
