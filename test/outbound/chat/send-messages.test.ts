// Chat messages on a real database and chat services on loopback: each is sent once, in order, by any number of workers.
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { addChannel } from '../../../src/actions/alerts/channels/change.ts'
import { openSender } from '../../../src/base/outgoing/send.ts'
import type { Sender } from '../../../src/base/outgoing/sender.ts'
import type { WebhookService } from '../../../src/domain/alerts/channels/channel.ts'
import { type ChatServices, startSendingMessages } from '../../../src/outbound/chat/send-messages.ts'
import { insertMessage, takeMessages } from '../../../src/store/alerts/channels/messages.ts'
import { findChannel, listChannels } from '../../../src/store/alerts/channels/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { type ChatServers, chatServers } from '../../support/chat-servers.ts'
import { until } from '../../support/process.ts'
import { TestService } from '../../support/service.ts'

let service: TestService
let servers: ChatServers
let sender: Sender
beforeAll(async () => {
  service = await TestService.start()
  servers = await chatServers()
  sender = openSender(['127.0.0.0/8'], 5_000)
})
afterAll(async () => {
  await sender.close()
  await servers.stop()
  await service.stop()
})
beforeEach(async () => {
  await service.db.pool.query('truncate alert_channels, chat_messages restart identity cascade')
  servers.received.splice(0)
  servers.asked.splice(0)
})

const URLS = { slack: 'slackUrl', discord: 'discordUrl', teams: 'teamsUrl' } as const

const channel = (kind: WebhookService, name: string): Promise<number> => {
  const input = { service: kind, name, url: servers[URLS[kind]](name), language: 'en' } as const
  return addChannel(byTest({ db: service.db, keys: service.services.keys }), null, input)
}

let keys = 0
async function queue(channelId: number, kind: WebhookService, at = new Date()): Promise<void> {
  keys += 1
  const data = { language: 'en', at: at.toISOString(), begun: [], ended: [], text: `message ${keys}` }
  await insertMessage(service.db, { channelId, service: kind, key: `k${keys}`, kind: 'alert', data }, at)
}

function startSending(overrides: Partial<ChatServices> = {}) {
  let stopWaking = () => {}
  const stopSending = startSendingMessages({
    ...{ db: service.db, keys: service.services.keys, sender },
    telegramApiUrl: 'http://127.0.0.1:1',
    networkName: async () => 'Red RTK',
    alertLetter: (mail) => ({ subject: (mail as unknown as { text: string }).text, parts: [] }),
    clock: () => new Date(),
    warn: () => {},
    retryDelaysMs: [20, 40],
    onDue: (wake) => {
      const timer = setInterval(wake, 20)
      stopWaking = () => clearInterval(timer)
    },
    ...overrides,
  })
  const stop = async () => {
    stopWaking()
    await stopSending()
  }
  onTestFinished(stop)
  return stop
}

const states = async () =>
  (await service.db.pool.query<{ state: string }>('select state from chat_messages order by id')).rows.map(
    ({ state }) => state,
  )
const allSent = async () => (await states()).every((state) => state === 'sent')

it('sends the messages of a channel once and in order, with two workers', async () => {
  const [slack, discord] = [await channel('slack', 'one'), await channel('discord', 'two')]
  for (let count = 0; count < 10; count++) {
    await queue(slack, 'slack')
    await queue(discord, 'discord')
  }
  startSending()
  startSending()
  await until(allSent)
  expect(servers.received).toHaveLength(20)
  for (const part of ['/one', '/two']) {
    const texts = servers.received
      .filter(({ path }) => path.endsWith(part))
      .map(({ body }) => Number(/message (\d+)/.exec(body.text ?? body.content)![1]))
    expect(texts).toEqual(texts.toSorted((one, other) => one - other))
  }
  expect((await findChannel(service.db, slack))!.lastSentAt).toBeInstanceOf(Date)
})

