// What a customer has in hand: the mails that were sent, and the link. A reseller's are its owner's.
import { Type } from 'typebox'
import { renewLink, withdrawLink } from '../../actions/handover/link.ts'
import { sendHandover } from '../../actions/handover/send.ts'
import { type OwnerScope, scopeOf } from '../../domain/people/permissions.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { Refusal } from '../../domain/refusal.ts'
import { findListedCredential } from '../../store/credentials/pages.ts'
import { findHandover, findLinked, listMailsOf, type MailOutcome } from '../../store/handover/handovers.ts'
import { linkOf } from '../../wire/credentials/credential.ts'
import { Body, Email, IdParams, idOf } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'

const reading = { access: 'credentials.read' } as const
const changing = { access: 'credentials.change' } as const
const MAILS_SHOWN = 20

export function handoverRoutes(app: App, { db, baseUrl, customerMail = null }: ConsoleServices, gate: Gate): void {
  const ofOne = { schema: { params: IdParams } }

  // Without the link itself: it shows the password, and looking at one leaves a trace.
  app.get('/credentials/:id/handover', { ...ofOne, config: reading }, async ({ params, visitor }) => {
    const { id, ownerId } = await existing(scopeOf(visitor.user), idOf(params.id))
    const [[linked], asked, mails] = await Promise.all([
      findLinked(db, [id]),
      findHandover(db, ownerId, id),
      listMailsOf(db, ownerId, id, MAILS_SHOWN),
    ])
    return {
      ok: true,
      canMail: customerMail !== null,
      linkWithdrawnAt: linked?.linkWithdrawnAt ?? null,
      nextNoticeAt: asked?.nextNoticeAt ?? null,
      mails: mails.map(mailAnswer),
    }
  })

  const MailBody = Body({
    email: Type.Optional(Email),
    language: Type.Optional(Type.Unsafe<Language>({ enum: [...LANGUAGES] })),
  })
  const sending = { config: changing, schema: { params: IdParams, body: MailBody } }
  app.post('/credentials/:id/mail', sending, async (request, reply) => {
    const context = { ...gate.context(request), customerMail }
    const mail = await sendHandover(context, scopeOf(request.visitor.user), idOf(request.params.id), request.body)
    return reply.code(202).send({ ok: true, mail: mailAnswer(mail) })
  })

  app.delete('/credentials/:id/link', { ...ofOne, config: changing }, async (request) => {
    const scope = scopeOf(request.visitor.user)
    return { ok: true, linkWithdrawnAt: await withdrawLink(gate.context(request), scope, idOf(request.params.id)) }
  })

  app.post('/credentials/:id/link', { ...ofOne, config: changing }, async (request, reply) => {
    const linkKey = await renewLink(gate.context(request), scopeOf(request.visitor.user), idOf(request.params.id))
    const url = linkOf(baseUrl, { linkKey })
    return reply.code(201).send({ ok: true, url, pdf: `${url}.pdf` })
  })

  async function existing(scope: OwnerScope, id: number) {
    const found = await findListedCredential(db, scope, id)
    if (!found) throw new Refusal('credential_not_found')
    return found
  }
}

const mailAnswer = (mail: MailOutcome) => ({
  id: mail.id,
  kind: mail.kind,
  to: mail.recipient,
  state: mail.state,
  attempts: mail.attempts,
  createdAt: mail.createdAt,
  sentAt: mail.sentAt,
  nextAttemptAt: mail.dueAt,
  lastError: mail.lastError,
})
