import { makeSetupLink, makeUserLink } from '../../actions/people/login-links.ts'
import { removeSecondFactor } from '../../actions/people/sign-in/second-factor.ts'
import { untieFromProvider } from '../../actions/people/sign-in/untie-from-provider.ts'
import { inviteUser } from '../../actions/people/users.ts'
import { readConfig } from '../../base/config/config.ts'
import { linkUrl } from '../../domain/people/login-link.ts'
import { needsOwner } from '../../domain/people/permissions.ts'
import { EXPECTED_MINUTES } from '../../domain/people/single-sign-on.ts'
import { ROLES, type User } from '../../domain/people/user.ts'
import type { Database } from '../../store/kit/database.ts'
import { findOwnerByName } from '../../store/people/owners.ts'
import { findUserByEmail, listUsers } from '../../store/people/users.ts'
import {
  CommandFailure,
  commandContext,
  group,
  listVerb,
  oneOf,
  onFoundation,
  onNewFoundation,
  onOff,
  required,
  shortTime,
  text,
  UsageError,
  verb,
  withDefault,
} from '../kit/command.ts'
import { email } from '../kit/values.ts'

const setup = verb({
  summary: 'print a link to create the first administrator; works only while there is none',
  more: 'The link works once. Its use is recorded in the audit log.',
  run: () =>
    onFoundation(async ({ db, clock }) => {
      const token = await makeSetupLink(db, clock())
      if (token === null)
        throw new CommandFailure('this network already has an administrator; see "vertice admin list"')
      console.error('link to create the first administrator; it works once:')
      console.log(linkUrl(readConfig().baseUrl, 'setup', token))
    }),
})

const create = verb({
  summary: 'create a console user and print a link to choose a password',
  more: 'The link works once and expires after 7 days.',
  flags: {
    email: required(email('e-mail address of the user')),
    name: text('NAME', 'display name (default: the part before @)'),
    role: withDefault('administrator', oneOf(ROLES, 'role of the user')),
    owner: text('NAME', 'organization of a reseller'),
  },
  async run({ email, name, role, owner }) {
    await onNewFoundation(async ({ db }) => {
      const ownerId = owner === undefined ? null : await ownerOf(db, owner.trim())
      if (needsOwner(role) !== (ownerId !== null))
        throw new UsageError('--owner is required with --role reseller and not allowed otherwise')
      const wanted = { email, name: name?.trim() || email.split('@')[0]!, role, ownerId, language: null }
      const made = await inviteUser(commandContext('admin create', { db }), wanted)
      console.error(`user ${made.user.id}, ${role}; link to choose a password, works once and expires in 7 days:`)
      console.log(linkUrl(readConfig().baseUrl, made.link.purpose, made.link.token))
    })
  },
})

const link = verb({
  summary: 'print a link for an existing user to choose a new password',
  more: 'The link expires after 24 hours. For a user who has never signed in, it is a new invitation.',
  flags: {
    email: required(email('e-mail address of the user')),
    'without-second-factor': onOff('also remove the second factor, if the user lost the phone and the recovery codes'),
  },
  async run({ email, 'without-second-factor': withoutSecondFactor }) {
    await onFoundation(async ({ db }) => {
      const user = await existingUser(db, email)
      const context = commandContext('admin link', { db })
      const { token, purpose, expiresAt } = await makeUserLink(context, user.id)
      if (withoutSecondFactor) await removeSecondFactor(context, user.id)
      console.error(`link to choose a password; it works once, until ${shortTime(expiresAt)}:`)
      console.log(linkUrl(readConfig().baseUrl, purpose, token))
    })
  },
})

const untie = verb({
  summary: 're-link a user to single sign-on after their account at the provider changed',
  more: `Ends their sessions. For ${EXPECTED_MINUTES} minutes, the first sign-in at the provider with this e-mail address is linked to the user, even if OIDC_LINK_BY_EMAIL is off or the provider has not verified the address. If they do not sign in in time, run it again.

Their password on this service does not change.`,
  flags: { email: required(email('e-mail address of the user')) },
  async run({ email }) {
    await onFoundation(async ({ db }) => {
      const user = await existingUser(db, email)
      const until = await untieFromProvider(commandContext('admin untie', { db }), user.id)
      console.log(
        `${user.email}: unlinked; the first sign-in at the provider with this address until ${shortTime(until)} is linked to this user`,
      )
    })
  },
})

/** More users than any network has. */
const EVERYBODY = 100_000

const list = listVerb(
  'list console users',
  async ({ db }) => {
    return (await listUsers(db, { limit: EVERYBODY })).map((user) => ({
      id: user.id,
      email: user.email,
      name: user.name,
      role: user.role,
      ownerName: user.ownerName,
      state: user.disabledAt ? 'disabled' : user.hasPassword || user.byProvider ? 'active' : 'invited',
      hasSecondFactor: user.hasSecondFactor,
      createdAt: user.createdAt,
      seenAt: user.seenAt,
    }))
  },
  {
    ID: ({ id }) => id,
    'E-MAIL': ({ email }) => email,
    NAME: ({ name }) => name,
    ROLE: ({ role, ownerName }) => (ownerName === null ? role : `${role} of ${ownerName}`),
    STATE: ({ state }) => state,
    'SECOND FACTOR': ({ hasSecondFactor }) => (hasSecondFactor ? 'yes' : 'no'),
    SEEN: ({ seenAt }) => seenAt,
  },
  'no users yet',
)

export const command = group(
  { setup, create, link, untie, list },
  'Links are printed alone on standard output. Every change is recorded in the audit log.',
)

async function existingUser(db: Database, email: string): Promise<User> {
  const user = await findUserByEmail(db, email)
  if (user) return user
  throw new UsageError(`there is no user ${email}; see "vertice admin list"`)
}

async function ownerOf(db: Database, name: string): Promise<number> {
  const owner = await findOwnerByName(db, name)
  if (owner) return owner.id
  throw new UsageError(`there is no organization "${name}"; see "vertice owner list"`)
}
