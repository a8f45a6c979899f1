import { preferredLanguage } from '../../../../domain/text/preferred-language.ts'
import { activityOf } from '../../../../reads/explain-access.ts'
import { findPasses } from '../../../../store/credentials/passes.ts'
import { listSessionPage, type SessionAt } from '../../../../store/sessions/rows.ts'
import { diagnosisToWire } from '../../../../wire/credentials/diagnosis.ts'
import { sessionToWire } from '../../../../wire/sessions/session.ts'
import { findingText } from '../../../../words/access.ts'
import { wordsIn } from '../../../../words/language.ts'
import type { Handlers } from '../../handler.ts'
import { cutTextPage, notACursor, textPageOf } from '../../paging.ts'
import type { ApiServices } from '../../services.ts'
import { existing } from './answers.ts'

/** Formats of times and sizes in sentences, the same in every language. */
const FORMATS = {
  time: (at: Date) => `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC`,
  bytes: (count: number) => `${count} bytes`,
}

const placeOf = ({ startedAt, id }: SessionAt) => `${startedAt.getTime()}:${id}`

function sessionAt(place: string): SessionAt {
  const [, time, id] = /^(\d{1,15}):(.+)$/.exec(place) ?? []
  if (!time || !id) throw notACursor()
  return { startedAt: new Date(Number(time)), id }
}

type Names = 'GET /credentials/:id/sesiones' | 'GET /credentials/:id/diagnostico'

export const useHandlers = ({ db, baseUrl, clock }: ApiServices): Handlers<Names> => ({
  'GET /credentials/:id/sesiones': async (request, reply) => {
    const { limit, after } = textPageOf(request.query)
    const place = after === undefined ? null : sessionAt(after)
    const { id } = await existing(db, request, request.params)
    const rows = await listSessionPage(db, id, place, limit + 1)
    const { page, nextCursor } = cutTextPage(reply, baseUrl, rows, limit, placeOf)
    return { ok: true, sesiones: page.map(sessionToWire), next_cursor: nextCursor }
  },

  'GET /credentials/:id/diagnostico': async (request, reply) => {
    const credential = await existing(db, request, request.params)
    const [pass] = await findPasses(db, [credential.username])
    const context = { db, book: request.current.book, now: clock() }
    const asker = { within: request.token.ownerId, seesSources: false }
    const { findings } = await activityOf(context, asker, { ...credential, ...pass! })
    const language = preferredLanguage(request.headers['accept-language']) ?? 'en'
    const words = wordsIn(language)
    reply.header('content-language', language).header('vary', 'accept-language')
    return diagnosisToWire(findings, (finding) => findingText(words, finding, FORMATS))
  },
})
