// What each service is sent, and what its answers mean. The rejections are answers of a server that behaves as theirs.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSender } from '../../../src/base/outgoing/send.ts'
import { COMMON_HEADERS, type Sender } from '../../../src/base/outgoing/sender.ts'
import type { Chat, Letter, Verdict } from '../../../src/outbound/chat/service.ts'
import { discord } from '../../../src/outbound/chat/services/discord.ts'
import { slack } from '../../../src/outbound/chat/services/slack.ts'
import { teams } from '../../../src/outbound/chat/services/teams.ts'
import { type ChatMood, type ChatServers, chatServers } from '../../support/chat-servers.ts'

let servers: ChatServers
let sender: Sender
beforeAll(async () => {
  servers = await chatServers()
  sender = openSender(['127.0.0.0/8'], 2_000)
})
beforeEach(() => void servers.received.splice(0))
afterAll(async () => {
  await sender.close()
  await servers.stop()
})

const URLS = { slack: 'slackUrl', discord: 'discordUrl', teams: 'teamsUrl' } as const
const CHATS: Record<keyof typeof URLS, Chat> = { slack, discord, teams }

const LETTER: Letter = {
  subject: 'Red RTK: GUAD <1> & *LEON*',
  parts: [
    { say: '2 alerts', strong: true },
    { facts: [{ name: '14 Nov, 12:00', value: 'GUAD_01 is offline @everyone' }] },
    { say: 'and 3 more' },
    { link: 'https://rtk.example.mx/console/alerts', name: 'View alerts' },
  ],
}

async function send(service: keyof typeof URLS, name: string, letter = LETTER): Promise<Verdict> {
  const { url, body } = CHATS[service].request({ url: servers[URLS[service]](name), chatId: null }, letter)
  return CHATS[service].judge(await sender.send(url, body, COMMON_HEADERS))
}

const rejected = async (service: keyof typeof URLS, mood: ChatMood) => {
  const name = `${service}-${mood}`
  servers.setMood(name, mood)
  const verdict = await send(service, name)
  if (verdict.sent) return 'sent'
  const { error, lost, retryAfter } = verdict
  return [error.code === 'answered' ? error.params.said : error.code, lost, retryAfter]
}

describe('Slack', () => {
  it('gets text in its own markup', async () => {
    expect(await send('slack', 'a')).toEqual({ sent: true })
    expect(servers.received[0]!.body.text.split('\n')).toEqual([
      '*Red RTK: GUAD &lt;1&gt; &amp; *LEON**',
      '',
      '*2 alerts*',
      '• 14 Nov, 12:00: GUAD_01 is offline @everyone',
      'and 3 more',
      '<https://rtk.example.mx/console/alerts|View alerts>',
    ])
  })

  it('disables the channel if the webhook is gone, and retries what passes', async () => {
    expect(await rejected('slack', 'gone')).toEqual(['no_service', 'channel', null])
    expect(await rejected('slack', 'archived')).toEqual(['channel_is_archived', 'channel', null])
    expect(await rejected('slack', 'bad_secret')).toEqual(['invalid_token', 'channel', null])
    expect(await rejected('slack', 'limited')).toEqual(['rate_limited', 'retry', '30'])
    expect(await rejected('slack', 'broken')).toEqual(['rollup_error', 'retry', null])
    expect(await rejected('slack', 'silent')).toEqual(['no_answer', 'retry', null])
  })

  it('rejects a message that Slack cannot read, without disabling the channel', async () => {
    const attempt = await sender.send(servers.slackUrl('a'), 'text=hi', COMMON_HEADERS)
    expect(slack.judge(attempt)).toMatchObject({ lost: 'message', error: { params: { said: 'invalid_payload' } } })
  })
})

describe('Discord', () => {
  it('gets escaped text that notifies nobody', async () => {
    expect(await send('discord', 'a')).toEqual({ sent: true })
    const [{ body }] = servers.received as [(typeof servers.received)[number]]
    expect(body.allowed_mentions).toEqual({ parse: [] })
    expect(body.content).toContain('GUAD\\_01 is offline')
    expect(body.content).toContain('[View alerts](<https://rtk.example.mx/console/alerts>)')
  })

  it('cuts long messages, and keeps the link', async () => {
    const facts = Array.from({ length: 60 }, (_, place) => ({ name: `12:${place}`, value: 'x'.repeat(80) }))
    const letter = { ...LETTER, parts: [{ facts }, LETTER.parts.at(-1)!] }
    expect(await send('discord', 'a', letter)).toEqual({ sent: true })
    expect(servers.received[0]!.body.content).toMatch(/\n…\n\[View alerts\]/)
  })

  it('disables the channel if the webhook is gone, and waits as long as Discord asks for', async () => {
    expect(await rejected('discord', 'gone')).toEqual(['Unknown Webhook', 'channel', null])
    expect(await rejected('discord', 'bad_secret')).toMatchObject({ 1: 'channel' })
    expect(await rejected('discord', 'limited')).toMatchObject({ 1: 'retry', 2: '42' })
    expect(await rejected('discord', 'broken')).toMatchObject({ 1: 'retry', 2: null })
  })
})

describe('Teams', () => {
  it('gets an Adaptive Card', async () => {
    expect(await send('teams', 'a')).toEqual({ sent: true })
    const { content } = servers.received[0]!.body.attachments[0]
    expect(content).toMatchObject({
      type: 'AdaptiveCard',
      version: '1.4',
      actions: [{ type: 'Action.OpenUrl', title: 'View alerts', url: 'https://rtk.example.mx/console/alerts' }],
    })
    expect(content.body.map(({ text }: { text: string }) => text)).toEqual([
      'Red RTK: GUAD <1> & \\*LEON\\*',
      '2 alerts',
      '14 Nov, 12:00: GUAD\\_01 is offline @everyone',
      'and 3 more',
    ])
  })

  it('disables the channel if the workflow was deleted or switched off', async () => {
    expect(await rejected('teams', 'gone')).toMatchObject({ 1: 'channel' })
    expect(await rejected('teams', 'off')).toMatchObject({ 1: 'channel' })
    expect(await rejected('teams', 'bad_secret')).toMatchObject({ 1: 'channel' })
    expect(await rejected('teams', 'limited')).toMatchObject({ 1: 'retry', 2: '30' })
    expect(await rejected('teams', 'broken')).toMatchObject({ 1: 'retry' })
  })
})

it('never posts to a private address', async () => {
  const strict = openSender([], 2_000)
  const attempt = await strict.send(servers.slackUrl('a'), '{}', COMMON_HEADERS)
  await strict.close()
  expect(slack.judge(attempt)).toMatchObject({ lost: 'channel', error: { code: 'forbidden_address' } })
  expect(servers.received).toEqual([])
})
