import { makeUserLink } from '../actions/people/login-links.ts'
import { removeSecondFactor } from '../actions/people/second-factor.ts'
import { inviteUser } from '../actions/people/users.ts'
import { readConfig } from '../config.ts'
import { linkUrl } from '../domain/people/login-link.ts'
import { needsOwner } from '../domain/people/permissions.ts'
import { ROLES, type Role } from '../domain/people/user.ts'
import { isEmailAddress } from '../domain/text/email-address.ts'
import type { Database } from '../store/kit/database.ts'
import { findOwnerByName } from '../store/people/owners.ts'
import { findUserByEmail, listUsers } from '../store/people/users.ts'
import {
  deedBy,
  needed,
  onFoundation,
  onNewFoundation,
  printTable,
  read,
  shortTime,
  UsageError,
  withSubcommands,
} from './command.ts'

export const command = withSubcommands(
  `usage: vertice admin create --email ADDRESS [--name NAME] [--role ROLE] [--owner NAME]
       vertice admin link --email ADDRESS [--without-second-factor]
       vertice admin list

create  makes a user of the administration area and prints a link, good once and for 7 days, to choose a password with
        --role   ${ROLES.join(', ')} (default: administrator)
        --owner  whose things a reseller sees
link    prints a new link for somebody who exists: for 24 hours to choose another password, or a new invitation
        --without-second-factor  also removes the second factor, for who lost the phone and the recovery codes
list    shows who there is

The link stands alone on standard output. What these commands do is in the audit log.`,
  { create, link, list },
)

/** More than any network has people for it. */
const EVERYBODY = 100_000

async function create(args: string[]): Promise<undefined> {
  const { values } = read(args, {
    email: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    owner: { type: 'string' },
  })
  const email = emailOf(values.email)
  const name = values.name?.trim() || email.split('@')[0]!
  const role = roleOf(values.role?.trim() ?? 'administrator')
  await onNewFoundation(async ({ db }) => {
    const ownerId = values.owner === undefined ? null : await ownerOf(db, values.owner.trim())
    if (needsOwner(role) !== (ownerId !== null))
      throw new UsageError('--owner goes with --role reseller, and a reseller needs one')
    const context = deedBy('admin create', { db })
    const made = await inviteUser(context, { email, name, role, ownerId, language: null })
    console.error(`user ${made.user.id}, ${role}; a link to choose a password with, good once and for 7 days:`)
    console.log(linkUrl(readConfig().baseUrl, made.link.purpose, made.link.token))
  })
}

async function link(args: string[]): Promise<undefined> {
  const { values } = read(args, { email: { type: 'string' }, 'without-second-factor': { type: 'boolean' } })
  const email = emailOf(values.email)
  await onFoundation(async ({ db }) => {
    const user = await findUserByEmail(db, email)
    if (!user) throw new UsageError(`there is no user ${email}; "vertice admin list" shows them`)
    const context = deedBy('admin link', { db })
    const { token, purpose, expiresAt } = await makeUserLink(context, user.id)
    if (values['without-second-factor']) await removeSecondFactor(context, user.id)
    console.error(`a link to choose a password with, good once and until ${shortTime(expiresAt)} (UTC):`)
    console.log(linkUrl(readConfig().baseUrl, purpose, token))
  })
}

async function list(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db }) => {
    const rows = (await listUsers(db, { limit: EVERYBODY })).map((user) => [
      String(user.id),
      user.email,
      user.name,
      user.ownerName === null ? user.role : `${user.role} of ${user.ownerName}`,
      user.disabledAt ? 'disabled' : user.hasPassword ? 'active' : 'invited',
      user.hasSecondFactor ? 'yes' : 'no',
      shortTime(user.seenAt),
    ])
    printTable(['ID', 'E-MAIL', 'NAME', 'ROLE', 'STATE', 'SECOND FACTOR', 'SEEN (UTC)'], rows, 'nobody yet')
  })
}

function emailOf(value: string | undefined): string {
  const email = needed(value, '--email')
  if (isEmailAddress(email)) return email
  throw new UsageError(`--email: expected an address such as ana@example.mx, got "${email}"`)
}

function roleOf(text: string): Role {
  const role = ROLES.find((known) => known === text)
  if (role) return role
  throw new UsageError(`--role: expected ${ROLES.join(', ')}, got "${text}"`)
}

async function ownerOf(db: Database, name: string): Promise<number> {
  const owner = await findOwnerByName(db, name)
  if (owner) return owner.id
  throw new UsageError(`there is no owner "${name}"; "vertice owner list" shows them`)
}
