import { Type } from 'typebox'
import { REACHES } from '../../../../domain/network/address-reach.ts'
import type { LinkPurpose } from '../../../../domain/people/login-link.ts'
import { PERMISSIONS } from '../../../../domain/people/permissions.ts'
import { FACTOR_RULES } from '../../../../domain/people/policy.ts'
import { QUOTA_MOST, QUOTAS, type Quota } from '../../../../domain/people/quota.ts'
import { SIMULATED_SHARES } from '../../../../domain/stations/simulated.ts'
import { Nullable } from '../../../../wire/common.ts'
import { LOGO_FILE_BYTES } from '../network/operator-settings.ts'
import * as T from '../pieces.ts'

export const User = T.Exact({
  id: T.Id,
  email: T.Text,
  name: T.Text,
  role: T.RoleField,
  /** Set for resellers: the organisation whose data the user sees. */
  ownerId: T.IdOrNull,
  ownerName: T.TextOrNull,
  language: T.LanguageOrNull,
  hasPassword: T.Flag,
  /** The user signs in through single sign-on, and the provider determines the role. */
  byProvider: T.Flag,
  hasSecondFactor: T.Flag,
  disabled: T.Flag,
  createdAt: T.At,
  seenAt: T.AtOrNull,
})
export type User = T.Received<typeof User>
export type Role = User['role']

export const Session = T.Exact({
  id: T.Id,
  current: T.Flag,
  createdAt: T.At,
  seenAt: T.At,
  address: T.Text,
  agent: T.TextOrNull,
})
export type Session = T.Received<typeof Session>

/** Counted up to a limit; `more` if there are more. */
export const OwnedCount = T.Exact({ count: T.Count, more: T.Flag })
export type OwnedCount = T.Received<typeof OwnedCount>

const OWNER = { id: T.Id, name: T.Text, email: T.TextOrNull, createdAt: T.At }
export const NamedOwner = T.Exact(OWNER)
export const Owner = T.Exact({ ...OWNER, credentials: OwnedCount, tokens: OwnedCount, activeWebhooks: OwnedCount })
export type Owner = T.Received<typeof Owner>

/** What the organization's customers see; `null` is the network's. */
export const OwnBrand = T.Exact({
  name: T.TextOrNull,
  accent: T.TextOrNull,
  /** The readable shade of `accent` on white. */
  deep: T.TextOrNull,
  /** URL. */
  logo: T.TextOrNull,
})
export type OwnBrand = T.Received<typeof OwnBrand>

const QuotaUse = T.Exact({
  /** `null` if the owner has no limit of its own. */
  limit: T.NumberOrNull,
  /** `null` without a limit. */
  used: T.NumberOrNull,
})
const Uses = T.Exact(Object.fromEntries(QUOTAS.map((name) => [name, QuotaUse])) as Record<Quota, typeof QuotaUse>)
export type QuotaUses = T.Received<typeof Uses>
const Limit = Type.Optional(Nullable('integer', { minimum: 0, maximum: QUOTA_MOST }))

/** For the administrator to hand over; shown once. */
export const LoginLink = T.Exact({ purpose: T.Word<LinkPurpose>(), url: T.Text, expiresAt: T.At })
export type LoginLink = T.Received<typeof LoginLink>

const ME = {
  user: User,
  permissions: T.List(T.OneOf(PERMISSIONS)),
  /** The session views the console as the organization of `user`, read-only. */
  isViewing: T.Flag,
  recoveryCodesLeft: T.NumberOrNull,
  network: T.Exact({
    name: T.Text,
    /** How many of the stations are simulated; in the demo, all. */
    simulated: T.OneOf(SIMULATED_SHARES),
    /** Credentials were issued with addresses that customers cannot reach; `null` if both addresses are public. */
    unreachable: T.OrNull(T.Exact({ caster: T.OneOf(REACHES), web: T.OneOf(REACHES) })),
  }),
  version: T.Text,
  /** Whether the service can mail customers. */
  canMail: T.Flag,
  secondFactor: T.OneOf(FACTOR_RULES),
  lifetime: T.Exact({ idleMinutes: T.Count, longestMinutes: T.Count }),
}
const Me = T.Exact(ME)
export type Me = T.Received<typeof Me>

