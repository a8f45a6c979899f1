// What a customer has in hand: the mails that were sent, and the link. A reseller's are its owner's.
import type { Static } from 'typebox'
import { renewLink, withdrawLink } from '../../actions/handover/link.ts'
import { sendHandover } from '../../actions/handover/send.ts'
import { type OwnerScope, scopeOf } from '../../domain/people/permissions.ts'
import { Refusal } from '../../domain/refusal.ts'
import type { App } from '../../running/app.ts'
import { findListedCredential } from '../../store/credentials/pages.ts'
import { findHandover, findLinked, listMailsOf, type MailOutcome } from '../../store/handover/handovers.ts'
import { linkOf } from '../../wire/credentials/credential.ts'
import type { CustomerMail } from '../contract/handover.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../lists/ids.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'

const reading = 'credentials.read'
const changing = 'credentials.change'
const MAILS_SHOWN = 20

export function handoverRoutes(app: App, { db, baseUrl, customerMail = null }: ConsoleServices, gate: Gate): void {
  // Without the link itself: it shows the password, and looking at one leaves a trace.
  serve(app, 'GET /credentials/:id/handover', reading, async ({ params, signedIn }) => {
    const { id, ownerId } = await existing(scopeOf(signedIn.user), idOf(params.id))
    const [[linked], asked, mails] = await Promise.all([
      findLinked(db, [id]),
      findHandover(db, ownerId, id),
      listMailsOf(db, ownerId, id, MAILS_SHOWN),
    ])
    return {
      canMail: customerMail !== null,
      linkWithdrawnAt: linked?.linkWithdrawnAt ?? null,
      nextNoticeAt: asked?.nextNoticeAt ?? null,
      mails: mails.map(mailAnswer),
    }
  })

  serve(app, 'POST /credentials/:id/mail', changing, async (request) => {
    const context = { ...gate.context(request), customerMail }
    const mail = await sendHandover(context, scopeOf(request.signedIn.user), idOf(request.params.id), request.body)
    return { mail: mailAnswer(mail) }
  })

  serve(app, 'DELETE /credentials/:id/link', changing, async (request) => {
    const scope = scopeOf(request.signedIn.user)
    return { linkWithdrawnAt: await withdrawLink(gate.context(request), scope, idOf(request.params.id)) }
  })

  serve(app, 'POST /credentials/:id/link', changing, async (request) => {
    const linkKey = await renewLink(gate.context(request), scopeOf(request.signedIn.user), idOf(request.params.id))
    const url = linkOf(baseUrl, { linkKey })
    return { url, pdf: `${url}.pdf` }
  })

  async function existing(scope: OwnerScope, id: number) {
    const found = await findListedCredential(db, scope, id)
    if (!found) throw new Refusal('credential_not_found')
    return found
  }
}

const mailAnswer = (mail: MailOutcome): Static<typeof CustomerMail> => ({
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
