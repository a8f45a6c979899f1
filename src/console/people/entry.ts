// Getting in and out. Nobody is signed in yet, so the links, the password and the codes are what counts.

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import { acceptLink, completeSetup, lookAtLink } from '../../actions/people/login-links.ts'
import { type OpenedSession, signOut } from '../../actions/people/open-session.ts'
import { signIn, signInFurther } from '../../actions/people/sign-in.ts'
import type { App } from '../../running/app.ts'
import type { Entered } from '../contract/people.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../serve.ts'
import type { ConsoleServices } from '../services.ts'

const access = 'anyone'

export function entryRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  /** `next` tells the browser what to show. */
  const answer = (reply: FastifyReply, opened: OpenedSession): Static<typeof Entered> => {
    gate.cookies.write(reply, opened)
    return { next: opened.stage === 'signed_in' ? 'home' : 'second_factor' }
  }
  const visit = (request: FastifyRequest) => gate.visit(request)

  serve(app, 'POST /links/look', access, async ({ body }) => ({
    link: await lookAtLink(db, body.token, clock()),
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
    const { email, password } = request.body
    return answer(reply, await signIn(gate.signInServices(), visit(request), email, password))
  })

  serve(app, 'POST /second-factor', access, async (request, reply) =>
    answer(reply, await signInFurther(gate.signInServices(), visit(request), request.body.code)),
  )

  serve(app, 'POST /logout', access, async (request, reply) => {
    await signOut({ db, now: clock() }, visit(request))
    gate.cookies.clear(reply)
    return {}
  })
}
