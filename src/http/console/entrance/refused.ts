// Records requests that the console rejects for missing rights: in the audit log for signed-in users, in the log for
// all others.
import type { FastifyRequest } from 'fastify'
import { countRejections } from '../../../base/limits/counted-rejections.ts'
import type { App } from '../../../base/serving/app.ts'
import { person } from '../../../domain/audit/action.ts'
import { REFUSALS, Refusal, type RefusalCode } from '../../../domain/codes/refusal.ts'
import type { RequestAudit } from '../../../recording/request-audit.ts'

/** Failed sign-ins are audited by their action. The `ORDINARY` codes are normal steps of signing in and confirming. */
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

/** `hasCookie`: a signed-out request without a cookie is normal before the first sign-in, so it is not recorded. */
export function noteRefused(
  app: App,
  requestAudit: RequestAudit,
  clock: () => Date,
  hasCookie: (request: FastifyRequest) => boolean,
): void {
  const noteStranger = countRejections(app, 'requests to the console without a valid session were refused')
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
    requestAudit.note(person(user, request.ip, request.id), { action: 'access.refused', subject, details }, clock())
  })
}
