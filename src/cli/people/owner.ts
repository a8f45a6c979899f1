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
  listVerb,
  onFoundation,
  onNewFoundation,
  printList,
  required,
  text,
  UsageError,
  verb,
} from '../kit/command.ts'
import { email, emailIn } from '../kit/values.ts'

function noteIfSilent(): void {
  if (!readConfig().smtp) console.error('note: no e-mail is sent until SMTP_URL is set')
}

const create = verb({
  summary: 'create an organization',
  args: ['NAME'],
  flags: { email: email('address for notifications') },
  async run({ email = null }, name) {
    if (email !== null) noteIfSilent()
    await onNewFoundation(async ({ db }) => {
      const owner = await ensureOwner(commandContext('owner create', { db }), name, email)
      const text = `organization ${owner.id} "${owner.name}"`
      console.log(owner.created ? `${text} created` : `${text} already exists`)
      if (email !== null && owner.email !== email)
        console.error(`its e-mail is unchanged; see: vertice owner set --help`)
    })
  },
})

const set = verb({
  summary: 'set the notification address of an organization',
  args: ['NAME'],
  flags: { email: required(text('ADDRESS|none', 'address for notifications')) },
  async run({ email: wanted }, name) {
    const email = wanted === 'none' ? null : emailIn(wanted, '--email')
    if (email !== null) noteIfSilent()
    await onFoundation(async ({ db }) => {
      const found = await findOwnerByName(db, name)
      if (!found) throw new UsageError(`there is no organization "${name}"; see "vertice owner list"`)
      const owner = await changeOwner(commandContext('owner set', { db }), found.id, { email })
      console.log(
        `organization ${owner.id} "${owner.name}" ${email ? `receives notifications at ${email}` : 'receives no notifications'}`,
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
  rinexHoursPerDay: 'rinex-hours-per-day',
} as const satisfies Record<Quota, string>

const quota = verb({
  summary: 'show the quotas of an organization and their use; with options, change them first',
  more: 'Requests of its programs and users beyond a quota are rejected. Your own actions and paid orders are not limited, but count.',
  args: ['NAME'],
  flags: {
    'in-force': limitOrNone('active or scheduled credentials'),
    'issued-per-day': limitOrNone('credentials issued in 24 hours'),
    'mails-per-day': limitOrNone('e-mails to its customers in 24 hours; overrides the default for all organizations'),
    webhooks: limitOrNone('active webhooks (20 unless set)'),
    'rinex-hours-per-day': limitOrNone('hours of RINEX data ordered in 24 hours'),
    ...asJson,
  },
  async run({ json, ...given }, name) {
    const named = QUOTAS.flatMap((quota) => {
      const limit = given[FLAG_OF[quota]]
      return limit === undefined ? [] : [[quota, limit] as const]
    })
    await onFoundation(async ({ db, clock }) => {
      const owner = await findOwnerByName(db, name)
      if (!owner) throw new UsageError(`there is no organization "${name}"; see "vertice owner list"`)
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

const list = listVerb(
  'list organizations',
  async ({ db }) => await listOwners(db),
  {
    ID: ({ id }) => id,
    NAME: ({ name }) => name,
    'E-MAIL': ({ email }) => email,
    CREATED: ({ createdAt }) => createdAt,
  },
  'no organizations yet',
)

export const command = group(
  { create, set, quota, list },
  `An organization is your own or a reseller's. Tokens, credentials and webhooks belong to one organization, and a token sees only those of its own. Notifications, such as a deactivated webhook, go to its e-mail address. Every change is recorded in the audit log.`,
)
