// What is refused for want of a right leaves a trace: of a token that we know, an entry of the audit log; of anybody else a line of the log.
import type { FastifyRequest } from 'fastify'
import { program } from '../domain/audit/deed.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { Token } from '../domain/tokens/token.ts'
import type { Traces } from '../recording/traces.ts'
import type { App } from '../running/app.ts'
import { CountedLines } from '../running/counted-lines.ts'
import { clientOf } from '../running/rate-limiter.ts'
import type { ApiServices } from './services.ts'

const SWEEP_EVERY_MS = 10_000

export type NoteRefused = (refusal: Refusal, request: FastifyRequest, token: Token | null) => void

export function refusedNoter(app: App, { log, clock }: ApiServices, traces: Traces): NoteRefused {
  const strangers = new CountedLines((address, times) =>
    log.warn({ address, times }, 'requests without a valid token were refused'),
  )
  const timer = setInterval(() => strangers.endMinute(Date.now()), SWEEP_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
  return ({ code, params }, request, token) => {
    if (!token) return strangers.hit(clientOf(request.ip), Date.now())
    const details = { code, ...params, route: `${request.method} ${request.routeOptions.url}` }
    const subject = { kind: 'token', id: token.id } as const
    traces.note(
      program(token, request),
      { action: 'access.refused', subject, ownerId: token.ownerId, details },
      clock(),
    )
  }
}