const NEXT = { next: T.OneOf(['home', 'second_factor']) }
/** Query string with which the single sign-on provider redirected the browser back. */
const ProviderAnswer = Type.String({ maxLength: 8_000 })
/** A path within the console; the pattern excludes redirects to other sites. */
const Place = Type.String({ pattern: '^/(?!/)[^\\s\\\\]*$', maxLength: 2_000 })
/** URL of the provider's page. */
const AWAY = { url: T.Text }
export const Entered = T.Exact(NEXT)
export type Entered = T.Received<typeof Entered>

const OwnerOrNone = Type.Optional(Nullable('integer', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const EmailOrNone = Nullable('string', { format: 'email' })
const WithPassword = T.Exact({ password: T.Password })
/** Users of single sign-on may have no password; they confirm at the provider. */
const MaybePassword = T.Exact({ password: Type.Optional(T.Password) })
const RecoveryCodes = T.List(T.Text)

const ListPath = Type.String({ pattern: '^(/[a-z-]+){1,3}$', maxLength: 60 })
const ViewName = Type.String({ minLength: 1, maxLength: 60, pattern: '^\\S(.*\\S)?$' })
/** `query` has filters, order and columns, as in the list's URL. */
const SavedView = T.Exact({ id: T.Id, list: T.Text, name: T.Text, query: T.Text })
export type SavedView = T.Received<typeof SavedView>

export const PEOPLE_ROUTES = {
  'POST /links/look': {
    body: T.Exact({ token: T.LinkToken }),
    answer: { link: T.Exact({ purpose: T.Word<LinkPurpose>(), email: T.TextOrNull, name: T.TextOrNull }) },
  },
  /** Sign-in options; public. */
  'GET /entry': {
    answer: {
      /** True if password links are mailed; otherwise an administrator hands them over. */
      mailsLinks: T.Flag,
      /** Whether users can sign in with single sign-on. */
      hasProvider: T.Flag,
      /** Whether users can sign in with a password. */
      localLogin: T.Flag,
    },
  },
  /** Mails a link for a new password. The answer is the same whether the account exists or not. */
  'POST /links/ask': { body: T.Exact({ email: T.Email, language: Type.Optional(T.LanguageOrNull) }), answer: {} },
  'POST /setup': {
    body: T.Exact({
      token: T.LinkToken,
      email: T.Email,
      name: T.Name,
      /** If omitted, the network keeps its name. */
      networkName: Type.Optional(Type.String({ maxLength: 100 })),
      password: T.Password,
      language: Type.Optional(T.LanguageOrNull),
    }),
    answer: NEXT,
  },
  'POST /links/accept': { body: T.Exact({ token: T.LinkToken, password: T.Password }), answer: NEXT },
  'POST /login': { body: T.Exact({ email: T.Email, password: T.Password }), answer: NEXT },
  'POST /second-factor': { body: T.Exact({ code: T.Code }), answer: NEXT },
  /** `url` also signs the user out at the single sign-on provider; `null` if not signed in through it. */
  'POST /logout': { answer: { url: T.TextOrNull } },
  /** `inWindow`: the sign-in runs in a window of its own, and another page waits for it. */
  'POST /sso/begin': {
    body: T.Exact({ to: Type.Optional(Place), inWindow: Type.Optional(T.Flag) }),
    answer: AWAY,
  },
  'POST /sso/finish': {
    body: T.Exact({ answer: ProviderAnswer }),
    answer: { next: T.OneOf(['home', 'second_factor', 'confirmed']), to: T.Text, inWindow: T.Flag },
  },

  'GET /me': { answer: ME, beforeFactor: true },
  'PATCH /account': {
    body: T.Exact({ name: Type.Optional(T.Name), language: Type.Optional(T.LanguageOrNull) }),
    answer: { user: User },
  },
  'POST /account/password': { body: T.Exact({ currentPassword: T.Password, password: T.Password }), answer: {} },
  'GET /views': { query: Type.Object({ list: ListPath }), answer: { views: T.List(SavedView) } },
  'POST /views': {
    body: T.Exact({ list: ListPath, name: ViewName, query: Type.String({ minLength: 1, maxLength: 2_000 }) }),
    answer: { view: SavedView },
  },
  'DELETE /views/:id': { answer: {} },
  'GET /account/sessions': { answer: { sessions: T.List(Session) } },
  'DELETE /account/sessions': { answer: { ended: T.Count } },
  'DELETE /account/sessions/:id': { answer: {} },
  'POST /account/confirm': {
    body: Type.Union([WithPassword, T.Exact({ code: T.Code })]),
    answer: {},
  },
  /** Confirms at the single sign-on provider instead. */
  'POST /account/confirm/begin': { answer: AWAY, beforeFactor: true },
  'POST /account/second-factor': {
    body: MaybePassword,
    answer: { secret: T.Text, uri: T.Text },
    beforeFactor: true,
  },
  'POST /account/second-factor/confirm': {
    body: T.Exact({ code: T.Code }),
    answer: { recoveryCodes: RecoveryCodes },
    beforeFactor: true,
  },
  'POST /account/second-factor/remove': { body: MaybePassword, answer: {} },
  'POST /account/recovery-codes': { body: MaybePassword, answer: { recoveryCodes: RecoveryCodes } },

  'GET /users': {
    query: T.ListQuery({
      search: Type.Optional(T.Search),
      role: Type.Optional(T.RoleField),
      ownerId: Type.Optional(T.Id),
    }),
    answer: { users: T.List(User), nextCursor: T.NextCursor },
  },
  'GET /users/:id': { answer: { user: User } },
  'POST /users': {
    body: T.Exact({
      email: T.Email,
      name: T.Name,
      role: T.RoleField,
      ownerId: OwnerOrNone,
      language: Type.Optional(T.LanguageOrNull),
    }),
    /** `link` is `null` if it was mailed to the user. */
    answer: { user: User, link: T.OrNull(LoginLink) },
    status: 201,
    confirmed: true,
  },
  'PATCH /users/:id': {
    body: T.Exact({
      name: Type.Optional(T.Name),
      role: Type.Optional(T.RoleField),
      ownerId: OwnerOrNone,
      disabled: Type.Optional(T.Flag),
    }),
    answer: { user: User },
    confirmed: true,
  },
  /** Mails the link to the user; the administrator does not see it. */
  'POST /users/:id/link/mail': { answer: { to: T.Text, expiresAt: T.At }, status: 202, confirmed: true },
  'POST /users/:id/link': { answer: { link: LoginLink }, status: 201, confirmed: true },
  'DELETE /users/:id/second-factor': { answer: {}, confirmed: true },
  'GET /users/:id/sessions': { answer: { sessions: T.List(Session) } },
  'DELETE /users/:id/sessions': { answer: { ended: T.Count } },
  'DELETE /users/:id/sessions/:sessionId': { answer: {} },

  'GET /owners': {
    query: T.ListQuery({ search: Type.Optional(T.Search) }),
    answer: { owners: T.List(Owner), nextCursor: T.NextCursor },
  },
  'GET /owners/:id': { answer: { owner: Owner, quotas: Uses, brand: OwnBrand } },
  'PATCH /owners/:id/brand': {
    body: T.Exact({
      name: Type.Optional(T.OrNull(T.Name)),
      accent: Type.Optional(Nullable('string', { maxLength: 20 })),
    }),
    answer: { brand: OwnBrand },
  },
  'POST /owners/:id/logo': { body: 'file', mostBytes: LOGO_FILE_BYTES, answer: { brand: OwnBrand } },
  'DELETE /owners/:id/logo': { answer: { brand: OwnBrand } },
  'PATCH /owners/:id/quotas': {
    body: T.Exact(Object.fromEntries(QUOTAS.map((name) => [name, Limit])) as Record<Quota, typeof Limit>),
    answer: { quotas: Uses },
  },
  /** Shows the console to this session as the organization sees it, read-only. */
  'POST /owners/:id/view': { answer: {} },
  'DELETE /view': { answer: {}, whileViewing: true },
  'POST /owners': {
    body: T.Exact({ name: T.Name, email: Type.Optional(EmailOrNone) }),
    answer: { owner: NamedOwner },
    status: 201,
  },
  'PATCH /owners/:id': {
    body: T.Exact({ name: Type.Optional(T.Name), email: Type.Optional(EmailOrNone) }),
    answer: { owner: NamedOwner },
  },
} as const satisfies Record<string, T.RouteContract>
