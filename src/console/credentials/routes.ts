// Credentials: found, looked at, issued, revoked. A reseller's are its owner's.
import type { Static } from 'typebox'
import { issueCredentials } from '../../actions/credentials/issue.ts'
import { placeCredential } from '../../actions/credentials/place.ts'
import { revealCredential } from '../../actions/credentials/reveal.ts'
import { revokeCredential, revokeCredentials } from '../../actions/credentials/revoke.ts'
import type { CredentialSecrets } from '../../domain/credentials/credential.ts'
import { maySetSessions, scopeOf } from '../../domain/people/permissions.ts'
import type { User } from '../../domain/people/user.ts'
import { Refusal } from '../../domain/refusal.ts'
import { activityOf } from '../../reads/explain-access.ts'
import type { App } from '../../running/app.ts'
import { findListedCredential } from '../../store/credentials/pages.ts'
import { linkOf } from '../../wire/credentials/credential.ts'
import type { Secrets } from '../contract/credentials.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../lists/ids.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'
import { activityAnswer, credentialAnswer } from './answers.ts'
import { findPage } from './list.ts'

const reading = 'credentials.read'
const changing = 'credentials.change'

export function credentialRoutes(
  app: App,
  { db, baseUrl, clock, current, customerMail }: ConsoleServices,
  gate: Gate,
): void {
  serve(app, 'GET /credentials', reading, async ({ query, signedIn }) => {
    const { book } = await current()
    const now = clock()
    const { page, nextCursor } = await findPage({ db, book, now }, scopeOf(signedIn.user), query)
    return { credentials: page.map((row) => credentialAnswer(row, book, now)), nextCursor }
  })

  serve(app, 'GET /credentials/:id', reading, async ({ params, signedIn }) => {
    const found = await existing(signedIn.user, params.id)
    return { credential: credentialAnswer(found, (await current()).book, clock()) }
  })

  serve(app, 'GET /credentials/:id/activity', reading, async ({ params, signedIn }) => {
    const found = await existing(signedIn.user, params.id)
    const { book } = await current()
    return { ...activityAnswer(await activityOf({ db, book, now: clock() }, scopeOf(signedIn.user), found)) }
  })

  serve(app, 'POST /credentials', changing, async (request) => {
    const { ownerId, maxSessions, whenFull, ...wish } = request.body
    const { user } = request.signedIn
    if ((maxSessions !== undefined || whenFull !== undefined) && !maySetSessions(user))
      throw new Refusal('sessions_of_operator')
    const { book } = await current()
    const wanted = {
      ...wish,
      stationId: wish.stationId,
      stationCode: undefined,
      label: wish.label || undefined,
      customerName: wish.customerName || undefined,
      customerEmail: wish.customerEmail,
      startsAt: wish.startsAt,
      sendEmail: wish.sendEmail ?? false,
      ...(maxSessions !== undefined && { maxSessions }),
      ...(whenFull !== undefined && { whenFull }),
    }
    const context = { ...gate.context(request), book, customerMail }
    const [issued] = await issueCredentials(context, scopeOf(user), ownerId, [wanted])
    const { credential, secrets } = issued!
    const listed = await existing(user, String(credential.id))
    return { credential: { ...credentialAnswer(listed, book, clock()), ...handedOver(baseUrl, secrets) } }
  })

  serve(app, 'PATCH /credentials/:id', changing, async (request) => {
    const scope = scopeOf(request.signedIn.user)
    const { place } = request.body
    const credential = await placeCredential(gate.context(request), scope, idOf(request.params.id), place)
    return { credential: credentialAnswer(credential, (await current()).book, clock()) }
  })

  serve(app, 'POST /credentials/:id/reveal', 'credentials.reveal', async (request) => {
    const scope = scopeOf(request.signedIn.user)
    const secrets = await revealCredential(gate.context(request), scope, idOf(request.params.id))
    return { ...handedOver(baseUrl, secrets) }
  })

  serve(app, 'DELETE /credentials/:id', changing, async (request) => {
    const { book } = await current()
    const context = { ...gate.context(request), book }
    const { credential, cut } = await revokeCredential(context, scopeOf(request.signedIn.user), idOf(request.params.id))
    return { credential: credentialAnswer(credential, book, clock()), cut }
  })

  serve(app, 'POST /credentials/revoke', changing, async (request) => {
    const context = { ...gate.context(request), book: (await current()).book }
    return { ...(await revokeCredentials(context, scopeOf(request.signedIn.user), request.body.ids)) }
  })

  async function existing(user: User, id: string) {
    const found = await findListedCredential(db, scopeOf(user), idOf(id))
    if (!found) throw new Refusal('credential_not_found')
    return found
  }
}

/** What opens the door, by itself or as the customer's page, which shows the same. */
function handedOver(baseUrl: string, secrets: CredentialSecrets): Static<typeof Secrets> {
  const url = linkOf(baseUrl, secrets)
  return { password: secrets.password, url, pdf: `${url}.pdf` }
}
