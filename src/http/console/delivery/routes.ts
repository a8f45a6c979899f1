// Mails and the link that the customer received. A reseller sees only those of its organisation.
import type { Static } from 'typebox'
import { renewLink, withdrawLink } from '../../../actions/delivery/link.ts'
import { sendDelivery } from '../../../actions/delivery/send.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { findAskedDelivery, findLinked, listMailsOf, type MailOutcome } from '../../../store/delivery/deliveries.ts'
import { linkOf } from '../../../wire/credentials/credential.ts'
import type { CustomerMail } from '../contract/credentials/delivery.ts'
import { existingCredential } from '../credentials/existing.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const reading = 'credentials.read'
const changing = 'credentials.change'
const MAILS_SHOWN = 20

export function customerDeliveryRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, baseUrl, current } = services
  const customerMail = async () => {
    await current()
    return services.customerMail ?? null
  }
  // The answer omits the link: it shows the password, and reading a password needs an audit entry.
  serve(app, 'GET /credentials/:id/handover', reading, async ({ params, signedIn }) => {
    const { id, ownerId, isTest } = await existingCredential(db, signedIn.user, params.id)
    const [[linked], asked, mails] = await Promise.all([
      findLinked(db, [id]),
      findAskedDelivery(db, ownerId, id),
      listMailsOf(db, ownerId, id, MAILS_SHOWN),
    ])
    return {
      canMail: (await customerMail()) !== null && !isTest,
      linkWithdrawnAt: linked?.linkWithdrawnAt ?? null,
      nextNoticeAt: asked?.nextNoticeAt ?? null,
      mails: mails.map(mailAnswer),
    }
  })

  serve(app, 'POST /credentials/:id/mail', changing, async (request) => {
    const context = { ...gate.context(request), customerMail: await customerMail() }
    const { id, ownerId } = await existingCredential(db, request.signedIn.user, request.params.id)
    const mail = await sendDelivery(context, ownerId, id, request.body)
    if (!mail) throw new Refusal('credential_is_test')
    return { mail: mailAnswer(mail) }
  })

  serve(app, 'DELETE /credentials/:id/link', changing, async (request) => {
    const { id, ownerId } = await existingCredential(db, request.signedIn.user, request.params.id)
    return { linkWithdrawnAt: await withdrawLink(gate.context(request), ownerId, id) }
  })

  serve(app, 'POST /credentials/:id/link', changing, async (request) => {
    const { id, ownerId } = await existingCredential(db, request.signedIn.user, request.params.id)
    const linkKey = await renewLink(gate.context(request), ownerId, id)
    const url = linkOf(baseUrl, { linkKey })
    return { url, pdf: `${url}.pdf` }
  })
}

export const mailAnswer = (mail: MailOutcome): Static<typeof CustomerMail> => ({
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
