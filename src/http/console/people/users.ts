import { makeUserLink } from '../../../actions/people/login-links.ts'
import { sendLink } from '../../../actions/people/mail-links.ts'
import { endSession, endSessions } from '../../../actions/people/own-account.ts'
import { removeSecondFactor } from '../../../actions/people/sign-in/second-factor.ts'
import { changeUser, inviteUser } from '../../../actions/people/users.ts'
import type { App } from '../../../base/serving/app.ts'
import { wrong } from '../../../domain/codes/fault.ts'
import { invalid, Refusal } from '../../../domain/codes/refusal.ts'
import { type LinkPurpose, linkUrl } from '../../../domain/people/login-link.ts'
import { isAlive } from '../../../domain/people/sign-in.ts'
import { isKnownElsewhere, type User } from '../../../domain/people/user.ts'
import { readPolicy } from '../../../store/people/policies.ts'
import { listConsoleSessions } from '../../../store/people/sign-in/sign-ins.ts'
import { findListedUser, findUser, listUsers } from '../../../store/people/users.ts'
import type { Gate } from '../entrance/gate.ts'
import { idOf } from '../kit/ids.ts'
import { newestPage } from '../kit/paging.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'
import { sessionAnswer, userAnswer } from './answers.ts'

const reading = 'users.read'
const changing = 'users.change'

export function userRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, baseUrl, clock } = services
  /** The link is shown once, because only its hash is stored. */
  const linkAnswer = ({ token, purpose, expiresAt }: { token: string; purpose: LinkPurpose; expiresAt: Date }) => ({
    purpose,
    url: linkUrl(baseUrl, purpose, token),
    expiresAt,
  })

  serve(app, 'GET /users', reading, async ({ query }) => {
    const { search, role, ownerId } = query
    const { page, nextCursor } = await newestPage(query, (wanted) =>
      listUsers(db, { ...wanted, search, role, ownerId }),
    )
    return { users: page.map(userAnswer), nextCursor }
  })

  serve(app, 'GET /users/:id', reading, async ({ params }) => {
    const user = await findListedUser(db, idOf(params.id))
    if (!user) throw new Refusal('user_not_found')
    return { user: userAnswer(user) }
  })

  serve(app, 'POST /users', changing, async (request) => {
    const { ownerId = null, language = null, ...rest } = request.body
    const { user, link } = await inviteUser(
      gate.context(request),
      { ...rest, ownerId, language },
      services.mail !== null,
    )
    return { user: userAnswer(user), link: link && linkAnswer(link) }
  })

  serve(app, 'PATCH /users/:id', changing, async (request) => ({
    user: userAnswer(await changeUser(gate.context(request), idOf(request.params.id), request.body)),
  }))

  serve(app, 'POST /users/:id/link/mail', changing, async (request) => {
    if (!services.mail) throw new Refusal('no_mail_server')
    const user = await withPassword(request.params.id)
    if (user.disabledAt !== null) throw invalid(wrong(['id'], 'user_disabled'))
    const { expiresAt } = await sendLink(gate.context(request), user)
    return { to: user.email, expiresAt }
  })

  serve(app, 'POST /users/:id/link', changing, async (request) => {
    const { id } = await withPassword(request.params.id)
    const link = await makeUserLink(gate.context(request), id)
    return { link: linkAnswer(link) }
  })

  serve(app, 'DELETE /users/:id/second-factor', changing, async (request) => {
    await removeSecondFactor(gate.context(request), idOf(request.params.id))
    return {}
  })

  serve(app, 'GET /users/:id/sessions', reading, async (request) => {
    const { id, role } = await existing(request.params.id)
    const now = clock()
    const policy = await readPolicy(db, role)
    const alive = (await listConsoleSessions(db, id)).filter((each) => isAlive(each, policy, now))
    return { sessions: alive.map((each) => sessionAnswer(each, request.signedIn.session.id)) }
  })

  serve(app, 'DELETE /users/:id/sessions', changing, async (request) => {
    const { id } = await existing(request.params.id)
    return { ended: await endSessions(gate.context(request), id) }
  })

  serve(app, 'DELETE /users/:id/sessions/:sessionId', changing, async (request) => {
    const { id, sessionId } = request.params
    await endSession(gate.context(request), idOf(id), idOf(sessionId, 'sessionId'))
    return {}
  })

  /** Rejects users of single sign-on: a link would be a second way to sign in. */
  async function withPassword(text: string): Promise<User> {
    const user = await existing(text)
    if (isKnownElsewhere(user)) throw new Refusal('password_at_provider')
    return user
  }

  async function existing(text: string): Promise<User> {
    const user = await findUser(db, idOf(text))
    if (!user) throw new Refusal('user_not_found')
    return user
  }
}
