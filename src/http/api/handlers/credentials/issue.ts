import type { FastifyRequest } from 'fastify'
import { issueCredentials } from '../../../../actions/credentials/issue.ts'
import type { PathOf } from '../../../../actions/credentials/request/rules.ts'
import { mapInTurns } from '../../../../base/running/turns.ts'
import { Refusal } from '../../../../domain/codes/refusal.ts'
import type { CredentialRequest } from '../../../../domain/credentials/request.ts'
import { UNUSED } from '../../../../domain/credentials/use.ts'
import type { RequestAudit } from '../../../../recording/request-audit.ts'
import type { CredentialWriter } from '../../../../store/credentials/writer.ts'
import type { Database, Transaction } from '../../../../store/kit/database.ts'
import { credentialToWire, servedBy } from '../../../../wire/credentials/credential.ts'
import { credentialFromWire } from '../../../../wire/credentials/request.ts'
import type { Handlers } from '../../handler.ts'
import type { ApiServices } from '../../services.ts'
import { contextOf, noteRead } from './answers.ts'

/** Either the transaction of the idempotency key, or a writer that shares one commit between concurrent requests. */
type Destination = { readonly db: Transaction } | { readonly db: Database; readonly writer: CredentialWriter }

const inBatch: PathOf = (index) => ['credentials', index]

export function issueHandlers(
  services: ApiServices,
  requestAudit: RequestAudit,
): Handlers<'POST /credentials' | 'POST /credentials/batch'> {
  const { db, baseUrl, clock, credentialWriter: writer } = services

  async function issue(
    request: FastifyRequest,
    into: Destination,
    wanted: readonly CredentialRequest[],
    pathOf?: PathOf,
  ) {
    const { token } = request
    if (wanted.some(({ password }) => password !== undefined) && !token.scopes.includes('import'))
      throw new Refusal('insufficient_scope', { scope: 'import' })
    const context = { ...contextOf(services, request, into.db), ...into, hasQuota: token.ownerHasQuota }
    const issued = await issueCredentials(context, token.ownerId, token.ownerId, wanted, pathOf)
    return mapInTurns(issued, ({ credential, secrets }) =>
      credentialToWire(credential, secrets, servedBy(context.book, credential, context.now), UNUSED, baseUrl),
    )
  }

  async function issueOne(request: FastifyRequest<{ Body: Wanted }>, into: Destination) {
    const [credential] = await issue(request, into, [credentialFromWire(request.body)])
    return { body: { ok: true, credential: credential! }, location: `${baseUrl}/api/v1/credentials/${credential!.id}` }
  }

  async function issueMany(request: FastifyRequest<{ Body: { credentials: Wanted[] } }>, into: Destination) {
    const wanted = request.body.credentials.map(credentialFromWire)
    return { body: { ok: true, credentials: await issue(request, into, wanted, inBatch) } }
  }

  return {
    'POST /credentials': {
      work: (request, tx) => issueOne(request, { db: tx }),
      withoutKey: (request) => issueOne(request, { db, writer }),
      replayed: (request) => noteRead(requestAudit, request, { passwords: 1 }, clock()),
    },
    'POST /credentials/batch': {
      work: (request, tx) => issueMany(request, { db: tx }),
      withoutKey: (request) => issueMany(request, { db, writer }),
      replayed: (request) => noteRead(requestAudit, request, { passwords: request.body.credentials.length }, clock()),
    },
  }
}

type Wanted = Parameters<typeof credentialFromWire>[0]
