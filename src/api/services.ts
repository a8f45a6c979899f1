import type { FastifyBaseLogger } from 'fastify'
import type { RefuseTarget } from '../actions/webhooks/target.ts'
import type { CustomerMail } from '../domain/handover/handover.ts'
import type { Scope, Token } from '../domain/tokens/token.ts'
import type { App } from '../running/app.ts'
import type { ShareCounts } from '../running/rate-limiter.ts'
import type { KeyRing } from '../secrets.ts'
import type { CredentialWriter } from '../store/credentials/writer.ts'
import type { Current } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'

export interface ApiServices {
  readonly db: Database
  readonly keys: KeyRing
  readonly current: () => Promise<Current>
  readonly credentialWriter: CredentialWriter
  readonly baseUrl: string
  readonly rateLimitPerMinute: number
  readonly shareRateCounts: ShareCounts
  readonly trustProxy: readonly string[]
  readonly clock: () => Date
  /** How customers are written to; null or left out: no mail leaves this service. */
  readonly customerMail?: CustomerMail | null
  /** Why events must not be sent there, or null. */
  readonly refuseTarget: RefuseTarget
  /** Why the service is not ready, or null. */
  readonly notReady: () => Promise<string | null>
  readonly observe: (route: string, status: number, milliseconds: number) => void
  readonly log: FastifyBaseLogger
  /** What else is behind this port, such as the console: each is handed an instance of its own. */
  readonly otherDoors?: readonly ((app: App) => void)[]
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Read after the request arrived. */
    current: Current
    token: Token
  }
  interface FastifyContextConfig {
    scope?: Scope
    /** Tokens with this limit are refused. */
    closedBy?: 'no_webhooks'
  }
}
