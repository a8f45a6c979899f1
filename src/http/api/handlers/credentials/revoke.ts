import { revokeCredential, revokeThose } from '../../../../actions/credentials/revoke.ts'
import type { RequestAudit } from '../../../../recording/request-audit.ts'
import { revocationToWire } from '../../../../wire/credentials/change.ts'
import { idOf } from '../../contract/parameters.ts'
import type { Handlers } from '../../handler.ts'
import type { ApiServices } from '../../services.ts'
import { contextOf, noteRevealed, shown } from './answers.ts'

export function revokeHandlers(
  services: ApiServices,
  requestAudit: RequestAudit,
): Handlers<'DELETE /credentials/:id' | 'POST /credentials/revocar'> {
  const { db, clock } = services
  return {
    'DELETE /credentials/:id': async (request) => {
      const context = contextOf(services, request, db)
      const { credential } = await revokeCredential(context, request.token.ownerId, idOf(request.params))
      const wasRevoked = credential.revokedAt! < context.now
      if (wasRevoked) noteRevealed(requestAudit, request, credential, clock())
      return shown(services, db, request, credential)
    },

    'POST /credentials/revocar': async (request) => {
      const { token, body } = request
      const { revoked, unchanged } = await revokeThose(contextOf(services, request, db), token.ownerId, body.ids)
      return revocationToWire(revoked, unchanged)
    },
  }
}
