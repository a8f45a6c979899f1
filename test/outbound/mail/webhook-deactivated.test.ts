import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeOwner } from '../../../src/actions/people/owners.ts'
import { enableWebhook } from '../../../src/actions/webhooks/enable.ts'
import { recordAttempts } from '../../../src/actions/webhooks/record-attempts.ts'
import { system } from '../../../src/domain/audit/action.ts'
import { webhookDeactivated } from '../../../src/outbound/mail/webhook-deactivated.ts'
import { targetRefuser } from '../../../src/outbound/webhooks/target.ts'
import { listTroubledWebhooks } from '../../../src/store/network/figures.ts'
import { ensureTestSpace, findTestSpace } from '../../../src/store/people/test-spaces.ts'
import type { AttemptRecord } from '../../../src/store/webhooks/deliveries.ts'
import { mailServer, startMailing } from '../../support/mail-server.ts'
import { until } from '../../support/process.ts'
import { ALLOW, receiver, startWorkers, subscribe } from '../../support/receiver.ts'
import { TestService } from '../../support/service.ts'

let service: TestService

beforeAll(async () => {
  service = await TestService.start({ refuseTarget: targetRefuser(ALLOW) })
})
afterAll(() => service.stop())

const context = () => ({ db: service.db, now: new Date(), by: system('test') })

async function setOwnerEmail(webhookId: number, email: string | null): Promise<void> {
  const { rows } = await service.db.pool.query('select owner_id from webhooks where id = $1', [webhookId])
  await changeOwner(context(), rows[0].owner_id, { email })
}

const mailsOf = async (webhookId: number) =>
  (
    await service.db.pool.query(`select recipient, data, state from mails where data->>'webhookId' = $1 order by id`, [
      webhookId,
    ])
  ).rows

const isActive = async (id: number) =>
  (await service.db.pool.query('select deactivated_at from webhooks where id = $1', [id])).rows[0].deactivated_at ===
  null

/** A webhook that has failed for five days. The next failure deactivates it. */
async function failing(url: string, email: string | null = 'owner@example.mx') {
  const subscribed = await subscribe(service, url)
  await setOwnerEmail(subscribed.id, email)
  await service.db.pool.query(`update webhooks set failing_since = now() - interval '5 days' where id = $1`, [
    subscribed.id,
  ])
  return subscribed
}

/** The failure that deactivates, for a real pending delivery. */
async function attempt(webhookId: number): Promise<AttemptRecord> {
  const { rows } = await service.db.pool.query(
    `insert into deliveries (event_id, webhook_id, event_type, due_at, created_at) values ('evt_none', $1, 'webhook.test', now(), now()) returning id`,
    [webhookId],
  )
  const at = new Date()
  return {
    deliveryId: rows[0].id,
    webhookId,
    at,
    status: null,
    durationMs: 1,
    error: { code: 'refused', params: {} },
    response: '',
    request: { url: 'https://shop.example.mx/', headers: {} },
    state: 'pending',
    dueAt: at,
    deactivate: 'failing',
  }
}

