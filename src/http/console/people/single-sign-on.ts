// Sign-in and confirmation through the single sign-on provider. The browser takes the state along in an encrypted
// cookie, so any node can process the provider's answer. The provider redirects to a page of ours, which posts the
// answer here.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmByProvider } from '../../../actions/people/sign-in/confirm-by-provider.ts'
import { signInByProvider, useAnswerOnce } from '../../../actions/people/sign-in/sign-in-by-provider.ts'
import { sha256 } from '../../../base/secrets.ts'
import type { App } from '../../../base/serving/app.ts'
import { person } from '../../../domain/audit/action.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import type { SsoChecks } from '../../../domain/people/single-sign-on.ts'
import { MINUTE_MS } from '../../../domain/time/units.ts'
import { findSignedIn } from '../../../store/people/sign-in/sign-ins.ts'
import type { Gate } from '../entrance/gate.ts'
import { serve } from '../kit/serve.ts'
import type { ConsoleServices, SingleSignOn } from '../services.ts'

/** Long enough to fetch a phone; after that, the user starts again. */
const ERRAND_MS = 10 * MINUTE_MS
const CONTEXT = 'console-sso'

/** State of a sign-in at the provider. */
interface Errand extends SsoChecks {
  /** ISO 8601. */
  readonly at: string
  /** Page of the console to show after the sign-in. */
  readonly to: string
  readonly inWindow: boolean
  /** Session to confirm; `null` for a sign-in. */
  readonly sessionId: number | null
}

const expiryOf = ({ at }: Errand): Date => new Date(Date.parse(at) + ERRAND_MS)

export function singleSignOnRoutes(app: App, services: ConsoleServices, gate: Gate): void {
  const { db, keys, clock, baseUrl } = services
  const redirectUri = `${baseUrl}/console/sso`

  function provider(): SingleSignOn {
    if (!services.singleSignOn) throw new Refusal('sso_off')
    return services.singleSignOn
  }

  async function send(reply: FastifyReply, wish: Pick<Errand, 'to' | 'inWindow' | 'sessionId'>) {
    const at = clock().toISOString()
    const { url, checks } = await provider().begin(redirectUri, wish.sessionId !== null)
    const errand: Errand = { ...wish, ...checks, at }
    const sealed = keys.encrypt(JSON.stringify(errand), CONTEXT).toString('base64url')
    gate.cookies.writeErrand(reply, sealed, ERRAND_MS)
    return { url }
  }

  /** `null` if missing, expired or not decryptable. */
  function errandOf(request: FastifyRequest): Errand | null {
    const sealed = gate.cookies.readErrand(request)
    if (sealed === null) return null
    try {
      const errand = JSON.parse(keys.decrypt(Buffer.from(sealed, 'base64url'), CONTEXT)) as Errand
      return clock() < expiryOf(errand) ? errand : null
    } catch {
      return null
    }
  }

  serve(app, 'POST /sso/begin', 'anyone', async ({ body: { to = '/', inWindow = false } }, reply) =>
    send(reply, { to, inWindow, sessionId: null }),
  )

  serve(app, 'POST /account/confirm/begin', 'account', async ({ signedIn }, reply) =>
    send(reply, { to: '/', inWindow: true, sessionId: signedIn.session.id }),
  )

  serve(app, 'POST /sso/finish', 'anyone', async (request, reply) => {
    const errand = errandOf(request)
    gate.cookies.clearErrand(reply)
    const known = provider()
    if (!errand) throw new Refusal('sso_failed', { failure: 'not_begun' })
    const answer = new URL(`${redirectUri}?${request.body.answer}`)
    const ask = async () => {
      await useAnswerOnce(db, errand.state, expiryOf(errand))
      return known.finish(answer, errand)
    }
    const { to, inWindow } = errand
    if (errand.sessionId !== null) {
      await confirm(request, errand, ask)
      return { next: 'confirmed', to, inWindow } as const
    }
    const opened = await signInByProvider(gate.signInServices(), gate.visit(request), known.rules, ask)
    gate.cookies.write(reply, opened)
    return { next: opened.stage === 'signed_in' ? 'home' : 'second_factor', to, inWindow } as const
  })

  async function confirm(request: FastifyRequest, errand: Errand, ask: () => ReturnType<SingleSignOn['finish']>) {
    const visit = gate.visit(request)
    const now = clock()
    const found = visit.sessionSecret === null ? null : await findSignedIn(db, sha256(visit.sessionSecret), now)
    if (found?.session.stage !== 'signed_in' || found.session.id !== errand.sessionId) throw new Refusal('signed_out')
    const { user } = found
    const asked = { visit, user, sessionId: found.session.id, since: new Date(errand.at) }
    await confirmByProvider({ db, now, by: person(user, request.ip, request.id) }, asked, provider().rules, ask)
  }
}
