import { createTokenOf } from '../../actions/people/tokens/create.ts'
import { revokeToken } from '../../actions/people/tokens/revoke.ts'
import { isUsable, managesWebhooksByRead, SCOPES, type Scope, TOKEN_LIMITS } from '../../domain/people/tokens/token.ts'
import { findToken } from '../../store/people/tokens/pages.ts'
import { listTokens } from '../../store/people/tokens/rows.ts'
import {
  ABOUT_TIMES,
  commandContext,
  group,
  listVerb,
  onFoundation,
  onNewFoundation,
  onOff,
  required,
  text,
  time,
  UsageError,
  verb,
} from '../kit/command.ts'

const create = verb({
  summary: 'create a token (and its organization, if new) and print it alone on standard output',
  more: `The token is shown only once. ${ABOUT_TIMES}`,
  flags: {
    owner: required(text('NAME', 'its organization')),
    name: required(text('NAME', 'what it is for')),
    scopes: required(
      text(
        'read,provision,...',
        `any of ${SCOPES.join(', ')}: "webhooks" manages webhooks and nothing else ("read" does too), "import" lets "provision" choose usernames and passwords`,
      ),
    ),
    expires: time('expiry date (default: never)'),
    'without-passwords': onOff('responses never include passwords or links to customer pages'),
    'without-webhooks': onOff('no access to webhooks; without this option, "read" can manage them'),
    test: onOff(
      'test mode: credentials never give access, are never e-mailed or billed, and only test tokens see them',
    ),
  },
  async run({ owner: ownerName, name, scopes, expires = null, test, ...limits }) {
    if (expires && expires <= new Date())
      throw new UsageError(`--expires: Must be in the future. Got ${expires.toISOString()}`)
    const wanted = {
      name,
      scopes: scopesOf(scopes),
      limits: TOKEN_LIMITS.filter((limit) => limits[FLAG_OF[limit]]),
      isTest: test,
      expiresAt: expires,
    }
    await onNewFoundation(async ({ db }) => {
      const context = commandContext('token create', { db })
      const { secret, token, ownerCreated } = await createTokenOf(context, ownerName, wanted)
      const owner = ownerCreated ? 'the new organization' : 'organization'
      console.error(
        `${token.isTest ? 'test token' : 'token'} ${token.id} for ${owner} "${ownerName}"; copy it now, it is shown only once:`,
      )
      console.log(secret)
      if (managesWebhooksByRead(token))
        console.error('This token can manage webhooks because it has "read". To prevent that, use --without-webhooks.')
    })
  },
})

const FLAG_OF = { no_passwords: 'without-passwords', no_webhooks: 'without-webhooks' } as const

function scopesOf(said: string): Scope[] {
  const names = [...new Set(said.split(',').map((name) => name.trim()))]
  const unknown = names.filter((name) => !SCOPES.some((scope) => scope === name))
  if (unknown.length > 0)
    throw new UsageError(`--scopes: "${unknown.join(', ')}" is unknown; choose from ${SCOPES.join(', ')}`)
  return names as Scope[]
}

const list = listVerb(
  'list tokens, without their values',
  async ({ db, clock }) => {
    const now = clock()
    return (await listTokens(db)).map((token) => ({
      id: token.id,
      ownerId: token.ownerId,
      ownerName: token.ownerName,
      name: token.name,
      scopes: token.scopes,
      limits: token.limits,
      isTest: token.isTest,
      state: token.revokedAt ? 'revoked' : isUsable(token, now) ? 'valid' : 'expired',
      createdAt: token.createdAt,
      expiresAt: token.expiresAt,
      revokedAt: token.revokedAt,
      lastUsedAt: token.lastUsedAt,
    }))
  },
  {
    ID: ({ id }) => id,
    OWNER: ({ ownerName }) => ownerName,
    NAME: ({ name }) => name,
    SCOPES: ({ scopes }) => scopes.join(','),
    LIMITS: ({ limits, isTest }) =>
      [...limits.map((limit) => FLAG_OF[limit]), ...(isTest ? ['test'] : [])].join(',') || null,
    STATE: ({ state }) => state,
    EXPIRES: ({ expiresAt }) => expiresAt,
    'LAST USED': ({ lastUsedAt }) => lastUsedAt,
  },
  'no tokens yet',
)

const revoke = verb({
  summary: 'revoke a token immediately, on every node',
  args: ['ID'],
  async run(_, id) {
    if (!/^[1-9]\d{0,14}$/.test(id))
      throw new UsageError(`ID: expected a number, got "${id}"; see "vertice token list"`)
    await onFoundation(async ({ db }) => {
      if (!(await findToken(db, 'all', Number(id)))) throw new UsageError(`there is no token ${id}`)
      const { name } = await revokeToken(commandContext('token revoke', { db }), 'all', Number(id))
      console.log(`token ${id} ("${name}") revoked`)
    })
  },
})

export const command = group({ create, list, revoke }, 'Every change is recorded in the audit log.')