describe('a deactivated webhook', () => {
  it('after five days of failures causes one mail to its owner, in two languages, without secrets of the URL', async () => {
    const { url } = await receiver((response) => response.writeHead(503).end())
    const mails = await mailServer()
    const { client, id } = await failing(`${url}?key=hunter2`)
    startMailing(service, mails.url)
    startWorkers(service, { count: 2 })
    await client.post('/credentials/batch', { credentials: Array.from({ length: 20 }, () => ({ segundos: 3600 })) })
    await until(async () => !(await isActive(id)))
    await until(async () => (await mailsOf(id))[0]?.state === 'sent')
    expect(await mailsOf(id)).toMatchObject([{ recipient: 'owner@example.mx' }])
    expect(mails.received.length).toBe(1)
    const [{ headers, text, html, recipients }] = mails.received as [(typeof mails.received)[0]]
    expect(recipients).toEqual(['owner@example.mx'])
    expect(headers.subject).toBe(`Vértice: webhook ${id} desactivado / disabled`)
    const since = (await mailsOf(id))[0].data.failingSince
    for (const words of [
      'todas las entregas fallaron durante 5 días',
      'all deliveries failed for 5 days',
      `${url}?…`,
      'Último error: HTTP 503',
      'Last error: HTTP 503',
      `vertice webhook enable ${id}`,
      `vertice webhook recover ${id} --since ${new Date(since).toISOString()}`,
    ]) {
      expect(text).toContain(words)
      // The HTML shows facts in two columns.
      const [name, ...rest] = words.split(': ')
      expect(html).toContain(rest.length > 0 ? rest.join(': ') : name)
    }
    expect(mails.received[0]!.raw).not.toContain('hunter2')
  })

  it('after 410 Gone causes the same mail with that reason', async () => {
    const { url } = await receiver((response) => response.writeHead(410).end())
    const mails = await mailServer()
    const { client, id } = await subscribe(service, url)
    await setOwnerEmail(id, 'gone@example.mx')
    startMailing(service, mails.url)
    startWorkers(service)
    await client.post('/credentials', { segundos: 3600 })
    await until(() => mails.received.length === 1)
    expect(mails.received[0]!.text).toContain('the receiver answered 410 Gone')
    expect(mails.received[0]!.text).toContain('el receptor respondió 410 Gone')
  })

  it('of a test token causes a mail to its organisation and no alert to the operator', async () => {
    const { id } = await failing('https://shop.example.mx/tests')
    const { rows } = await service.db.pool.query('select owner_id from webhooks where id = $1', [id])
    await ensureTestSpace(service.db, rows[0].owner_id)
    const space = await findTestSpace(service.db, rows[0].owner_id)
    await service.db.pool.query('update webhooks set owner_id = $2 where id = $1', [id, space])
    await recordAttempts(service.db, [await attempt(id)], new Date())
    expect(await mailsOf(id)).toMatchObject([{ recipient: 'owner@example.mx' }])
    const troubled = await listTroubledWebhooks(service.db, 'all', new Date(0), 1_000)
    expect(troubled.map((webhook) => webhook.id)).not.toContain(id)
  })

  it('causes no mail if its owner has no address', async () => {
    const { url } = await receiver((response) => response.writeHead(500).end())
    const silent = await failing(url, null)
    startWorkers(service)
    await silent.client.post('/credentials', { segundos: 3600 })
    await until(async () => !(await isActive(silent.id)))
    expect(await mailsOf(silent.id)).toEqual([])
  })

  it('causes no mail if its owner deactivated it during an attempt', async () => {
    const { client, id } = await failing('https://example.mx/hook')
    const record = await attempt(id)
    await client.delete(`/webhooks/${id}`)
    await recordAttempts(service.db, [record], new Date())
    expect(await mailsOf(id)).toEqual([])
  })

  it('causes one mail with several workers, and another after it is reactivated and deactivated again', async () => {
    const { id } = await failing('https://example.mx/hook')
    const record = await attempt(id)
    const later = (milliseconds: number) => ({ ...record, at: new Date(record.at.getTime() + milliseconds) })
    await Promise.all(Array.from({ length: 8 }, () => recordAttempts(service.db, [record], new Date())))
    expect((await mailsOf(id)).length).toBe(1)
    await recordAttempts(service.db, [later(1)], new Date())
    expect((await mailsOf(id)).length).toBe(1)
    await enableWebhook(context(), 'all', id)
    await recordAttempts(service.db, [later(2)], new Date())
    expect((await mailsOf(id)).length).toBe(2)
  })

  it('is committed together with its mail', async () => {
    const { id } = await failing('https://example.mx/hook')
    const record = await attempt(id)
    await service.db.pool.query('alter table mails add constraint refused check (false) not valid')
    await expect(recordAttempts(service.db, [record], new Date())).rejects.toThrow('refused')
    await service.db.pool.query('alter table mails drop constraint refused')
    expect(await isActive(id)).toBe(true)
    await recordAttempts(service.db, [record, record], new Date())
    expect((await mailsOf(id)).length).toBe(1)
  })
})

describe('hostile text in the mail', () => {
  it('stays text: no extra line, no markup, no reversed text', async () => {
    const content = await webhookDeactivated(
      {
        id: 1,
        ownerId: 1,
        kind: 'webhook-deactivated',
        recipient: 'owner@example.mx',
        attempt: 1,
        credentialId: null,
        createdAt: new Date(),
        data: {
          webhookId: 7,
          url: 'https://x.mx/<script>alert(1)</script>\r\n\u202egpj.exe#key',
          reason: 'failing',
          failingSince: null,
          deactivatedAt: '2026-11-14T06:00:00+00:00',
          lastError: {
            code: 'said',
            params: { said: '</pre><img src=x onerror=alert(1)>\nvertice webhook rotate 7 🛰️ עברית' },
          },
        },
      },
      'Red <b>"Ñandú"</b>\r\nX-Evil: 1 \u2067🛰️',
    )
    expect(content.subject).toBe('Red <b>"Ñandú"</b> X-Evil: 1 🛰️: webhook 7 desactivado / disabled')
    expect(content.text).toContain('URL: https://x.mx/<script>alert(1)</script> gpj.exe?…\n')
    expect(content.text).toContain('Last error: </pre><img src=x onerror=alert(1)> vertice webhook rotate 7 🛰️ עברית\n')
    expect(content.text).toContain('Disabled: 2026-11-14 06:00 UTC')
    expect(content.html).not.toMatch(/<script|<img|<b>/)
    expect(content.html).toContain('&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt; vertice webhook rotate 7 🛰️ עברית')
    expect(content.text + content.html).not.toMatch(/[\u202a-\u202e\u2066-\u2069\r]/)
  })
})
