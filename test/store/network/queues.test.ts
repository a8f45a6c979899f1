// Queues of deliveries and mails on a real database: how many wait, since when, and since when due items are not taken.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countWebhooks, readDeliveryQueue, readMailQueue } from '../../../src/store/network/queues.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
let owner: number
beforeAll(async () => {
  service = await TestService.start()
  await service.token()
  owner = (await sql('select id from owners limit 1'))[0].id
})
afterAll(() => service.stop())
beforeEach(() => sql('truncate deliveries, webhooks, mails, mail_holds restart identity cascade'))

// biome-ignore lint/suspicious/noExplicitAny: tests look into rows
const sql = async (text: string, values: unknown[] = []): Promise<any[]> =>
  (await service.db.pool.query(text, values)).rows
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

const webhook = async (more: { failing?: boolean; givenUp?: boolean } = {}): Promise<number> => {
  const [{ id }] = await sql(
    `insert into webhooks (owner_id, url, event_types, secret, created_at, failing_since, deactivated_at, deactivation_reason)
     values ($1, 'https://receiver.example.mx', '{order.paid}', '\\x00', now(), $2, $3, $4) returning id`,
    [owner, more.failing ? ago(60) : null, more.givenUp ? ago(1) : null, more.givenUp ? 'failing' : null],
  )
  return id
}
const owe = (webhookId: number, dueAt: Date, createdAt = dueAt, type = 'order.paid') =>
  sql(`insert into deliveries (event_id, webhook_id, event_type, due_at, created_at) values ('e', $1, $4, $2, $3)`, [
    webhookId,
    dueAt,
    createdAt,
    type,
  ])

describe('the webhook queue', () => {
  it('is empty if nothing waits', async () => {
    expect(await readDeliveryQueue(service.db)).toEqual({ waiting: 0, oldestAt: null, dueSince: null })
  })

  it('is late if a due delivery is not taken, and not while one is leased or waits for a retry', async () => {
    const [one, other] = [await webhook(), await webhook()]
    const oldest = ago(40)
    await owe(one, ago(-1), ago(30), 'credential.issued')
    await owe(other, ago(-5), oldest, 'order.paid')
    expect(await readDeliveryQueue(service.db)).toEqual({ waiting: 2, oldestAt: oldest, dueSince: null })
    const due = ago(3)
    await owe(one, due)
    await owe(other, ago(2))
    expect(await readDeliveryQueue(service.db)).toMatchObject({ waiting: 4, dueSince: due })
  })

  it('is not late if the receiver fails, and excludes deactivated webhooks', async () => {
    const created = ago(90)
    await owe(await webhook({ failing: true }), created)
    await owe(await webhook({ givenUp: true }), ago(200))
    expect(await readDeliveryQueue(service.db)).toEqual({ waiting: 1, oldestAt: created, dueSince: null })
    await webhook()
    expect(await countWebhooks(service.db)).toEqual({ answering: 1, failing: 1, givenUp: 1 })
  })

  it('is counted up to a limit', async () => {
    const [one, other] = [await webhook(), await webhook()]
    for (const id of [one, one, one, other]) await owe(id, ago(1))
    expect((await readDeliveryQueue(service.db, 2)).waiting).toBe(2)
  })
})

describe('the mail queue', () => {
  const mail = (
    key: string,
    more: { dueAt: Date; createdAt?: Date; kind?: string; tried?: boolean; of?: number | null },
  ) =>
    sql(
      `insert into mails (kind, key, recipient, data, due_at, created_at, attempts, last_error, owner_id)
       values ($2, $1, 'a@example.mx', '{}', $3, $4, $5, $6, $7)`,
      [
        key,
        more.kind ?? 'a',
        more.dueAt,
        more.createdAt ?? more.dueAt,
        more.tried ? 1 : 0,
        more.tried ? '{"code":"said","params":{"said":"no"}}' : null,
        more.of ?? null,
      ],
    )

  it('is empty if nothing waits', async () => {
    expect(await readMailQueue(service.db)).toEqual({ waiting: 0, oldestAt: null, dueSince: null })
  })

  it('is late if a due mail is not attempted, whatever its owner and kind', async () => {
    const [first, created] = [ago(7), ago(50)]
    await mail('1', { dueAt: ago(3), kind: 'b' })
    await mail('2', { dueAt: first, kind: 'c', of: owner })
    await mail('3', { dueAt: ago(-20), createdAt: created, tried: true })
    expect(await readMailQueue(service.db)).toEqual({ waiting: 3, oldestAt: created, dueSince: first })
  })

  it('is not late while a quota holds a mail back', async () => {
    await mail('1', { dueAt: ago(30), of: owner })
    await sql(`insert into mail_holds (owner_id, whose, kinds, most, until) values ($1, 'owner', '{a}', 1, $2)`, [
      owner,
      ago(-60),
    ])
    expect(await readMailQueue(service.db)).toEqual({ waiting: 1, oldestAt: null, dueSince: null })
    await sql('update mail_holds set until = $1', [ago(1)])
    expect((await readMailQueue(service.db)).dueSince).not.toBeNull()
  })
})
