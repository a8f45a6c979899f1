// Records unauthorized requests: in the audit log for known tokens, in the log for all others.
import type { FastifyRequest } from 'fastify'
import { countRejections } from '../../base/limits/counted-rejections.ts'
import type { App } from '../../base/serving/app.ts'
import { program } from '../../domain/audit/action.ts'
import type { Refusal } from '../../domain/codes/refusal.ts'
import type { Token } from '../../domain/people/tokens/token.ts'
import type { RequestAudit } from '../../recording/request-audit.ts'
import type { ApiServices } from './services.ts'

export type NoteRefused = (refusal: Refusal, request: FastifyRequest, token: Token | null) => void

export function refusedNoter(app: App, { clock }: ApiServices, requestAudit: RequestAudit): NoteRefused {
  const noteStranger = countRejections(app, 'requests without a valid token were refused')
  return ({ code, params }, request, token) => {
    if (!token) return noteStranger(request.ip)
    const details = { code, ...params, route: `${request.method} ${request.routeOptions.url}` }
    const subject = { kind: 'token', id: token.id } as const
    requestAudit.note(
      program(token, request),
      { action: 'access.refused', subject, ownerId: token.ownerId, details },
      clock(),
    )
  }
}