it('does not let a service that is silent delay another, or one channel another', async () => {
  for (const name of ['s1', 's2', 's3', 's4', 's5', 's6', 's7']) {
    servers.setMood(name, 'silent')
    await queue(await channel('slack', name), 'slack')
  }
  await queue(await channel('teams', 'quick'), 'teams')
  const stop = startSending()
  await until(() => servers.received.some(({ path }) => path.includes('quick')))
  expect(servers.asked.filter(({ path }) => path.includes('/services/'))).toHaveLength(5)
  servers.stop().catch(() => {})
  await stop()
  servers = await chatServers()
})

it('sends a message again whose worker died, after the lease', async () => {
  const id = await channel('slack', 'lease')
  await queue(id, 'slack')
  const now = new Date()
  const lease = { now, leasedUntil: new Date(now.getTime() + 60_000), limit: 5 }
  expect(await takeMessages(service.db, 'slack', lease)).toHaveLength(1)
  expect(await takeMessages(service.db, 'slack', lease)).toEqual([])
  let offsetMs = 0
  startSending({ clock: () => new Date(Date.now() + offsetMs) })
  await queue(await channel('discord', 'other'), 'discord')
  await until(() => servers.received.some(({ path }) => path.endsWith('/other')))
  expect(servers.received).toHaveLength(1)
  offsetMs = 61_000
  await until(allSent)
  expect(servers.received).toHaveLength(2)
})

it('waits as long as a rate limit asks for', async () => {
  servers.setMood('busy', 'limited')
  const id = await channel('slack', 'busy')
  await queue(id, 'slack')
  await queue(id, 'slack')
  let offsetMs = 0
  startSending({ clock: () => new Date(Date.now() + offsetMs) })
  await until(async () => (await findChannel(service.db, id))!.lastError !== null)
  const { rows } = await service.db.pool.query<{ due_at: Date }>('select due_at from chat_messages order by id')
  expect(rows[0]!.due_at.getTime()).toBeGreaterThan(Date.now() + 20_000)
  expect(servers.asked).toHaveLength(1)
  expect((await findChannel(service.db, id))!).toMatchObject({
    disabledAt: null,
    lastError: { code: 'answered', params: { status: 429, said: 'rate_limited' } },
  })
  offsetMs = 31_000
  await until(allSent)
  expect((await findChannel(service.db, id))!.lastError).toBeNull()
})

it('retries a service that fails, and gives up after the last attempt without disabling the channel', async () => {
  servers.setMood('down', 'broken')
  const id = await channel('slack', 'down')
  await queue(id, 'slack')
  startSending()
  await until(async () => (await states())[0] === 'failed')
  expect(servers.asked).toHaveLength(3)
  expect(await findChannel(service.db, id)).toMatchObject({ disabledAt: null, lastError: { code: 'answered' } })
})

it('disables a channel that its service rejects for good, and says so in the audit log', async () => {
  servers.setMood('gone', 'gone')
  const id = await channel('slack', 'gone')
  await queue(id, 'slack')
  await queue(id, 'slack')
  startSending()
  await until(async () => (await findChannel(service.db, id))!.disabledAt !== null)
  expect(await states()).toEqual(['failed', 'failed'])
  expect(servers.asked).toHaveLength(1)
  const { rows } = await service.db.pool.query('select action, details from audit_log order by id desc limit 1')
  expect(rows[0]).toMatchObject({ action: 'channel.disabled', details: { channel: id, name: 'gone' } })
})

it('disables a channel whose secret belongs to another row', async () => {
  const [one, other] = [await channel('slack', 'one'), await channel('slack', 'two')]
  await service.db.pool.query(
    `update alert_channels set url = (select url from alert_channels where id = ${other}) where id = ${one}`,
  )
  await queue(one, 'slack')
  startSending()
  await until(async () => (await findChannel(service.db, one))!.disabledAt !== null)
  expect((await listChannels(service.db, null))[0]).toMatchObject({ waiting: 0, lastError: { code: 'no_secret' } })
  expect(servers.asked).toEqual([])
})

it('gives up a message that was interrupted in every attempt', async () => {
  const id = await channel('slack', 'crash')
  await queue(id, 'slack')
  await service.db.pool.query('update chat_messages set attempts = 3')
  startSending()
  await until(async () => (await states())[0] === 'failed')
  expect((await findChannel(service.db, id))!.lastError).toEqual({ code: 'broken_off', params: {} })
})
