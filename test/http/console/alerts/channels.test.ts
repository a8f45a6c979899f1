import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { expectProblem } from '../../../support/problems.ts'
import { TestConsole } from '../support.ts'

type Person = Awaited<ReturnType<TestConsole['user']>>

const URL = 'https://hooks.slack.com/services/T0001/B0001/secretsecret'
const SLACK = { of: 'own', service: 'slack', name: 'On call', language: 'en', url: URL }

let site: TestConsole
let admin: Person
let operator: Person
let reseller: Person
beforeAll(async () => {
  const askBotName = async (token: string) => (token.startsWith('123') ? 'red_rtk_bot' : null)
  site = await TestConsole.start(undefined, {}, { askBotName })
  admin = await site.user('administrator')
  operator = await site.user('operator')
  reseller = await site.user('reseller', await site.owner('Own'))
})
afterAll(() => site.stop())
beforeEach(() => site.db.pool.query('truncate alert_channels cascade'))

const added = async (who: Person, body: object = SLACK): Promise<number> => {
  const answer = await who.browser.post('/channels', body)
  expect(answer.status).toBe(201)
  return answer.body.channels.at(-1).id
}
const faults = async (body: object, who = admin) => {
  const answer = await who.browser.post('/channels', body)
  expectProblem(answer, 400, 'invalid_request')
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  return answer.body.errors.map(({ pointer }: any) => pointer)
}

it('adds a channel and never returns its URL', async () => {
  const id = await added(operator)
  const answer = await operator.browser.get('/channels?of=own')
  expect(answer.body.channels).toMatchObject([
    {
      id,
      service: 'slack',
      name: 'On call',
      host: 'hooks.slack.com',
      muted: [],
      quiet: null,
      waiting: 0,
      disabledAt: null,
    },
  ])
  expect(JSON.stringify(answer.body)).not.toContain('secretsecret')
  expect(await site.lastAuditEntry()).toMatchObject({ action: 'channel.added', details: { host: 'hooks.slack.com' } })
  const { rows } = await site.db.pool.query('select * from alert_channels')
  expect(JSON.stringify(rows)).not.toContain('secretsecret')
  const log = await site.db.pool.query('select details from audit_log')
  expect(JSON.stringify(log.rows)).not.toContain('secretsecret')
})

it('changes rules and address', async () => {
  const id = await added(operator)
  const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Madrid' }
  const rules = { name: 'Night', muted: ['webhooks'], quiet, urgentPasses: true, language: 'es' }
  expect((await operator.browser.patch(`/channels/${id}`, rules)).body.channels).toMatchObject([rules])
  await site.db.pool.query('update alert_channels set disabled_at = now()')
  const url = 'https://hooks.slack.com/services/T/B/Y'
  expect((await operator.browser.patch(`/channels/${id}`, { url })).body.channels).toMatchObject([
    { ...rules, disabledAt: null },
  ])
  expect((await operator.browser.patch(`/channels/${id}`, { quiet: null })).body.channels[0].quiet).toBeNull()
  const wrong = await operator.browser.patch(`/channels/${id}`, { quiet: { ...quiet, zone: 'Mars' } })
  expectProblem(wrong, 400, 'invalid_request')
  expectProblem(
    await operator.browser.patch(`/channels/${id}`, { url: 'https://discord.com/api/webhooks/1/x' }),
    400,
    'invalid_request',
  )
})

it('queues one test message, and enables the channel', async () => {
  const id = await added(operator)
  await site.db.pool.query('update alert_channels set disabled_at = now()')
  await operator.browser.post(`/channels/${id}/test`)
  const answer = await operator.browser.post(`/channels/${id}/test`)
  expect(answer.body.channels[0]).toMatchObject({ disabledAt: null })
  expect(answer.body.channels[0].waiting).toBeLessThanOrEqual(2)
  const email = await added(operator, { of: 'own', service: 'email', name: 'Mail', language: 'en' })
  await operator.browser.post(`/channels/${email}/test`)
  const { rows } = await site.db.pool.query(`select recipient from mails where kind = 'channel-test'`)
  expect(rows).toEqual([{ recipient: operator.email }])
})

