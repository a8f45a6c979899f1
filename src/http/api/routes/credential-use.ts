// How a credential is used: its sessions, and why its rover can or cannot connect.
import type { FastifyRequest } from 'fastify'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { preferredLanguage } from '../../../domain/text/preferred-language.ts'
import { activityOf } from '../../../reads/explain-access.ts'
import { findPasses } from '../../../store/credentials/passes.ts'
import { findCredential } from '../../../store/credentials/rows.ts'
import { listSessionPage, type SessionAt } from '../../../store/sessions/rows.ts'
import { DiagnosisResponse, diagnosisExample, diagnosisToWire } from '../../../wire/credentials/diagnosis.ts'
import { SessionList, SessionQuery, sessionExample, sessionToWire } from '../../../wire/sessions/session.ts'
import { findingText } from '../../../words/access.ts'
import { wordsIn } from '../../../words/language.ts'
import { json, problemsOf } from '../describe.ts'
import { cutTextPage, notACursor, textPageOf } from '../paging.ts'
import type { ApiServices } from '../services.ts'
import { IdParams, idOf } from './parameters.ts'

const tags = ['Credentials']

/** In sentences, the same in every language. */
const FIGURES = {
  time: (at: Date) => `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`,
  bytes: (count: number) => `${count} bytes`,
}

const placeOf = ({ startedAt, id }: SessionAt) => `${startedAt.getTime()}:${id}`

function sessionAt(place: string): SessionAt {
  const [, time, id] = /^(\d{1,15}):(.+)$/.exec(place) ?? []
  if (!time || !id) throw notACursor()
  return { startedAt: new Date(Number(time)), id }
}

export function credentialUseRoutes(app: App, services: ApiServices): void {
  const problems = problemsOf(services.rateLimitPerMinute)
  const { db, baseUrl, clock } = services

  async function existing({ token }: FastifyRequest, params: { id: string }) {
    const found = await findCredential(db, token.ownerId, idOf(params))
    if (!found) throw new Refusal('credential_not_found')
    return found
  }

  app.get(
    '/credentials/:id/sesiones',
    {
      config: { scope: 'read', isOpen: true },
      schema: {
        operationId: 'listCredentialSessions',
        tags,
        summary: 'Sessions of a credential, newest first',
        description:
          'Every connection of a rover with it, as long as the operator keeps them. Pages by `cursor`; the `Link` header leads to the next page. Scope `read`.',
        params: IdParams,
        querystring: SessionQuery,
        response: {
          200: json('A page of sessions.', SessionList, { ok: true, sesiones: [sessionExample], next_cursor: null }),
          ...problems('invalid_request', 'credential_not_found'),
        },
      },
    },
    async (request, reply) => {
      const { limit, after } = textPageOf(request.query)
      const place = after === undefined ? null : sessionAt(after)
      const { id } = await existing(request, request.params)
      const rows = await listSessionPage(db, id, place, limit + 1)
      const { page, nextCursor } = cutTextPage(reply, baseUrl, rows, limit, placeOf)
      return { ok: true, sesiones: page.map(sessionToWire), next_cursor: nextCursor }
    },
  )

  app.get(
    '/credentials/:id/diagnostico',
    {
      config: { scope: 'read', isOpen: true },
      schema: {
        operationId: 'diagnoseCredential',
        tags,
        summary: 'Why a rover can or cannot connect',
        description:
          'What is known of the credential, its last attempts and its newest session, each as a stable code and a sentence in the language of `Accept-Language`. Scope `read`.',
        params: IdParams,
        response: {
          200: json('What was found.', DiagnosisResponse, diagnosisExample),
          ...problems('invalid_request', 'credential_not_found'),
        },
      },
    },
    async (request, reply) => {
      const credential = await existing(request, request.params)
      const [pass] = await findPasses(db, [credential.username])
      const context = { db, book: request.current.book, now: clock() }
      const asker = { within: request.token.ownerId, seesSources: false }
      const { findings } = await activityOf(context, asker, { ...credential, ...pass! })
      const language = preferredLanguage(request.headers['accept-language']) ?? 'en'
      const words = wordsIn(language)
      reply.header('content-language', language).header('vary', 'accept-language')
      return diagnosisToWire(findings, (finding) => findingText(words, finding, FIGURES))
    },
  )
}
