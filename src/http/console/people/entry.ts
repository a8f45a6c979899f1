// Sign-in and sign-out. The user is not signed in yet; a link, a password or a code authenticates the request.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { acceptLink, completeSetup, readLink } from '../../../actions/people/login-links.ts'
import { countAsking, mailForgotten } from '../../../actions/people/mail-links.ts'
import { type OpenedSession, signOut } from '../../../actions/people/sign-in/open-session.ts'
import { signIn, signInFurther } from '../../../actions/people/sign-in/sign-in.ts'
import type { App } from '../../../base/serving/app.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import type { Entered } from '../contract/people/people.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices } from '../services.ts'

const access = 'anyone'

export function entryRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, keys, clock, baseUrl, singleSignOn = null, localLogin = true } = services
  const answer = (reply: FastifyReply, opened: OpenedSession): Static<typeof Entered> => {
    gate.cookies.write(reply, opened)
    return { next: opened.stage === 'signed_in' ? 'home' : 'second_factor' }
  }
  const visit = (request: FastifyRequest) => gate.visit(request)

  serve(app, 'GET /entry', access, async () => ({
    mailsLinks: services.mail !== null && localLogin,
    hasProvider: singleSignOn !== null,
    localLogin,
  }))

  serve(app, 'POST /links/ask', access, async (request) => {
    if (!localLogin) throw new Refusal('local_login_off')
    if (!services.mail) throw new Refusal('no_mail_server')
    const { email, language = null } = request.body
    const dependencies = gate.signInServices()
    await countAsking(db, visit(request), email, dependencies.now)
    // Not awaited, because the response time would reveal whether the account exists.
    mailForgotten(dependencies, visit(request), email, language).catch((err) =>
      request.log.error({ err, reqId: request.id }, 'Could not queue a password reset e-mail'),
    )
    return {}
  })

  serve(app, 'POST /links/look', access, async ({ body }) => ({
    link: await readLink(db, body.token, clock()),
  }))

  serve(app, 'POST /setup', access, async (request, reply) => {
    const { token, language = null, ...administrator } = request.body
    const wanted = { ...administrator, language }
    return answer(reply, await completeSetup(gate.signInServices(), visit(request), token, wanted))
  })

  serve(app, 'POST /links/accept', access, async (request, reply) => {
    const { token, password } = request.body
    return answer(reply, await acceptLink(gate.signInServices(), visit(request), token, password))
  })

  serve(app, 'POST /login', access, async (request, reply) => {
    if (!localLogin) throw new Refusal('local_login_off')
    const { email, password } = request.body
    return answer(reply, await signIn(gate.signInServices(), visit(request), email, password))
  })

  serve(app, 'POST /second-factor', access, async (request, reply) =>
    answer(reply, await signInFurther(gate.signInServices(), visit(request), request.body.code)),
  )

  serve(app, 'POST /logout', access, async (request, reply) => {
    const { atProvider } = await signOut({ db, keys, now: clock() }, visit(request))
    gate.cookies.clear(reply)
    return { url: (atProvider && (await singleSignOn?.leave(atProvider.idToken, `${baseUrl}/console/`))) ?? null }
  })
}
