// An action leaves the same audit entry through every interface, except for the actor.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAttempts } from '../../../src/actions/webhooks/record-attempts.ts'
import type { AttemptRecord } from '../../../src/store/webhooks/deliveries.ts'
import { type Browser, TestConsole } from '../../http/console/support.ts'
import type { Client } from '../../support/service.ts'

const URL = 'https://93.184.215.14/hook?key=hunter2'

let site: TestConsole
let browser: Browser
let token: { id: number; ownerId: number }
let client: Client

beforeAll(async () => {
  site = await TestConsole.start()
  browser = await site.signedIn('operator')
  const made = await site.service.token()
  token = made.token
  client = site.service.as(made.secret)
})
afterAll(() => site.stop())

const traceOf = async (webhookId: number) =>
  (
    await site.db.pool.query(
      `select actor_kind, actor, token_id, user_id is not null as by_user, request_id is not null as by_request, action, owner_id, details
       from audit_log where subject_kind = 'webhook' and subject_id = $1 order by id`,
      [webhookId],
    )
  ).rows

const BY_PROGRAM = { actor_kind: 'token', actor: 'test', by_user: false, by_request: true }
const BY_PERSON = { actor_kind: 'person', token_id: null, by_user: true, by_request: true }
const BY_DELIVERIES = { actor_kind: 'system', actor: 'deliveries', token_id: null, by_user: false, by_request: false }

async function createByApi(): Promise<number> {
  return (await client.post('/webhooks', { url: URL, eventos: 'credential.issued' })).body.webhook.id
}

describe('the audit entries of a webhook', () => {
  it('are the same by API and in the console for creating and deactivating', async () => {
    const byApi = await createByApi()
    await client.delete(`/webhooks/${byApi}`)
    await client.delete(`/webhooks/${byApi}`)
    const body = { ownerId: token.ownerId, url: URL, events: ['credential.issued'] }
    const byHand = (await browser.post('/webhooks', body)).body.webhook.id
    await browser.delete(`/webhooks/${byHand}`)
    await browser.delete(`/webhooks/${byHand}`)

    const told = [
      {
        action: 'webhook.created',
        owner_id: token.ownerId,
        details: { url: 'https://93.184.215.14/hook?…', eventTypes: ['credential.issued'], owner: 'Operator' },
      },
      {
        action: 'webhook.deactivated',
        owner_id: token.ownerId,
        details: { url: 'https://93.184.215.14/hook?…', pending: 0 },
      },
    ]
    expect(await traceOf(byApi)).toEqual(told.map((entry) => ({ ...BY_PROGRAM, token_id: token.id, ...entry })))
    expect(await traceOf(byHand)).toMatchObject(told.map((entry) => ({ ...BY_PERSON, ...entry })))
  })

  it('are written once for a replayed request', async () => {
    const make = () => client.post('/webhooks', { url: URL }, { 'idempotency-key': 'trace-once' })
    const [first, again] = [await make(), await make()]
    expect(again.text).toBe(first.text)
    expect(await traceOf(first.body.webhook.id)).toMatchObject([{ action: 'webhook.created' }])
  })

  it("are not written for another owner's webhook, which stays active", async () => {
    const id = await createByApi()
    const stranger = await site.service.client(undefined, 'Another')
    expect((await stranger.delete(`/webhooks/${id}`)).status).toBe(404)
    expect((await traceOf(id)).map(({ action }) => action)).toEqual(['webhook.created'])
  })
})

describe('a webhook that the service deactivates', () => {
  async function attemptOf(webhookId: number): Promise<AttemptRecord> {
    const { rows } = await site.db.pool.query(
      `insert into deliveries (event_id, webhook_id, event_type, due_at, created_at) values ('evt_none', $1, 'webhook.test', now(), now()) returning id`,
      [webhookId],
    )
    const at = new Date()
    const request = { url: URL, headers: {} }
    const outcome = { state: 'failed', dueAt: at, deactivate: 'failing' } as const
    const answer = { status: 500, durationMs: 1, error: null, response: '' }
    return { deliveryId: rows[0].id, webhookId, at, request, ...answer, ...outcome }
  }

  it('leaves one audit entry, by the first of several workers', async () => {
    const id = await createByApi()
    const attempt = await attemptOf(id)
    await Promise.all(Array.from({ length: 8 }, () => recordAttempts(site.db, [attempt], new Date())))
    expect(await traceOf(id)).toMatchObject([
      { ...BY_PROGRAM, action: 'webhook.created' },
      {
        ...BY_DELIVERIES,
        action: 'webhook.deactivated',
        owner_id: token.ownerId,
        details: { url: 'https://93.184.215.14/hook?…', reason: 'failing' },
      },
    ])
  })

  it('leaves no audit entry if its owner was first', async () => {
    const id = await createByApi()
    const attempt = await attemptOf(id)
    await client.delete(`/webhooks/${id}`)
    await recordAttempts(site.db, [attempt], new Date())
    expect(await traceOf(id)).toMatchObject([
      { ...BY_PROGRAM, action: 'webhook.created' },
      { ...BY_PROGRAM, action: 'webhook.deactivated' },
    ])
  })

  it('stays active if its audit entry cannot be written', async () => {
    const id = await createByApi()
    const attempt = await attemptOf(id)
    await site.db.pool.query('alter table audit_log add constraint refused check (false) not valid')
    try {
      await expect(recordAttempts(site.db, [attempt], new Date())).rejects.toThrow('refused')
    } finally {
      await site.db.pool.query('alter table audit_log drop constraint refused')
    }
    const { rows } = await site.db.pool.query('select deactivated_at from webhooks where id = $1', [id])
    expect(rows[0].deactivated_at).toBeNull()
  })
})
