import { Type } from 'typebox'
import type { LinkPurpose } from '../../domain/people/login-link.ts'
import { PERMISSIONS } from '../../domain/people/permissions.ts'
import { FACTOR_RULES } from '../../domain/people/policy.ts'
import { Nullable } from '../../wire/common.ts'
import * as T from './pieces.ts'

export const User = T.Exact({
  id: T.Id,
  email: T.Text,
  name: T.Text,
  role: T.RoleField,
  /** Of a reseller: whose things it sees. */
  ownerId: T.IdOrNull,
  ownerName: T.TextOrNull,
  language: T.LanguageOrNull,
  hasPassword: T.Flag,
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

/** Counted up to a bound. */
export const OwnedCount = T.Exact({ count: T.Count, more: T.Flag })
export type OwnedCount = T.Received<typeof OwnedCount>

const OWNER = { id: T.Id, name: T.Text, email: T.TextOrNull, createdAt: T.At }
export const NamedOwner = T.Exact(OWNER)
export const Owner = T.Exact({ ...OWNER, credentials: OwnedCount, tokens: OwnedCount, activeWebhooks: OwnedCount })
export type Owner = T.Received<typeof Owner>

/** To be handed over; shown once. */
export const LoginLink = T.Exact({ purpose: T.Word<LinkPurpose>(), url: T.Text, expiresAt: T.At })
export type LoginLink = T.Received<typeof LoginLink>

const ME = {
  user: User,
  permissions: T.List(T.OneOf(PERMISSIONS)),
  recoveryCodesLeft: T.NumberOrNull,
  network: T.Exact({
    name: T.Text,
    /** Everything in it is made up: the demo. */
    simulated: T.Flag,
  }),
  version: T.Text,
  /** Customers can be written to. */
  canMail: T.Flag,
  /** What is asked of one's role. */
  secondFactor: T.OneOf(FACTOR_RULES),
  /** Of one's sessions. */
  lifetime: T.Exact({ idleMinutes: T.Count, longestMinutes: T.Count }),
}
const Me = T.Exact(ME)
export type Me = T.Received<typeof Me>

/** What the browser is to show. */
const NEXT = { next: T.OneOf(['home', 'second_factor']) }
export const Entered = T.Exact(NEXT)
export type Entered = T.Received<typeof Entered>

const OwnerOrNone = Type.Optional(Nullable('integer', { minimum: 1, maximum: Number.MAX_SAFE_INTEGER }))
const EmailOrNone = Nullable('string', { format: 'email' })
const WithPassword = T.Exact({ password: T.Password })
const RecoveryCodes = T.List(T.Text)

export const PEOPLE_ROUTES = {
  'POST /links/look': {
    body: T.Exact({ token: T.LinkToken }),
    answer: { link: T.Exact({ purpose: T.Word<LinkPurpose>(), email: T.TextOrNull, name: T.TextOrNull }) },
  },
  'POST /setup': {
    body: T.Exact({
      token: T.LinkToken,
      email: T.Email,
      name: T.Name,
      password: T.Password,
      language: Type.Optional(T.LanguageOrNull),
    }),
    answer: NEXT,
  },
  'POST /links/accept': { body: T.Exact({ token: T.LinkToken, password: T.Password }), answer: NEXT },
  'POST /login': { body: T.Exact({ email: T.Email, password: T.Password }), answer: NEXT },
  'POST /second-factor': { body: T.Exact({ code: T.Code }), answer: NEXT },
  'POST /logout': { answer: {} },

  'GET /me': { answer: ME, beforeFactor: true },
  'PATCH /account': {
    body: T.Exact({ name: Type.Optional(T.Name), language: Type.Optional(T.LanguageOrNull) }),
    answer: { user: User },
  },
  'POST /account/password': { body: T.Exact({ currentPassword: T.Password, password: T.Password }), answer: {} },
  'GET /account/sessions': { answer: { sessions: T.List(Session) } },
  'DELETE /account/sessions': { answer: { ended: T.Count } },
  'DELETE /account/sessions/:id': { answer: {} },
  'POST /account/confirm': {
    body: Type.Union([WithPassword, T.Exact({ code: T.Code })]),
    answer: {},
  },
  'POST /account/second-factor': {
    body: WithPassword,
    answer: { secret: T.Text, uri: T.Text },
    beforeFactor: true,
  },
  'POST /account/second-factor/confirm': {
    body: T.Exact({ code: T.Code }),
    answer: { recoveryCodes: RecoveryCodes },
    beforeFactor: true,
  },
  'POST /account/second-factor/remove': { body: WithPassword, answer: {} },
  'POST /account/recovery-codes': { body: WithPassword, answer: { recoveryCodes: RecoveryCodes } },

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
    answer: { user: User, link: LoginLink },
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
  'POST /users/:id/link': { answer: { link: LoginLink }, status: 201, confirmed: true },
  'DELETE /users/:id/second-factor': { answer: {}, confirmed: true },
  'GET /users/:id/sessions': { answer: { sessions: T.List(Session) } },
  'DELETE /users/:id/sessions': { answer: { ended: T.Count } },
  'DELETE /users/:id/sessions/:sessionId': { answer: {} },

  'GET /owners': {
    query: T.ListQuery({ search: Type.Optional(T.Search) }),
    answer: { owners: T.List(Owner), nextCursor: T.NextCursor },
  },
  'GET /owners/:id': { answer: { owner: Owner } },
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
