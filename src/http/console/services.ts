import type { FastifyReply } from 'fastify'
import type { RefuseSource } from '../../actions/network/source-address.ts'
import type { ReadTableOf } from '../../actions/network/upstreams/follow.ts'
import type { TryStream } from '../../actions/network/upstreams/try.ts'
import type { SignInServices } from '../../actions/people/sign-in/sign-in.ts'
import type { RefuseTarget } from '../../actions/webhooks/target.ts'
import type { PasswordHasher } from '../../base/passwords/password-hasher.ts'
import type { Logo } from '../../domain/delivery/brand.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import type { MailTest } from '../../domain/mail/failure.ts'
import type { GivenSettings, Sender } from '../../domain/operations/settings.ts'
import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { Permission } from '../../domain/people/permissions.ts'
import type { RolePolicy } from '../../domain/people/policy.ts'
import type { ConsoleSession } from '../../domain/people/sign-in.ts'
import type { SsoChecks, SsoProof, SsoRules } from '../../domain/people/single-sign-on.ts'
import type { User } from '../../domain/people/user.ts'
import type { CasterDefaults, Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import type { RouteContract } from './contract/pieces.ts'

export interface ConsoleServices {
  readonly db: Database
  readonly keys: SignInServices['keys']
  readonly hasher: PasswordHasher
  readonly baseUrl: string
  readonly clock: () => Date
  /** What counts as one client address. */
  readonly clientOf: (ip: string) => string
  /** Null or left out: people have passwords here. */
  readonly singleSignOn?: SingleSignOn | null
  /** Passwords open the console, unless this says otherwise. */
  readonly localLogin?: boolean
  /** Stations and network as they are now. */
  readonly current: () => Promise<Current>
  readonly networkName: () => Promise<string>
  /** Nothing in this network is real: the demo. */
  readonly simulated: boolean
  readonly version: string
  /** Where the map's tiles come from; null: no tiles. */
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null
  /** How often live pages are told; tests are in a hurry. */
  readonly liveEveryMs?: number
  /** The caster's address where the operator set none. */
  readonly casterDefaults: CasterDefaults
  /** What the environment says, which nobody changes here. */
  readonly given: GivenSettings
  /** Whom mails are from where nobody says. */
  readonly fallbackSender: Sender
  /** The operator's logos, by the last part of their addresses. */
  readonly logos?: ReadonlyMap<string, Logo>
  /** Null: no mail is sent from here. */
  readonly mail: {
    readonly server: string
    readonly from: string
    readonly sendTest: (to: string) => Promise<MailTest>
  } | null
  /** How customers are written to; null or left out: they are not. */
  readonly customerMail?: CustomerMail | null
  /** Who takes cards for orders; null or left out: nobody. */
  readonly paymentProvider?: PaymentProvider | null
  /** What customers who pay by transfer are told. */
  readonly bankDetails?: string | null
  readonly statusPage: boolean
  /** Where the embedded database lies; null: it is somebody else's server. */
  readonly dataDir: string | null
  /** The browser app's page, or why there is none. */
  readonly sendPage: (reply: FastifyReply) => FastifyReply
  /** Why webhooks may not go to this address, or null. */
  readonly refuseTarget: RefuseTarget
  /** So long what webhooks were delivered is kept; left out: as long as usual. */
  readonly deliveriesKeptMs?: number
  /** Why no stream may be fetched from this address, or null. */
  readonly refuseSource: RefuseSource
  /** Another caster's sourcetable, for who looks before following it. */
  readonly readTable: ReadTableOf
  /** And whether a stream of it opens. */
  readonly tryStream: TryStream
}

/** The provider, as far as the console needs it. */
export interface SingleSignOn {
  readonly name: string | null
  readonly rules: SsoRules
  begin(redirectUri: string, again: boolean): Promise<{ url: string; checks: SsoChecks }>
  finish(answer: URL, checks: SsoChecks): Promise<SsoProof>
  leave(idToken: string | null, returnTo: string): Promise<string | null>
}

/** `anyone`: nobody has to be signed in. `account`: everybody who is, for what is their own. Else what one must be allowed. */
export type Access = 'anyone' | 'account' | Permission

export interface SignedIn {
  readonly user: User
  readonly session: ConsoleSession
  /** What is asked of the role. */
  readonly policy: RolePolicy
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is signed in, also while they are refused; of routes that anyone may call, null. */
    signedIn: SignedIn
  }
  interface FastifyContextConfig {
    /** Every route of the console declares it. */
    access?: Access
    /** Only for who has shown the password or the second factor a short while ago. */
    confirmed?: boolean
    /** Also for who must set up a second factor and has not yet. */
    beforeFactor?: boolean
    /** What it tells beside `ok: true`. */
    answer?: RouteContract['answer']
    /** Takes or gives a file, which is more work than others. */
    isFile?: boolean
  }
}
