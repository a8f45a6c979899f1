import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { RefuseTarget } from '../../actions/webhooks/target.ts'
import type { ShareCounts } from '../../base/limits/rate-limiter.ts'
import type { KeyRing } from '../../base/secrets.ts'
import type { App } from '../../base/serving/app.ts'
import type { Brand } from '../../domain/delivery/brand.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { BearerToken, Scope, TokenLimit } from '../../domain/people/tokens/token.ts'
import type { MostInOne } from '../../domain/text/json-size.ts'
import type { CredentialWriter } from '../../store/credentials/writer.ts'
import type { Current, CurrentReader } from '../../store/current/current.ts'
import type { Revisions } from '../../store/current/revisions.ts'
import type { Database } from '../../store/kit/database.ts'
import type { AccessLog } from './transport/access-log.ts'

/** What a handler reads before the token is checked. */
export interface Ahead {
  readonly read: Promise<unknown>
  /** Set if the same query reads the revisions, so that the check of the token needs no query of its own. */
  readonly revisions?: () => Promise<Revisions>
}

/**
 * Max values in a body whose lists and objects are all small: these parse as fast as fewer values in one large list.
 */
export interface Spread {
  readonly most: number
  readonly inOne: MostInOne
}

export interface ApiServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: CurrentReader['current']
  readonly credentialWriter: CredentialWriter
  readonly baseUrl: string
  /** Shown at /docs; the network's name if undefined. */
  readonly brand?: Brand
  readonly rateLimitPerMinute: number
  readonly shareRateCounts: ShareCounts
  readonly trustProxy: readonly string[]
  readonly clock: () => Date
  readonly customerMail?: CustomerMail | null
  readonly paymentProvider?: PaymentProvider | null
  /** Returns why events must not be sent to an address, or null. */
  readonly refuseTarget: RefuseTarget
  /** Retention of delivered webhooks; the default if undefined. */
  readonly deliveriesKeptMs?: number
  readonly notReady: () => Promise<string | null>
  readonly observe: (route: string, method: string, status: number, milliseconds: number) => void
  readonly accessLog?: AccessLog | null
  readonly traceRequests?: ((app: App) => void) | undefined
  readonly log: FastifyBaseLogger
  /** Sends the 404 page if a browser asks for a page; returns null otherwise. */
  readonly showLost?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null
  /** Other interfaces on this port, such as the console; each gets its own Fastify instance. */
  readonly otherRoutes?: readonly ((app: App) => void)[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Read after the request arrived, so never older than the request. */
    current: Current
    token: BearerToken
    /** Also set for tokens that are expired, revoked or lack the scope; 0 if the token is unknown. */
    tokenId: number
    /** What `ahead` of the handler reads; `null` if it has not been started. */
    ahead: Ahead | null | undefined
  }
  interface FastifyContextConfig {
    scope?: Scope | 'any'
    closedBy?: TokenLimit
    orScope?: 'webhooks'
    isOpen?: boolean
    spread?: Spread
    ahead?: (request: FastifyRequest, ownerId: number) => Ahead | null
  }
}
