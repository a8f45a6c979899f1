// Who is let through to the routes of the console: every one of them says what it takes (`config.access`).

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeedContext, SecretServices } from '../../actions/context.ts'
import { noteVisit, type Visit } from '../../actions/people/open-session.ts'
import { person } from '../../domain/audit/deed.ts'
import { may } from '../../domain/people/permissions.ts'
import { mustSetUpFactor } from '../../domain/people/policy.ts'
import { isConfirmed } from '../../domain/people/sign-in.ts'
import { Refusal } from '../../domain/refusal.ts'
import { oneLine } from '../../domain/text/plain-text.ts'
import { Traces } from '../../recording/traces.ts'
import type { App } from '../../running/app.ts'
import { sha256 } from '../../secrets.ts'
import { findSignedIn } from '../../store/people/sign-ins.ts'
import type { ConsoleServices } from '../services.ts'
import { Cookies } from './cookies.ts'
import { refuseCrossSite } from './cross-site.ts'
import { Limits } from './limits.ts'

const LONGEST_AGENT = 300

export class Gate {
  readonly cookies: Cookies
  readonly #services: ConsoleServices
  readonly #limits = new Limits()

  constructor(services: ConsoleServices) {
    this.#services = services
    this.cookies = new Cookies(services.baseUrl)
  }

  /** What the browser brought, believed by nobody yet. */
  visit(request: FastifyRequest): Visit {
    const agent = oneLine(request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT) || null
    return { address: request.ip, client: this.#services.clientOf(request.ip), agent, ...this.cookies.read(request) }
  }

  /** For what somebody signed in does. */
  context({ signedIn: { user }, ip }: FastifyRequest): DeedContext & SecretServices {
    const { db, keys, hasher, clock } = this.#services
    return { db, keys, hasher, now: clock(), by: person(user, ip) }
  }

  /** For getting in. */
  signInServices() {
    const { db, keys, hasher, clock } = this.#services
    return { db, keys, hasher, now: clock() }
  }

  guard(app: App): void {
    const traces = new Traces(this.#services.db, this.#services.clock)
    app.addHook('onClose', () => traces.close())
    app.decorateRequest('signedIn', null as never)
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
    })
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      this.#limits.countAddress(request, this.#services.clientOf(request.ip), this.#services.clock())
      refuseCrossSite(request, this.#services.baseUrl)
      await this.#letIn(request, reply, traces)
    })
  }

  async #letIn(request: FastifyRequest, reply: FastifyReply, traces: Traces): Promise<void> {
    const access = request.routeOptions.config.access!
    if (access === 'anyone') return
    const { db, clock } = this.#services
    const now = clock()
    const { sessionSecret } = this.cookies.read(request)
    const found = sessionSecret === null ? null : await findSignedIn(db, sha256(sessionSecret), now)
    if (!found) {
      if (sessionSecret !== null) this.cookies.clear(reply)
      throw new Refusal('signed_out')
    }
    this.#limits.countSession(request, found.session.id, now)
    if (found.session.stage === 'second_factor') throw new Refusal('second_factor_needed')
    const { user } = found
    if (access !== 'account' && !may(user.role, access)) {
      const details = { permission: access, role: user.role, route: `${request.method} ${request.routeOptions.url}` }
      const subject = { kind: 'user', id: user.id } as const
      traces.note(person(user, request.ip), { action: 'access.refused', subject, details }, now)
      throw new Refusal('forbidden', { permission: access, role: user.role })
    }
    const { beforeFactor = false, confirmed = false } = request.routeOptions.config
    if (!beforeFactor && mustSetUpFactor(user, found.policy)) throw new Refusal('second_factor_required')
    if (confirmed && !isConfirmed(found.session, now)) throw new Refusal('confirmation_needed')
    await noteVisit(db, found.session, now, request.ip)
    request.signedIn = found
  }
}
