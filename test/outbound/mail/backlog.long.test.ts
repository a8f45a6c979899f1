// Many mails of one owner wait: a poll of the outbox reads and writes no more rows for it, and the mails of other
// owners are sent.
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
/** Mail rows read and written per poll; a mailbox's mails are set aside 500 at a time. */
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

/** Inserts mails and analyzes the table, which the server does by itself within a minute. */
const write = async (owner: string | null, kind: string, count: number, recipient: string) => {
  // In parts, because of the statement timeout on a busy machine.
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

/** Mail rows read and written by this transaction so far. */
const touched = async (tx: Database) =>
  (
    await only<{ rows: number }>(tx, {
      text: `select seq_tup_read + idx_tup_fetch + n_tup_upd as rows from pg_stat_xact_user_tables where relname = 'mails'`,
    })
  ).rows

/** One poll, `afterMs` after the start. Marks the mails that it takes as sent. */
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

async function lookOn(afterMs: number): Promise<Seen[]> {
  const seen = [await batch(afterMs)]
  while (seen.at(-1)!.more) seen.push(await batch(afterMs))
  return seen
}

const mostRows = (seen: readonly Seen[]) => Math.max(...seen.map(({ rows }) => rows))
const sentIn = (seen: readonly Seen[]) => seen.flatMap(({ recipients }) => recipients)

it('skips mails over the owner’s quota cheaply, even when one more may be sent', async () => {
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

it('sets mails to a full mailbox aside in batches, and returns a few when there is room', {
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
  // Mails that were set aside mostly stay there.
  expect(nextDay.length).toBeLessThan(10)
  expect(mostRows([...first, ...nextDay])).toBeLessThan(MOST_ROWS)
  const waiting = await listMails(service.db, 'pending', 10)
  expect(waiting[0]!.lastError).toEqual({ code: 'over_quota', params: { whose: 'recipient', most: 2 } })
})

it('sends the service’s own mails first, whatever the state of tenants’ mails', async () => {
  await write('Greedy', KIND, MANY, `'c' || n || '@example.mx'`)
  await write('Greedy', OWN_KIND, 1, `'owner@example.mx'`)
  await write(null, OWN_KIND, 1, `'operator@example.mx'`)
  // Another worker holds the lock for the tenants' mails.
  await service.db.transaction(async (tx) => {
    await lockMails(tx, 'tenants')
    const { recipients, rows } = await batch(MINUTE_MS, 'service')
    expect(recipients.toSorted()).toEqual(['operator@example.mx', 'owner@example.mx'])
    expect(rows).toBeLessThan(100)
  })
})

it('gives up mails that were not sent within a week, in batches', {
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
