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
import type { Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import type { AccessLog } from './access-log.ts'

/** So many values a body may hold if no list and no object has too many of them; then they take no longer than fewer in one. */
export interface Spread {
  readonly most: number
  readonly inOne: MostInOne
}

export interface ApiServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly credentialWriter: CredentialWriter
  readonly baseUrl: string
  /** The operator's, on the pages for developers; null or left out: the network's name. */
  readonly brand?: Brand
  readonly rateLimitPerMinute: number
  readonly shareRateCounts: ShareCounts
  readonly trustProxy: readonly string[]
  readonly clock: () => Date
  /** How customers are written to; null or left out: no mail leaves this service. */
  readonly customerMail?: CustomerMail | null
  /** Who takes cards; null or left out: nobody. */
  readonly paymentProvider?: PaymentProvider | null
  /** Why events must not be sent there, or null. */
  readonly refuseTarget: RefuseTarget
  /** So long what webhooks were delivered is kept; left out: as long as usual. */
  readonly deliveriesKeptMs?: number
  /** Why the service is not ready, or null. */
  readonly notReady: () => Promise<string | null>
  readonly observe: (route: string, method: string, status: number, milliseconds: number) => void
  /** null or left out: requests leave no line. */
  readonly accessLog?: AccessLog | null
  /** Follows every request from here on; left out: nobody does. */
  readonly traceRequests?: ((app: App) => void) | undefined
  readonly log: FastifyBaseLogger
  /** For an address that leads nowhere: a page, if a browser asks for one; null: it does not. */
  readonly showLost?: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | null
  /** What else is behind this port, such as the console: each is handed an instance of its own. */
  readonly otherDoors?: readonly ((app: App) => void)[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Read after the request arrived. */
    current: Current
    token: BearerToken
  }
  interface FastifyContextConfig {
    scope?: Scope
    /** Tokens with this limit are refused. */
    closedBy?: TokenLimit
    /** Does by itself, whatever else the token may; without it `scope` does, unless the token was made without webhooks. */
    orScope?: 'webhooks'
    /** Nothing in its answers is a secret: they may be compressed. */
    isOpen?: boolean
    spread?: Spread
  }
}
