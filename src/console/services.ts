// What the administration door is handed by whoever starts it.
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { PasswordHasher } from '../actions/hash-password.ts'
import type { SignInServices } from '../actions/sign-in.ts'
import type { ConsoleSession } from '../domain/console-session.ts'
import type { Permission } from '../domain/permissions.ts'
import type { User } from '../domain/user.ts'
import type { Database } from '../store/database.ts'

export interface ConsoleServices {
  readonly db: Database
  readonly keys: SignInServices['keys']
  readonly hasher: PasswordHasher
  readonly baseUrl: string
  readonly clock: () => Date
  /** What counts as one client address. */
  readonly clientOf: (ip: string) => string
  readonly networkName: () => Promise<string>
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** `anyone`: nobody has to be signed in. `account`: everybody who is, for what is their own. Else what one must be allowed. */
export type Access = 'anyone' | 'account' | Permission

export interface Visitor {
  readonly user: User
  readonly session: ConsoleSession
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in; of routes that anyone may call, null. */
    visitor: Visitor
  }
  interface FastifyContextConfig {
    /** Every route of the console declares it. */
    access?: Access
  }
}
