// Credentials: list, read, issue, revoke. A reseller sees only those of its organisation.
import { issueCredentials } from '../../../actions/credentials/issue.ts'
import { placeCredential } from '../../../actions/credentials/place.ts'
import { revealCredential } from '../../../actions/credentials/reveal.ts'
import { revokeCredential } from '../../../actions/credentials/revoke.ts'
import type { App } from '../../../base/serving/app.ts'
import { maySeeSources, scopeOf } from '../../../domain/people/permissions.ts'
import type { User } from '../../../domain/people/user.ts'
import { liveReader } from '../../../reads/customer-live.ts'
import { activityOf } from '../../../reads/explain-access.ts'
import { countFiltered, countMatches } from '../../../store/credentials/list/matching.ts'
import { troublesOf } from '../../../store/credentials/list/troubles.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { activityAnswer, credentialAnswer, handedOver, troubleAnswer } from './answers.ts'
import { existingCredential } from './existing.ts'
import { requestOf } from './form-request.ts'
import { type CredentialWish, findPage, questionOf } from './list.ts'

const reading = 'credentials.read'
const changing = 'credentials.change'
/** Counting stops here, because exact larger counts are slow and not needed. */
const MOST_COUNTED = 100_000
const MOST_SEARCHED = 10_000
const MOST_IN_COUNTER = 10_000

export function credentialRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, baseUrl, clock, current } = services
  const readLive = liveReader({
    ...{ db, current },
    warn: (error) => app.log.warn({ err: error }, 'Could not notify the casters of watched credentials'),
  })
  serve(app, 'GET /credentials', reading, async ({ query, signedIn }) => {
    const { book } = await current()
    const now = clock()
    const { page, nextCursor } = await findPage({ db, book, now }, scopeOf(signedIn.user), query)
    const troubles = await troublesOf(
      db,
      page.map(({ id }) => id),
      now,
    )
    return {
      credentials: page.map((row) => ({
        ...credentialAnswer(row, book, now),
        trouble: troubleAnswer(troubles.get(row.id)),
      })),
      nextCursor,
    }
  })

  serve(app, 'GET /credentials/counts', reading, async ({ query, signedIn }) => {
    const now = clock()
    const count = async (wish: CredentialWish): Promise<{ count: number; more: boolean }> => {
      const question = await questionOf({ db, now }, scopeOf(signedIn.user), { ...query, ...wish })
      if (question === null) return { count: 0, more: false }
      const { count } = await countFiltered(db, { ...question, now }, MOST_IN_COUNTER)
      return { count: Math.min(count, MOST_IN_COUNTER), more: count > MOST_IN_COUNTER }
    }
    const [problem, inForce, expiring, suspended, scheduled, expired, revoked] = await Promise.all([
      count({ problem: 'true' }),
      count({ state: 'in_force' }),
      count({ expires: '7' }),
      count({ state: 'suspended' }),
      count({ state: 'scheduled' }),
      count({ state: 'expired' }),
      count({ state: 'revoked' }),
    ])
    return { problem, in_force: inForce, expiring, suspended, scheduled, expired, revoked }
  })

  serve(app, 'GET /credentials/matching', reading, async ({ query, signedIn }) => {
    const services = { db, book: (await current()).book, now: clock() }
    const question = await questionOf(services, scopeOf(signedIn.user), query)
    if (question === null) return { count: 0, more: false, connected: 0, revoked: 0, expired: 0 }
    const most = question.q.trim() === '' ? MOST_COUNTED : MOST_SEARCHED
    const { count, ...rest } = await countMatches(services, question, most)
    return { count: Math.min(count, most), more: count > most, ...rest }
  })

  serve(app, 'GET /credentials/:id', reading, async ({ params, signedIn }) => {
    const found = await existing(signedIn.user, params.id)
    return { credential: credentialAnswer(found, (await current()).book, clock()) }
  })

  serve(app, 'GET /credentials/:id/live', reading, async ({ params, signedIn }) => {
    const { live } = await readLive(await existing(signedIn.user, params.id))
    return { live }
  })

  serve(app, 'GET /credentials/:id/activity', reading, async ({ params, signedIn }) => {
    const found = await existing(signedIn.user, params.id)
    const { book } = await current()
    const asker = { within: scopeOf(signedIn.user), seesSources: maySeeSources(signedIn.user) }
    return { ...activityAnswer(await activityOf({ db, book, now: clock() }, asker, found), book) }
  })

  serve(app, 'POST /credentials', changing, async (request) => {
    const { user } = request.signedIn
    const { ownerId, ...wish } = request.body
    const wanted = requestOf(user, wish)
    const { book } = await current()
    const context = { ...gate.context(request), book, customerMail: services.customerMail }
    const [issued] = await issueCredentials(context, scopeOf(user), ownerId, [wanted])
    const { credential, secrets } = issued!
    const listed = await existing(user, String(credential.id))
    return { credential: { ...credentialAnswer(listed, book, clock()), ...handedOver(baseUrl, secrets) } }
  })

  serve(app, 'PATCH /credentials/:id', changing, async (request) => {
    const { id, ownerId } = await existing(request.signedIn.user, request.params.id)
    const { place } = request.body
    const credential = await placeCredential(gate.context(request), ownerId, id, place)
    return { credential: credentialAnswer(credential, (await current()).book, clock()) }
  })

  serve(app, 'POST /credentials/:id/reveal', 'credentials.reveal', async (request) => {
    const { id, ownerId } = await existing(request.signedIn.user, request.params.id)
    const secrets = await revealCredential(gate.context(request), ownerId, id)
    return { ...handedOver(baseUrl, secrets) }
  })

  serve(app, 'DELETE /credentials/:id', changing, async (request) => {
    const { book } = await current()
    const context = { ...gate.context(request), book }
    const { id, ownerId } = await existing(request.signedIn.user, request.params.id)
    const { credential, cut } = await revokeCredential(context, ownerId, id)
    return { credential: credentialAnswer(credential, book, clock()), cut }
  })

  const existing = (user: User, id: string) => existingCredential(db, user, id)
}
