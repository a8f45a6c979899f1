// What only test tokens can do.
import { endTestCredential } from '../../../actions/credentials/end-test.ts'
import { openCredential } from '../../../actions/credentials/seal.ts'
import type { App } from '../../../base/serving/app.ts'
import { program } from '../../../domain/audit/deed.ts'
import { UNUSED } from '../../../domain/credentials/use.ts'
import { CredentialResponse, credentialToWire, expiredTestExample } from '../../../wire/credentials/credential.ts'
import { json, problemsOf } from '../describe.ts'
import type { ApiServices } from '../services.ts'
import { around } from './credential-answers.ts'
import { IdParams, idOf } from './parameters.ts'

export function testModeRoutes(app: App, services: ApiServices): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, keys, baseUrl, clock } = services

  app.post(
    '/credentials/:id/vencer',
    {
      config: { scope: 'revoke' },
      schema: {
        operationId: 'expireTestCredential',
        tags: ['Credentials'],
        summary: 'End a test credential now',
        description:
          'As if its time had passed: `expira_at` is now, and `credential.expired` is emitted. Again: the same answer and no second event. Only for credentials of test tokens; any other of the owner is a 403. Scope `revoke`.',
        params: IdParams,
        response: {
          200: json('The credential, expired.', CredentialResponse, { ok: true, credential: expiredTestExample }),
          ...problems('invalid_request', 'credential_not_found', 'credential_revoked', 'only_in_test_mode'),
        },
      },
    },
    async (request) => {
      const { params, token, current } = request
      const { book } = current
      const now = clock()
      const context = { db, keys, book, now, by: program(token, request) }
      const ended = await endTestCredential(context, token.ownerId, idOf(params))
      const servedBy = around(book, ended, now)
      // No rover was ever let in with it.
      return { ok: true, credential: credentialToWire(ended, openCredential(keys, ended), servedBy, UNUSED, baseUrl) }
    },
  )
}
