import type { FastifyReply } from 'fastify'
import type { AskBotName } from '../../actions/alerts/channels/telegram.ts'
import type { StorePart } from '../../actions/archive/request-base.ts'
import type { RefuseSource } from '../../actions/network/source-address.ts'
import type { ReadTableOf } from '../../actions/network/upstreams/follow.ts'
import type { TryStream } from '../../actions/network/upstreams/try.ts'
import type { SignInServices } from '../../actions/people/sign-in/sign-in.ts'
import type { SentRebuilder } from '../../actions/sessions/sent.ts'
import type { RefuseTarget } from '../../actions/webhooks/target.ts'
import type { PasswordHasher } from '../../base/passwords/password-hasher.ts'
import type { PositionReport } from '../../domain/archive/integrity/report.ts'
import type { Logo } from '../../domain/delivery/brand.ts'
import type { CustomerMail } from '../../domain/delivery/delivery.ts'
import type { MailTest } from '../../domain/delivery/mail/failure.ts'
import type { Position } from '../../domain/geometry/geodesy.ts'
import type { Finding } from '../../domain/operations/finding.ts'
import type { GivenSettings, Sender } from '../../domain/operations/settings.ts'
import type { PaymentProvider } from '../../domain/orders/order.ts'
import type { Permission } from '../../domain/people/permissions.ts'
import type { RolePolicy } from '../../domain/people/policy.ts'
import type { ConsoleSession } from '../../domain/people/sign-in.ts'
import type { SsoChecks, SsoProof, SsoRules } from '../../domain/people/single-sign-on.ts'
import type { Language, User } from '../../domain/people/user.ts'
import type { CasterDefaults, Current } from '../../store/current/current.ts'
import type { Database } from '../../store/kit/database.ts'
import type { RouteContract } from './contract/pieces.ts'

export interface RoverFile extends Position {
  readonly from: Date
  readonly to: Date
}

export interface ConsoleServices {
  readonly db: Database
  readonly keys: SignInServices['keys']
  readonly hasher: PasswordHasher
  readonly baseUrl: string
  readonly clock: () => Date
  /** Returns the client that an address counts as: the address itself, or the /64 of an IPv6 address. */
  readonly clientOf: (ip: string) => string
  readonly singleSignOn?: SingleSignOn | null
  /** Whether users can sign in with a password; default true. */
  readonly localLogin?: boolean
  readonly current: () => Promise<Current>
  readonly networkName: () => Promise<string>
  /** True in the demo, where all data is simulated. */
  readonly simulated: boolean
  readonly version: string
  readonly mapTiles: { readonly url: string; readonly attribution: string } | null
  /** Interval of live updates; tests use a shorter one. */
  readonly liveEveryMs?: number
  /** The caster's address if the operator set none. */
  readonly casterDefaults: CasterDefaults
  /** Settings from the environment, which the console cannot change. */
  readonly given: GivenSettings
  readonly fallbackSender: Sender
  /** The operator's logos, by the last segment of their URL. */
  readonly logos?: ReadonlyMap<string, Logo>
  readonly mail: {
    readonly server: string
    readonly from: string
    readonly sendTest: (to: string) => Promise<MailTest>
  } | null
  readonly customerMail?: CustomerMail | null
  readonly paymentProvider?: PaymentProvider | null
  /** Instructions for customers who pay by bank transfer. */
  readonly bankDetails?: string | null
  readonly statusPage: boolean
  /** Data directory of the embedded database; `null` with an external server. */
  readonly dataDir: string | null
  /** Sends the browser app's page, or the reason why it is missing. */
  readonly sendPage: (reply: FastifyReply) => FastifyReply
  /** Returns why webhooks must not be sent to an address, or `null`. */
  readonly refuseTarget: RefuseTarget
  /** Asks Telegram for the name of a bot. */
  readonly askBotName: AskBotName
  /** Retention of delivered webhooks; the default if omitted. */
  readonly deliveriesKeptMs?: number
  /** Returns why streams must not be pulled from an address, or `null`. */
  readonly refuseSource: RefuseSource
  /** Reads an upstream caster's sourcetable, to test settings before saving them. */
  readonly readTable: ReadTableOf
  readonly tryStream: TryStream
  /** Rebuilds what a rover was sent, from the archive; omitted if the archive is not available. */
  readonly rebuildSent?: SentRebuilder
  /** Reads where and when a rover observed. Rejects a file that is not RINEX. */
  readonly readRoverFile: (content: Buffer) => Promise<RoverFile>
  /** Keeps a part of an uploaded file in the archive's storage. */
  readonly storeBasePart: StorePart
  /** The PDF report of a computed position. */
  readonly positionPdf: (report: PositionReport, language: Language) => Promise<Buffer>
  /** The checks of `vertice doctor`, run in this process; omitted if not available. */
  readonly doctor?: () => Promise<readonly Finding[]>
}

export interface SingleSignOn {
  readonly rules: SsoRules
  begin(redirectUri: string, again: boolean): Promise<{ url: string; checks: SsoChecks }>
  finish(answer: URL, checks: SsoChecks): Promise<SsoProof>
  leave(idToken: string | null, returnTo: string): Promise<string | null>
}

/** `anyone`: public. `account`: every signed-in user. Otherwise the permission that is required. */
export type Access = 'anyone' | 'account' | Permission

export interface SignedIn {
  readonly user: User
  readonly session: ConsoleSession
  readonly policy: RolePolicy
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, also set for rejected requests; `null` on public routes. */
    signedIn: SignedIn
  }
  interface FastifyContextConfig {
    /** Required on every route of the console. */
    access?: Access
    confirmed?: boolean
    beforeFactor?: boolean
    whileViewing?: boolean
    answer?: RouteContract['answer']
    /** The route takes or returns a file, which counts more against the rate limit. */
    isFile?: boolean
  }
}
