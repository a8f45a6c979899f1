import { changeOwner, ensureOwner } from '../../actions/people/owners.ts'
import { setQuotas } from '../../actions/people/quotas.ts'
import { readConfig } from '../../base/config/config.ts'
import { QUOTAS, type Quota } from '../../domain/people/quota.ts'
import { findOwnerByName, listOwners } from '../../store/people/owners.ts'
import { readQuotas, readQuotaUse } from '../../store/people/quotas.ts'
import {
  asJson,
  commandContext,
  type Flag,
  group,
  onFoundation,
  onNewFoundation,
  printList,
  required,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'
import { email, emailIn } from '../kit/email.ts'

function noteIfSilent(): void {
  if (!readConfig().smtp) console.error('note: no mail is sent while SMTP_URL is not set')
}

const create = verb({
  summary: 'makes an owner',
  args: ['NAME'],
  flags: { email: email('where it is told what it should know') },
  async run({ email = null }, name) {
    if (email !== null) noteIfSilent()
    await onNewFoundation(async ({ db }) => {
      const owner = await ensureOwner(commandContext('owner create', { db }), name, email)
      const text = `owner ${owner.id} "${owner.name}"`
      console.log(owner.created ? `${text} is made` : `${text} exists already`)
      if (email !== null && owner.email !== email)
        console.error(`its e-mail is unchanged; see: vertice owner set --help`)
    })
  },
})

const set = verb({
  summary: 'sets where an owner is told things',
  args: ['NAME'],
  flags: { email: required(text('ADDRESS|none', 'where it is told what it should know')) },
  async run({ email: wanted }, name) {
    const email = wanted === 'none' ? null : emailIn(wanted, '--email')
    if (email !== null) noteIfSilent()
    await onFoundation(async ({ db }) => {
      const found = await findOwnerByName(db, name)
      if (!found) throw new UsageError(`there is no owner "${name}"; "vertice owner list" shows them`)
      const owner = await changeOwner(commandContext('owner set', { db }), found.id, { email })
      console.log(
        `owner ${owner.id} "${owner.name}" ${email ? `is told by e-mail at ${email}` : 'is told nothing by e-mail'}`,
      )
    })
  },
})

/** `null` means no limit of its own. */
const limitOrNone = (help: string): Flag<number | null | undefined> => ({
  ...text('N|none', help),
  read(said, name) {
    if (said === undefined) return undefined
    if (said === 'none') return null
    if (!/^\d{1,9}$/.test(said)) throw new UsageError(`${name}: expected a number or "none", got "${said}"`)
    return Number(said)
  },
})

const FLAG_OF = {
  inForce: 'in-force',
  issuedPerDay: 'issued-per-day',
  mailsPerDay: 'mails-per-day',
  webhooks: 'webhooks',
} as const satisfies Record<Quota, string>

const quota = verb({
  summary: 'shows what it may have and has of it, after setting what is named',
  more: 'Its programs and people are refused what goes beyond. You are not, nor is an order that is paid; both count.',
  args: ['NAME'],
  flags: {
    'in-force': limitOrNone('credentials that have neither ended nor been revoked, scheduled ones too'),
    'issued-per-day': limitOrNone('credentials issued in 24 hours'),
    'mails-per-day': limitOrNone('mails to its customers in 24 hours; takes the place of the figure for everybody'),
    webhooks: limitOrNone('active webhooks (20 unless set)'),
    ...asJson,
  },
  async run({ json, ...given }, name) {
    const named = QUOTAS.flatMap((quota) => {
      const limit = given[FLAG_OF[quota]]
      return limit === undefined ? [] : [[quota, limit] as const]
    })
    await onFoundation(async ({ db, clock }) => {
      const owner = await findOwnerByName(db, name)
      if (!owner) throw new UsageError(`there is no owner "${name}"; "vertice owner list" shows them`)
      if (named.length > 0) await setQuotas(commandContext('owner quota', { db }), owner.id, Object.fromEntries(named))
      const uses = await readQuotaUse(db, owner.id, await readQuotas(db, owner.id), clock())
      const rows = QUOTAS.map((quota) => ({ quota, limit: uses[quota].limit, used: uses[quota].used ?? null }))
      const columns = {
        QUOTA: ({ quota }: { quota: Quota }) => FLAG_OF[quota],
        LIMIT: ({ limit }: { limit: number | null }) => limit,
        USED: ({ used }: { used: number | null }) => used,
      }
      printList(json, rows, columns, '')
    })
  },
})

const list = verb({
  summary: 'shows every owner',
  flags: asJson,
  run: ({ json }) =>
    onFoundation(async ({ db }) =>
      printList(
        json,
        await listOwners(db),
        {
          ID: ({ id }) => id,
          NAME: ({ name }) => name,
          'E-MAIL': ({ email }) => email,
          CREATED: ({ createdAt }) => createdAt,
        },
        'no owners yet',
      ),
    ),
})

export const command = group(
  { create, set, quota, list },
  `An owner is an organisation, yours or a reseller's. Tokens, credentials and webhooks belong to one, and a token sees only its owner's. To its e-mail address goes what it should know, such as that a webhook was deactivated. What these commands change is in the audit log.`,
)
