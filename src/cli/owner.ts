import { changeOwner, ensureOwner } from '../actions/people/owners.ts'
import { readConfig } from '../config.ts'
import { isEmailAddress } from '../domain/text/email-address.ts'
import { findOwnerByName, listOwners } from '../store/people/owners.ts'
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
  `usage: vertice owner create NAME [--email ADDRESS]
       vertice owner set NAME --email ADDRESS|none
       vertice owner list

An owner is an organisation, yours or a reseller's. Tokens, credentials and webhooks belong to one, and a token sees
only its owner's. To its e-mail address goes what it should know, such as that a webhook was deactivated.
What these commands change is in the audit log.`,
  { create, set, list },
)

function emailOf(text: string): string {
  if (!isEmailAddress(text)) throw new UsageError(`--email: expected an address such as rtk@example.mx, got "${text}"`)
  if (!readConfig().smtp) console.error('note: no mail is sent while SMTP_URL is not set')
  return text
}

async function create(args: string[]): Promise<undefined> {
  const { values, positionals } = read(args, { email: { type: 'string' } })
  const name = needed(positionals[0], 'NAME')
  const email = values.email === undefined ? null : emailOf(values.email.trim())
  await onNewFoundation(async ({ db }) => {
    const owner = await ensureOwner(deedBy('owner create', { db }), name, email)
    console.log(
      owner.created ? `owner ${owner.id} "${owner.name}" is made` : `owner ${owner.id} "${owner.name}" exists already`,
    )
    if (email !== null && owner.email !== email) console.error(`its e-mail is unchanged; see: vertice owner set --help`)
  })
}

async function set(args: string[]): Promise<undefined> {
  const { values, positionals } = read(args, { email: { type: 'string' } })
  const name = needed(positionals[0], 'NAME')
  const wanted = needed(values.email, '--email')
  const email = wanted === 'none' ? null : emailOf(wanted)
  await onFoundation(async ({ db }) => {
    const found = await findOwnerByName(db, name)
    if (!found) throw new UsageError(`there is no owner "${name}"; "vertice owner list" shows them`)
    const owner = await changeOwner(deedBy('owner set', { db }), found.id, { email })
    console.log(
      `owner ${owner.id} "${owner.name}" ${email ? `is told by e-mail at ${email}` : 'is told nothing by e-mail'}`,
    )
  })
}

async function list(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db }) => {
    const rows = (await listOwners(db)).map(({ id, name, email, createdAt }) => [
      String(id),
      name,
      email ?? '-',
      shortTime(createdAt),
    ])
    printTable(['ID', 'NAME', 'E-MAIL', 'CREATED (UTC)'], rows, 'no owners yet')
  })
}
