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
  asJson,
  CommandFailure,
  commandContext,
  group,
  oneOf,
  onFoundation,
  onNewFoundation,
  onOff,
  printList,
  required,
  shortTime,
  text,
  UsageError,
  verb,
  withDefault,
} from '../kit/command.ts'
import { email } from '../kit/email.ts'

const setup = verb({
  summary: 'prints a link to create the first administrator with, while nobody can administer',
  more: 'The link is good once. What is done with it is in the audit log.',
  run: () =>
    onFoundation(async ({ db, clock }) => {
      const token = await makeSetupLink(db, clock())
      if (token === null)
        throw new CommandFailure('somebody administers this network already: "vertice admin list" shows who')
      console.error('a link to create the first administrator with, good once:')
      console.log(linkUrl(readConfig().baseUrl, 'setup', token))
    }),
})

const create = verb({
  summary: 'makes a user of the administration area and prints a link to choose a password with',
  more: 'The link is good once and for 7 days.',
  flags: {
    email: required(email('who it is')),
    name: text('NAME', 'how they are called; else what stands before the @'),
    role: withDefault('administrator', oneOf(ROLES, 'what they may do')),
    owner: text('NAME', 'whose things a reseller sees'),
  },
  async run({ email, name, role, owner }) {
    await onNewFoundation(async ({ db }) => {
      const ownerId = owner === undefined ? null : await ownerOf(db, owner.trim())
      if (needsOwner(role) !== (ownerId !== null))
        throw new UsageError('--owner goes with --role reseller, and a reseller needs one')
      const wanted = { email, name: name?.trim() || email.split('@')[0]!, role, ownerId, language: null }
      const made = await inviteUser(commandContext('admin create', { db }), wanted)
      console.error(`user ${made.user.id}, ${role}; a link to choose a password with, good once and for 7 days:`)
      console.log(linkUrl(readConfig().baseUrl, made.link.purpose, made.link.token))
    })
  },
})

const link = verb({
  summary: 'prints a new link for somebody who exists, to choose another password with',
  more: 'It is good for 24 hours; for somebody who never came in it is a new invitation.',
  flags: {
    email: required(email('who it is')),
    'without-second-factor': onOff('also removes the second factor, for who lost the phone and the recovery codes'),
  },
  async run({ email, 'without-second-factor': withoutSecondFactor }) {
    await onFoundation(async ({ db }) => {
      const user = await existingUser(db, email)
      const context = commandContext('admin link', { db })
      const { token, purpose, expiresAt } = await makeUserLink(context, user.id)
      if (withoutSecondFactor) await removeSecondFactor(context, user.id)
      console.error(`a link to choose a password with, good once and until ${shortTime(expiresAt)}:`)
      console.log(linkUrl(readConfig().baseUrl, purpose, token))
    })
  },
})

const untie = verb({
  summary: 'lets somebody be recognised anew by single sign-on, whose account at the provider is another one now',
  more: `Their sessions end. For ${EXPECTED_MINUTES} minutes, whoever first signs in at the provider with this e-mail address is them, also where OIDC_LINK_BY_EMAIL is off or the provider does not say that the address was verified. After that the settings count again; run it once more if they did not come in time.

A password that they have here stays.`,
  flags: { email: required(email('who it is')) },
  async run({ email }) {
    await onFoundation(async ({ db }) => {
      const user = await existingUser(db, email)
      const until = await untieFromProvider(commandContext('admin untie', { db }), user.id)
      console.log(
        `${user.email}: untied; whoever signs in at the provider with this address until ${shortTime(until)} is them`,
      )
    })
  },
})

/** More users than any network has. */
const EVERYBODY = 100_000

const list = verb({
  summary: 'shows who there is',
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) => {
      const users = (await listUsers(db, { limit: EVERYBODY })).map((user) => ({
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
      printList(
        json,
        users,
        {
          ID: ({ id }) => id,
          'E-MAIL': ({ email }) => email,
          NAME: ({ name }) => name,
          ROLE: ({ role, ownerName }) => (ownerName === null ? role : `${role} of ${ownerName}`),
          STATE: ({ state }) => state,
          'SECOND FACTOR': ({ hasSecondFactor }) => (hasSecondFactor ? 'yes' : 'no'),
          SEEN: ({ seenAt }) => seenAt,
        },
        'nobody yet',
      )
    }),
})

export const command = group(
  { setup, create, link, untie, list },
  'A link stands alone on standard output. What these commands do is in the audit log.',
)

async function existingUser(db: Database, email: string): Promise<User> {
  const user = await findUserByEmail(db, email)
  if (user) return user
  throw new UsageError(`there is no user ${email}; "vertice admin list" shows them`)
}

async function ownerOf(db: Database, name: string): Promise<number> {
  const owner = await findOwnerByName(db, name)
  if (owner) return owner.id
  throw new UsageError(`there is no owner "${name}"; "vertice owner list" shows them`)
}
