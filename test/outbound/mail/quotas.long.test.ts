// Mails that tenants cause are sent in the operator's name, so they have daily quotas by owner and by mailbox. The
// others wait, with the reason.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { MailServices, Render } from '../../../src/outbound/mail/send-mails.ts'
import { tidyUp } from '../../../src/start/jobs/tidy-up.ts'
import { listMailsOf } from '../../../src/store/delivery/deliveries.ts'
import { hasPendingMails, listMails } from '../../../src/store/mail/outbox.ts'
import { countHeldMails } from '../../../src/store/mail/quotas.ts'
import { readQueues } from '../../../src/store/operations/system.ts'
import { mailServer, startMailing } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { TestService } from '../../support/service.ts'

const DAY_MS = 86_400_000
const KIND = 'credential-data'
const OWN_KIND = 'own-notice'

let service: TestService
let ahead = 0
beforeAll(async () => {
  service = await TestService.start({ customerMail: { language: 'es', noticesMs: [] } })
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.pool.query('truncate mails, mail_holds')
  ahead = 0
})

const say: Render = () => ({ subject: 'x', text: 'x', html: 'x' })

const mailing = (url: string, perOwner: number, perRecipient: number, overrides: Partial<MailServices> = {}) =>
  startMailing(service, url, {
    render: { [KIND]: say, [OWN_KIND]: say },
    quota: { kinds: [KIND], perOwner, perRecipient },
    clock: () => new Date(Date.now() + ahead),
    ...overrides,
  })

async function ask(owner: string, addresses: readonly string[]): Promise<void> {
  const client = await service.client(undefined, owner)
  const credentials = addresses.map((cliente_email) => ({ segundos: 86_400 * 30, cliente_email, enviar_email: true }))
  const { status } = await client.post('/credentials/batch', { credentials })
  expect(status).toBe(201)
}

const times = (count: number, address: string) => Array.from({ length: count }, () => address)
const count = async (where: string) =>
  (await service.db.pool.query(`select count(*)::int as count from mails where ${where}`)).rows[0].count
const sent = () => count(`state = 'sent'`)
/** Held mails, as the operator sees them. */
const held = async () =>
  (await listMails(service.db, 'pending', 1_000)).filter(({ lastError }) => lastError?.code === 'over_quota')
const settled = (all: number) => until(async () => (await sent()) + (await countHeldMails(service.db)) === all)

it('sends twenty of a thousand mails to one mailbox; the others wait a day with the reason, and none is lost', async () => {
  const { url, received } = await mailServer()
  expect(await hasPendingMails(service.db)).toBe(false)
  await ask('Spammer', times(1_000, 'stranger@example.mx'))
  mailing(url, 1_000, 20)
  await settled(1_000)
  expect([await sent(), received.length]).toEqual([20, 20])
  expect(await countHeldMails(service.db)).toBe(980)
  expect(await hasPendingMails(service.db)).toBe(true)
  const waiting = await held()
  expect(waiting).toHaveLength(980)
  for (const { lastError, dueAt } of waiting) {
    expect(lastError).toEqual({ code: 'over_quota', params: { whose: 'recipient', most: 20 } })
    expect(dueAt.getTime()).toBeGreaterThan(Date.now() + (23 / 24) * DAY_MS)
  }
  // The credential's drawer shows the reason too, and held mails do not count as late.
  const { ownerId, credentialId, lastError } = waiting[0]!
  expect(await listMailsOf(service.db, ownerId!, credentialId!, 10)).toMatchObject([
    { lastError, dueAt: waiting[0]!.dueAt },
  ])
  expect(await readQueues(service.db, new Date())).toContainEqual({
    name: 'mails',
    waiting: 980,
    due: 0,
    lateSeconds: 0,
  })
  await tidyUp(service.db, new Date(Date.now() + 10 * DAY_MS))
  expect(await held()).toHaveLength(980)
  ahead = DAY_MS
  await until(async () => (await sent()) === 40)
  await settled(1_000)
  expect(await sent()).toBe(40)
})

it("counts all spellings of a mailbox together, and always allows each owner's first mail of the day", async () => {
  const { url } = await mailServer()
  await ask('First', ['A@example.mx', 'a+1@example.mx', 'a+2@Example.MX', 'other@example.mx'])
  mailing(url, 100, 2)
  await settled(4)
  expect((await held()).filter(({ recipient }) => /^a/i.test(recipient))).toHaveLength(1)
  await ask('Second', ['a@example.mx', 'a@example.mx'])
  await settled(6)
  expect(await count(`state = 'sent' and owner_id = (select id from owners where name = 'Second')`)).toBe(1)
})

it("limits an owner's mails per day, alternates between owners, and never delays the service's own mails", async () => {
  const { url, received } = await mailServer()
  await ask(
    'Greedy',
    Array.from({ length: 300 }, (_, index) => `c${index}@example.mx`),
  )
  await ask('Modest', ['modest@example.mx'])
  await service.db.pool.query(
    `insert into mails (owner_id, kind, key, recipient, data, due_at, created_at)
     select (select id from owners where name = 'Greedy'), $1, 'own-' || n, 'greedy@example.mx', '{}', now(), now() from generate_series(1, 30) n`,
    [OWN_KIND],
  )
  mailing(url, 10, 20)
  await settled(331)
  expect(await count(`state = 'sent' and kind = '${KIND}' and recipient like 'c%'`)).toBe(10)
  await tidyUp(service.db, new Date(Date.now() + 10 * DAY_MS))
  expect(new Set((await held()).map(({ lastError }) => JSON.stringify(lastError?.params)))).toEqual(
    new Set([JSON.stringify({ most: 10, whose: 'owner' })]),
  )
  expect(await held()).toHaveLength(290)
  expect(await count(`state = 'sent' and kind = '${OWN_KIND}'`)).toBe(30)
  const place = received.findIndex(({ recipients }) => recipients.includes('modest@example.mx'))
  expect(place).toBeGreaterThanOrEqual(0)
  expect(place).toBeLessThan(40)
  // The service's own mails do not wait behind the owner's three hundred.
  const own = received.slice(0, 30).filter(({ recipients }) => recipients.includes('greedy@example.mx'))
  expect(own.length).toBeGreaterThanOrEqual(10)
})

it('holds for several workers together, counts a retry once, and applies a larger quota after a restart', async () => {
  const failing = new Set<string>()
  const { url } = await mailServer()
  await ask(
    'Several',
    Array.from({ length: 40 }, (_, index) => `s${index}@example.mx`),
  )
  const once: Render = (mail, ...rest) => {
    if (failing.has(mail.recipient)) return say(mail, ...rest)
    failing.add(mail.recipient)
    throw new Error('not yet')
  }
  const render = { [KIND]: once }
  const clock = () => new Date()
  const stops = [1, 2, 3].map(() => mailing(url, 15, 20, { render, clock }))
  await settled(40)
  expect(await sent()).toBe(15)
  for (const stop of stops) await stop()
  mailing(url, 25, 20, { render, clock })
  await until(async () => (await sent()) === 25)
  await settled(40)
  expect(await sent()).toBe(25)
})
