import { createTokenOf } from '../actions/tokens/create.ts'
import { revokeToken } from '../actions/tokens/revoke.ts'
import { startOfDay } from '../domain/credentials/start-time.ts'
import { isUsable, SCOPES, type Scope, TOKEN_LIMITS } from '../domain/tokens/token.ts'
import { findToken } from '../store/tokens/pages.ts'
import { listTokens } from '../store/tokens/rows.ts'
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
  `usage: vertice token create --owner NAME --name NAME --scopes read,provision,revoke [--expires DATE]
                            [--without-passwords] [--without-webhooks]
       vertice token list
       vertice token revoke ID

create  makes a token (and its owner, when new) and prints it alone on standard output. It is shown only this once.
        --scopes   any of ${SCOPES.join(', ')}
        --expires  a date (its first moment in Mexico central time) or an RFC 3339 timestamp
        --without-passwords  its answers hold no passwords and no links to customers' pages
        --without-webhooks   it can neither see nor change webhooks
list    shows tokens by id, never the tokens themselves
revoke  takes effect at once on every node

What these commands change is in the audit log.`,
  { create, list, revoke },
)

async function create(args: string[]): Promise<undefined> {
  const { values } = read(args, {
    owner: { type: 'string' },
    name: { type: 'string' },
    scopes: { type: 'string' },
    expires: { type: 'string' },
    'without-passwords': { type: 'boolean' },
    'without-webhooks': { type: 'boolean' },
  })
  const now = new Date()
  const ownerName = needed(values.owner, '--owner')
  const wanted = {
    name: needed(values.name, '--name'),
    scopes: scopesOf(needed(values.scopes, '--scopes')),
    limits: TOKEN_LIMITS.filter((limit) => values[FLAG_OF[limit]]),
    expiresAt: values.expires === undefined ? null : expiryOf(values.expires, now),
  }
  await onNewFoundation(async ({ db }) => {
    const context = deedBy('token create', { db })
    const { secret, token, ownerCreated } = await createTokenOf(context, ownerName, wanted)
    const owner = ownerCreated ? 'the new owner' : 'owner'
    console.error(`token ${token.id} for ${owner} "${ownerName}"; keep it, it is shown only now:`)
    console.log(secret)
  })
}

const FLAG_OF = { no_passwords: 'without-passwords', no_webhooks: 'without-webhooks' } as const

function scopesOf(text: string): Scope[] {
  const names = [...new Set(text.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name))
  if (unknown.length > 0)
    throw new UsageError(`--scopes: "${unknown.join(', ')}" is unknown; choose from ${SCOPES.join(', ')}`)
  return names as Scope[]
}

function expiryOf(text: string, now: Date): Date {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? dayOrInvalid(text)
    : new Date(/(Z|[+-]\d{2}:?\d{2})$/i.test(text) ? text : Number.NaN)
  if (Number.isNaN(at.getTime()))
    throw new UsageError(`--expires: expected YYYY-MM-DD or a timestamp such as 2027-01-31T18:00:00Z, got "${text}"`)
  if (at <= now) throw new UsageError(`--expires: ${text} has passed`)
  return at
}

function dayOrInvalid(day: string): Date {
  try {
    return startOfDay(day)
  } catch {
    return new Date(Number.NaN)
  }
}

async function list(args: string[]): Promise<undefined> {
  read(args, {})
  await onFoundation(async ({ db, clock }) => {
    const now = clock()
    const rows = (await listTokens(db)).map((token) => [
      String(token.id),
      token.ownerName,
      token.name,
      token.scopes.join(','),
      token.limits.map((limit) => FLAG_OF[limit]).join(',') || '-',
      token.revokedAt ? 'revoked' : isUsable(token, now) ? 'valid' : 'expired',
      shortTime(token.expiresAt),
      shortTime(token.lastUsedAt),
    ])
    printTable(
      ['ID', 'OWNER', 'NAME', 'SCOPES', 'LIMITS', 'STATE', 'EXPIRES (UTC)', 'LAST USED (UTC)'],
      rows,
      'no tokens yet',
    )
  })
}

async function revoke(args: string[]): Promise<undefined> {
  const [id = ''] = read(args, {}).positionals
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw new UsageError('say which: vertice token revoke ID ("vertice token list" shows ids)')
  await onFoundation(async ({ db }) => {
    if (!(await findToken(db, 'all', Number(id)))) throw new UsageError(`there is no token ${id}`)
    const context = deedBy('token revoke', { db })
    const { name } = await revokeToken(context, 'all', Number(id))
    console.log(`token ${id} ("${name}") is revoked`)
  })
}
