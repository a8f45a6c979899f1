// Getting in and out. Nobody is signed in yet, so the links, the password and the codes are what counts.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { acceptLink, completeSetup, lookAtLink } from '../../actions/people/login-links.ts'
import { type OpenedSession, signOut } from '../../actions/people/open-session.ts'
import { signIn, signInFurther } from '../../actions/people/sign-in.ts'
import { Body, Code, Email, LanguageField, LinkToken, Name, Password } from '../fields.ts'
import type { Gate } from '../gate.ts'
import type { App, ConsoleServices } from '../services.ts'

const config = { access: 'anyone' } as const

export function entryRoutes(app: App, { db, clock }: ConsoleServices, gate: Gate): void {
  /** `next` tells the browser what to show. */
  const answer = (reply: FastifyReply, opened: OpenedSession) => {
    gate.cookies.write(reply, opened)
    return { ok: true, next: opened.stage === 'signed_in' ? 'home' : 'second_factor' }
  }
  const visit = (request: FastifyRequest) => gate.visit(request)

  app.post('/links/look', { config, schema: { body: Body({ token: LinkToken }) } }, async ({ body }) => ({
    ok: true,
    link: await lookAtLink(db, body.token, clock()),
  }))

  const SetupBody = Body({
    token: LinkToken,
    email: Email,
    name: Name,
    password: Password,
    language: Type.Optional(LanguageField),
  })
  app.post('/setup', { config, schema: { body: SetupBody } }, async (request, reply) => {
    const { token, language = null, ...administrator } = request.body
    const wanted = { ...administrator, language }
    return answer(reply, await completeSetup(gate.signInServices(), visit(request), token, wanted))
  })

  const AcceptBody = Body({ token: LinkToken, password: Password })
  app.post('/links/accept', { config, schema: { body: AcceptBody } }, async (request, reply) => {
    const { token, password } = request.body
    return answer(reply, await acceptLink(gate.signInServices(), visit(request), token, password))
  })

  app.post(
    '/login',
    { config, schema: { body: Body({ email: Email, password: Password }) } },
    async (request, reply) => {
      const { email, password } = request.body
      return answer(reply, await signIn(gate.signInServices(), visit(request), email, password))
    },
  )

  app.post('/second-factor', { config, schema: { body: Body({ code: Code }) } }, async (request, reply) =>
    answer(reply, await signInFurther(gate.signInServices(), visit(request), request.body.code)),
  )

  app.post('/logout', { config }, async (request, reply) => {
    await signOut({ db, now: clock() }, visit(request))
    gate.cookies.clear(reply)
    return { ok: true }
  })
}
