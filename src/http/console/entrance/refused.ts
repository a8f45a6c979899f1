// Whatever the console refuses for want of a right leaves a trace, wherever it was refused: of somebody signed in an entry of the
// audit log, of anybody else a line of the log.
import type { FastifyRequest } from 'fastify'
import { countStrangers } from '../../../base/limits/counted-strangers.ts'
import type { App } from '../../../base/serving/app.ts'
import { person } from '../../../domain/audit/action.ts'
import { REFUSALS, Refusal, type RefusalCode } from '../../../domain/codes/refusal.ts'
import type { Traces } from '../../../recording/traces.ts'

/** Guesses have an entry of their own, written by the action; the others are steps of signing in and of going on, and no sign of anything. */
const TOLD_ELSEWHERE: readonly RefusalCode[] = [
  'wrong_credentials',
  'wrong_password',
  'wrong_code',
  'sso_failed',
  'sso_no_entry',
]
const ORDINARY: readonly RefusalCode[] = ['second_factor_needed', 'confirmation_needed']
const UNNOTED = new Set([...TOLD_ELSEWHERE, ...ORDINARY])

const isForWantOfRight = ({ code }: Refusal): boolean =>
  ['unauthenticated', 'forbidden'].includes(REFUSALS[code].kind) && !UNNOTED.has(code)

/** `hasCookie`: who brings none has not signed in yet, which the login page asks of everybody. */
export function noteRefused(
  app: App,
  traces: Traces,
  clock: () => Date,
  hasCookie: (request: FastifyRequest) => boolean,
): void {
  const noteStranger = countStrangers(app, 'requests to the console without a valid session were refused')
  app.addHook('onError', async (request, _, error) => {
    if (!(error instanceof Refusal) || !isForWantOfRight(error)) return
    const { code, params } = error
    if (request.signedIn === null) {
      if (code !== 'signed_out' || hasCookie(request)) noteStranger(request.ip)
      return
    }
    const { user } = request.signedIn
    const details = { code, ...params, route: `${request.method} ${request.routeOptions.url}` }
    const subject = { kind: 'user', id: user.id } as const
    traces.note(person(user, request.ip, request.id), { action: 'access.refused', subject, details }, clock())
  })
}
