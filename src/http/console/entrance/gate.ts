// Access control of the console's routes: each declares who may call it (`config.access`).

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ActionContext, SecretServices } from '../../../actions/context.ts'
import { noteVisit, type Visit } from '../../../actions/people/sign-in/open-session.ts'
import type { NotingServices } from '../../../actions/people/sign-in/sign-in.ts'
import { sha256 } from '../../../base/secrets.ts'
import type { App } from '../../../base/serving/app.ts'
import { person } from '../../../domain/audit/action.ts'
import { Refusal } from '../../../domain/codes/refusal.ts'
import { may } from '../../../domain/people/permissions.ts'
import { mustSetUpFactor } from '../../../domain/people/policy.ts'
import { isConfirmed } from '../../../domain/people/sign-in.ts'
import { oneLine } from '../../../domain/text/plain-text.ts'
import { RequestAudit } from '../../../recording/request-audit.ts'
import { findSignedIn } from '../../../store/people/sign-in/sign-ins.ts'
import type { Access, ConsoleServices, SignedIn } from '../services.ts'
import { Cookies } from './cookies.ts'
import { isRead, refuseCrossSite } from './cross-site.ts'
import { Limits } from './limits.ts'
import { noteRefused } from './refused.ts'

const LONGEST_AGENT = 300

export class Gate {
  readonly cookies: Cookies
  readonly #services: ConsoleServices
  readonly #limits = new Limits()
  readonly #requestAudit: RequestAudit

  constructor(services: ConsoleServices) {
    this.#services = services
    this.cookies = new Cookies(services.baseUrl)
    this.#requestAudit = new RequestAudit(services.db, services.clock)
  }

  /** Client data of a request, including cookies that are not verified yet. */
  visit(request: FastifyRequest): Visit {
    const agent = oneLine(request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT) || null
    const { ip, id: requestId } = request
    return { address: ip, client: this.#services.clientOf(ip), requestId, agent, ...this.cookies.read(request) }
  }

  context({ signedIn: { user }, ip, id }: FastifyRequest): ActionContext & SecretServices {
    const { db, keys, hasher, clock } = this.#services
    return { db, keys, hasher, now: clock(), by: person(user, ip, id) }
  }

  signInServices(): NotingServices {
    const { db, keys, hasher, clock } = this.#services
    const note: NotingServices['note'] = (...told) => this.#requestAudit.note(...told)
    return { db, keys, hasher, now: clock(), note }
  }

  guard(app: App): void {
    const { baseUrl, clientOf, clock } = this.#services
    app.addHook('onClose', () => this.#requestAudit.close())
    app.decorateRequest('signedIn', null as never)
    app.addHook('onRoute', ({ method, url, config }) => {
      if (!config?.access) throw new Error(`${method} ${url} does not say who may call it`)
    })
    noteRefused(app, this.#requestAudit, clock, (request) => this.cookies.read(request).sessionSecret !== null)
    app.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      this.#limits.countAddress(request, clientOf(request.ip), clock())
      const access = request.routeOptions.config.access!
      const found = access === 'anyone' ? null : await this.#find(request)
      // Set before any rejection, so that the audit log can name the user whose browser sent the request.
      if (found?.session.stage === 'signed_in') request.signedIn = found
      refuseCrossSite(request, baseUrl)
      if (access !== 'anyone') await this.#letIn(request, reply, access, found)
    })
  }

  async #find(request: FastifyRequest): Promise<SignedIn | null> {
    const { sessionSecret } = this.cookies.read(request)
    return sessionSecret === null
      ? null
      : findSignedIn(this.#services.db, sha256(sessionSecret), this.#services.clock())
  }

  async #letIn(
    request: FastifyRequest,
    reply: FastifyReply,
    access: Exclude<Access, 'anyone'>,
    found: SignedIn | null,
  ): Promise<void> {
    const { db, clock } = this.#services
    const now = clock()
    if (!found) {
      if (this.cookies.read(request).sessionSecret !== null) this.cookies.clear(reply)
      throw new Refusal('signed_out')
    }
    this.#limits.countSession(request, found.session.id, now)
    if (found.session.stage === 'second_factor') throw new Refusal('second_factor_needed')
    const { user } = found
    const { beforeFactor = false, confirmed = false, whileViewing = false } = request.routeOptions.config
    if (user.isViewing && !whileViewing && !isRead(request)) throw new Refusal('viewing_as')
    if (access !== 'account' && !may(user, access))
      throw new Refusal('forbidden', { permission: access, role: user.role })
    if (!beforeFactor && mustSetUpFactor(user, found.policy, found.session)) throw new Refusal('second_factor_required')
    if (confirmed) this.expectConfirmed(request)
    await noteVisit(db, found.session, now, request.ip)
  }

  /** For routes that need a confirmation only sometimes; others declare `confirmed` in their contract. */
  expectConfirmed({ signedIn }: FastifyRequest): void {
    if (!isConfirmed(signedIn.session, this.#services.clock())) throw new Refusal('confirmation_needed')
  }
}