it('removes a channel with its messages', async () => {
  const id = await added(operator)
  await operator.browser.post(`/channels/${id}/test`)
  expect((await operator.browser.delete(`/channels/${id}`)).body.channels).toEqual([])
  expectProblem(await operator.browser.delete(`/channels/${id}`), 404, 'channel_not_found')
  expect((await site.db.pool.query('select 1 from chat_messages')).rows).toEqual([])
})

it('rejects addresses that do not fit, and private ones', async () => {
  expect(await faults({ ...SLACK, url: 'https://discord.com/api/webhooks/1/x' })).toEqual(['/url'])
  expect(await faults({ ...SLACK, service: 'teams', url: 'https://ours.webhook.office.com/webhookb2/x' })).toEqual([
    '/url',
  ])
  expect(await faults({ ...SLACK, url: 'https://127.0.0.1/hooks' })).toEqual(['/url'])
  expect(await faults({ ...SLACK, url: 'http://hooks.slack.com/services/T/B/X' })).toEqual(['/url'])
  expect(await faults({ of: 'own', service: 'slack', name: 'x', language: 'en' })).toEqual(['/url'])
  expect(await faults({ of: 'network', service: 'email', name: 'x', language: 'en' })).toEqual(['/service'])
  expect(await faults({ ...SLACK, service: 'telegram', url: undefined })).toEqual(['/service'])
})

it('limits the number of channels, and allows one e-mail channel per user', async () => {
  const mail = { of: 'own', service: 'email', name: 'Mail', language: 'en' }
  await added(operator, mail)
  expect(await faults(mail, operator)).toEqual(['/service'])
  for (let count = 1; count < 10; count++) await added(operator)
  expect(await faults(SLACK, operator)).toEqual(['/service'])
  await added(admin)
})

it('hides channels of other users, and lets only administrators change those of the network', async () => {
  const own = await added(operator)
  for (const path of [`/channels/${own}`]) {
    expectProblem(await admin.browser.patch(path, { name: 'x' }), 404, 'channel_not_found')
    expectProblem(await admin.browser.delete(path), 404, 'channel_not_found')
    expectProblem(await admin.browser.post(`${path}/test`), 404, 'channel_not_found')
  }
  expect((await admin.browser.get('/channels?of=own')).body.channels).toEqual([])
  const team = await added(admin, { ...SLACK, of: 'network' })
  expect((await operator.browser.get('/channels?of=network')).body.channels).toHaveLength(1)
  expectProblem(await operator.browser.post('/channels', { ...SLACK, of: 'network' }), 403, 'forbidden')
  expectProblem(await operator.browser.delete(`/channels/${team}`), 403, 'forbidden')
  expectProblem(await operator.browser.post(`/channels/${team}/test`), 403, 'forbidden')
  expectProblem(await reseller.browser.get('/channels?of=own'), 403, 'forbidden')
  expectProblem(await reseller.browser.post('/channels', SLACK), 403, 'forbidden')
})

it('sets and removes the bot, never returns its token, and gives links that expire', async () => {
  const link = { of: 'own', language: 'es' }
  expectProblem(await operator.browser.post('/channels/telegram', link), 409, 'no_telegram_bot')
  expect((await admin.browser.get('/settings/telegram')).body.bot).toBeNull()
  for (const token of ['hello', '987654321:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'])
    expectProblem(await admin.browser.put('/settings/telegram', { token }), 400, 'invalid_request')
  const token = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
  expectProblem(await operator.browser.put('/settings/telegram', { token }), 403, 'forbidden')
  const answer = await admin.browser.put('/settings/telegram', { token })
  expect(answer.body.bot).toEqual({ username: 'red_rtk_bot', lastError: null, lastErrorAt: null })
  expect((await operator.browser.get('/channels?of=own')).body.bot).toBe('red_rtk_bot')
  const { body } = await operator.browser.post('/channels/telegram', link)
  expect(body.url).toMatch(/^https:\/\/t\.me\/red_rtk_bot\?start=[0-9A-Za-z]{24}$/)
  expect(body.groupUrl).toContain('?startgroup=')
  expectProblem(await operator.browser.post('/channels/telegram', { ...link, of: 'network' }), 403, 'forbidden')
  expect((await admin.browser.delete('/settings/telegram')).body.bot).toBeNull()
})
