import type { FastifyRequest } from 'fastify'
import { changeCredential } from '../../../../actions/credentials/change.ts'
import type { Change } from '../../../../actions/credentials/lock.ts'
import { changePassword } from '../../../../actions/credentials/password.ts'
import { renewCredential } from '../../../../actions/credentials/renew.ts'
import { resumeCredential, suspendCredential } from '../../../../actions/credentials/suspend.ts'
import { sendDelivery } from '../../../../actions/delivery/send.ts'
import type { RequestAudit } from '../../../../recording/request-audit.ts'
import type { StoredCredential } from '../../../../store/credentials/columns.ts'
import { findCredential } from '../../../../store/credentials/use.ts'
import { changeFromWire, mailedToWire, renewalFromWire } from '../../../../wire/credentials/change.ts'
import type { CREDENTIAL_CHANGE_OPERATIONS } from '../../contract/credential-changes.ts'
import { idOf } from '../../contract/parameters.ts'
import type { Handlers } from '../../handler.ts'
import type { ApiServices } from '../../services.ts'
import { requireMatch } from '../../transport/conditional.ts'
import { contextOf, credentialTag, existing, noteRevealed, shown, shownWith } from './answers.ts'

type Names = Exclude<keyof typeof CREDENTIAL_CHANGE_OPERATIONS, 'POST /credentials/revocar'>

export function changeHandlers(services: ApiServices, requestAudit: RequestAudit): Handlers<Names> {
  const { db, clock } = services

  /** The action audits a change. A call that changes nothing still reveals the password, so it is recorded here. */
  function answerChange(request: FastifyRequest, { credential, changed }: Change) {
    if (!changed) noteRevealed(requestAudit, request, credential, clock())
    return shown(services, db, request, credential)
  }

  async function replayed(request: FastifyRequest & { params: { id: string } }): Promise<void> {
    noteRevealed(requestAudit, request, await existing(db, request, request.params), clock())
  }

  return {
    'POST /credentials/:id/renovar': {
      work: async (request, tx) => {
        const { token, params, body } = request
        const context = contextOf(services, request, tx)
        const renewed = await renewCredential(context, token.ownerId, idOf(params), renewalFromWire(body))
        return { body: await shown(services, tx, request, renewed) }
      },
      replayed,
    },

    'POST /credentials/:id/suspender': async (request) => {
      const { token, params } = request
      const context = contextOf(services, request, db)
      return answerChange(request, await suspendCredential(context, token.ownerId, idOf(params)))
    },

    'POST /credentials/:id/reanudar': async (request) => {
      const { token, params } = request
      const context = contextOf(services, request, db)
      return answerChange(request, await resumeCredential(context, token.ownerId, idOf(params)))
    },

    'PATCH /credentials/:id': async (request, reply) => {
      const wish = changeFromWire(request.body)
      const { ownerId, limits } = request.token
      const seesPasswords = !limits.includes('no_passwords')
      const context = contextOf(services, request, db)
      const id = idOf(request.params)
      const check = (found: StoredCredential) => requireMatch(request, credentialTag(found))
      const change = await changeCredential(context, ownerId, id, wish, { seesPasswords, check })
      reply.header('etag', credentialTag(change.credential))
      return answerChange(request, change)
    },

    'POST /credentials/:id/password': {
      work: async (request, tx) => {
        const { token, params } = request
        const { credential } = await changePassword(contextOf(services, request, tx), token.ownerId, idOf(params))
        return { body: await shown(services, tx, request, credential) }
      },
      replayed,
    },

    'POST /credentials/:id/enviar': {
      work: async (request, tx) => {
        const { ownerId } = request.token
        const id = idOf(request.params)
        const mail = await sendDelivery(contextOf(services, request, tx), ownerId, id, { field: 'customerEmail' })
        const found = (await findCredential(tx, ownerId, id))!
        // Test credentials are never mailed, but get the same answer.
        const recipient = mail?.recipient ?? found.customerEmail!
        return { body: mailedToWire(shownWith(services, request, found, found), recipient) }
      },
      replayed,
    },
  }
}
