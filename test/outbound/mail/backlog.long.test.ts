// Many mails of one owner wait: a poll of the outbox reads and writes no more rows for it, and the mails of other owners are sent.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailBatch, takeMails } from '../../../src/outbound/mail/take.ts'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { type Database, only } from '../../../src/store/kit/database.ts'
import { countPendingMails, giveUpMails, listMails, lockMails, type MailsOf } from '../../../src/store/mail/outbox.ts'
import { countHeldMails } from '../../../src/store/mail/quotas.ts'
import { TestService } from '../../support/service.ts'
import { sized } from '../../support/size.ts'

/** More than `countHeldMails` counts, and ten times as many as a poll may touch. */
const MANY = sized({ ci: 20_000, nightly: 100_000 })
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const KIND = 'credential-data'
const OWN_KIND = 'own-notice'
/** Rows of mails read and written in one look; a mailbox's are set aside 500 at a time. */
const MOST_ROWS = 2_000

let service: TestService
let start: number
beforeAll(async () => {
  service = await TestService.start()
  for (const owner of ['Greedy', 'Modest']) await service.client(undefined, owner)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.pool.query('truncate mails, mail_holds')
  start = Date.now()
})

/** With what the server learns of a table that has grown, which it does by itself within a minute. */
const write = async (owner: string | null, kind: string, count: number, recipient: string) => {
  // A statement may take only so long, however busy the machine is.
  for (let from = 1; from <= count; from += 20_000)
    await service.db.pool.query(
      `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at)
       select (select id from owners where name = $1), $2::text, concat($2::text, $1::text, n, clock_timestamp()), ${recipient}, '{}', now(), now() from generate_series($3::int, $4::int) n`,
      [owner, kind, from, Math.min(from + 19_999, count)],
    )
  await service.db.pool.query('analyze mails')
}

interface Seen {
  readonly recipients: string[]
  readonly more: boolean
  readonly rows: number
}

/** Rows of mails, by this session so far. */
const touched = async (tx: Database) =>
  (
    await only<{ rows: number }>(tx, {
      text: `select seq_tup_read + idx_tup_fetch + n_tup_upd as rows from pg_stat_xact_user_tables where relname = 'mails'`,
    })
  ).rows

/** One look, so long after the start; those that were taken are sent at once. */
const batch = (afterMs: number, whose: MailsOf = 'tenants'): Promise<Seen> =>
  service.db.transaction(async (tx) => {
    const now = new Date(start + afterMs)
    const wanted: MailBatch = {
      now,
      leasedUntil: new Date(now.getTime() + MINUTE_MS),
      kinds: [KIND, OWN_KIND],
      limit: 5,
      quota: { kinds: [KIND], perOwner: 3, perRecipient: 2 },
    }
    const before = await touched(tx)
    const { mails, more } = await takeMails(tx, whose, wanted)
    const rows = (await touched(tx)) - before
    await tx.query({ text: `update mails set state = 'sent' where id = any ($1)` }, [mails.map(({ id }) => id)])
    return { recipients: mails.map(({ recipient }) => recipient), more, rows }
  })

/** Until nothing is due any more. */
async function lookOn(afterMs: number): Promise<Seen[]> {
  const seen = [await batch(afterMs)]
  while (seen.at(-1)!.more) seen.push(await batch(afterMs))
  return seen
}

const mostRows = (seen: readonly Seen[]) => Math.max(...seen.map(({ rows }) => rows))
const sentIn = (seen: readonly Seen[]) => seen.flatMap(({ recipients }) => recipients)

it('over the owner’s quota: it is passed by, also when there is room for one again', async () => {
  await write('Greedy', KIND, MANY, `'c' || n || '@example.mx'`)
  await write('Modest', KIND, 1, `'modest@example.mx'`)
  const first = await lookOn(MINUTE_MS)
  expect(sentIn(first)).toHaveLength(4)
  expect(first[0]!.recipients).toContain('modest@example.mx')
  const [later] = await listMails(service.db, 'pending', 1)
  expect(later!.lastError).toEqual({ code: 'over_quota', params: { whose: 'owner', most: 3 } })
  expect(later!.dueAt.getTime()).toBe(start + MINUTE_MS + DAY_MS)
  expect(await countHeldMails(service.db, MANY)).toBe(MANY - 3)
  expect(await countHeldMails(service.db)).toBe(10_000)
  await write('Modest', KIND, 1, `'modest+2@example.mx'`)
  const nextDay = await lookOn(MINUTE_MS + DAY_MS)
  expect(nextDay[0]!.recipients).toContain('modest+2@example.mx')
  expect(sentIn(nextDay)).toHaveLength(4)
  expect(mostRows([...first, ...nextDay])).toBeLessThan(MOST_ROWS)
})

it('to one full mailbox: set aside in parts, and a few come back when there is room', {
  timeout: 120_000,
}, async () => {
  await write('Greedy', KIND, MANY, `'stranger+' || n || '@example.mx'`)
  await write('Modest', KIND, 1, `'modest@example.mx'`)
  await service.db.pool.query(
    `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at)
     select id, $1, 'last', 'other@example.mx', '{}', now(), now() from owners where name = 'Greedy'`,
    [KIND],
  )
  const first = await lookOn(MINUTE_MS)
  expect(sentIn(first).toSorted()).toEqual([
    'modest@example.mx',
    'other@example.mx',
    'stranger+1@example.mx',
    'stranger+2@example.mx',
  ])
  expect(first[0]!.recipients).toContain('modest@example.mx')
  expect(await countHeldMails(service.db, MANY)).toBe(MANY - 2)
  expect(await countHeldMails(service.db)).toBe(10_000)
  const nextDay = await lookOn(MINUTE_MS + DAY_MS)
  expect(sentIn(nextDay)).toHaveLength(2)
  // Once set aside, most of them stay there.
  expect(nextDay.length).toBeLessThan(10)
  expect(mostRows([...first, ...nextDay])).toBeLessThan(MOST_ROWS)
  const waiting = await listMails(service.db, 'pending', 10)
  expect(waiting[0]!.lastError).toEqual({ code: 'over_quota', params: { whose: 'recipient', most: 2 } })
})

it('the service’s own go first, whatever tenants’ mails are doing', async () => {
  await write('Greedy', KIND, MANY, `'c' || n || '@example.mx'`)
  await write('Greedy', OWN_KIND, 1, `'owner@example.mx'`)
  await write(null, OWN_KIND, 1, `'operator@example.mx'`)
  // Somebody has been busy with the tenants' for a while.
  await service.db.transaction(async (tx) => {
    await lockMails(tx, 'tenants')
    const { recipients, rows } = await batch(MINUTE_MS, 'service')
    expect(recipients.toSorted()).toEqual(['operator@example.mx', 'owner@example.mx'])
    expect(rows).toBeLessThan(100)
  })
})

it('what nobody has sent in a week is given up in parts, as everything else that is tidied up', {
  timeout: 120_000,
}, async () => {
  await write('Greedy', KIND, 1_200, `'c' || n || '@example.mx'`)
  const now = new Date(start + 8 * DAY_MS)
  const failure = { code: 'nobody_sent', params: { days: 7 } } as const
  const parts = [500, 500, 200, 0]
  for (const part of parts) expect(await giveUpMails(service.db, now, failure, 500)).toBe(part)
  await write('Greedy', KIND, 1_200, `'d' || n || '@example.mx'`)
  await tidyUp(service.db, now)
  expect(await countPendingMails(service.db)).toBe(0)
})
