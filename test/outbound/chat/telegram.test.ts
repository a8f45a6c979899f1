// The Telegram bot on a real database: connecting chats, commands, polling by one node, and messages.
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { testChannel } from '../../../src/actions/alerts/channels/change.ts'
import { linkChat, removeTelegramBot, setTelegramBot } from '../../../src/actions/alerts/channels/telegram.ts'
import { inviteUser } from '../../../src/actions/people/users.ts'
import { openSender } from '../../../src/base/outgoing/send.ts'
import { startPollingTelegram } from '../../../src/outbound/chat/poll-telegram.ts'
import { startSendingMessages } from '../../../src/outbound/chat/send-messages.ts'
import { botName, botUrl } from '../../../src/outbound/chat/services/telegram.ts'
import { alertLetter } from '../../../src/outbound/mail/alert.ts'
import { findChannel, listChannels } from '../../../src/store/alerts/channels/rows.ts'
import { findBot } from '../../../src/store/alerts/channels/telegram.ts'
import { openAlerts } from '../../../src/store/alerts/rows.ts'
import { byTest } from '../../support/action-context.ts'
import { until } from '../../support/process.ts'
import { TestService } from '../../support/service.ts'
import { BOT_NAME, BOT_TOKEN, type TelegramServer, telegramServer } from '../../support/telegram-server.ts'

const OTHER_TOKEN = '987654321:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
const LOCAL = ['127.0.0.0/8']

let service: TestService
let telegram: TelegramServer
let userId: number
beforeAll(async () => {
  service = await TestService.start()
  const eva = { email: 'eva@example.mx', name: 'Eva', role: 'operator', ownerId: null, language: 'en' } as const
  userId = (await inviteUser(byTest({ db: service.db }), eva)).user.id
})
afterAll(() => service.stop())
beforeEach(async () => {
  await service.db.pool.query(
    'truncate alert_channels, chat_messages, channel_links, telegram_bot, alerts restart identity cascade',
  )
  telegram = await telegramServer()
  offsetMs = 0
  await setTelegramBot(context(), BOT_TOKEN, askName)
})

const context = (now = new Date()) => byTest({ db: service.db, keys: service.services.keys }, now)

async function askName(token: string): Promise<string | null> {
  const sender = openSender(LOCAL, 5_000)
  return botName(sender, botUrl(telegram.url, token)).finally(() => sender.close())
}

let offsetMs = 0
const clock = () => new Date(Date.now() + offsetMs)

function startPolling() {
  const stop = startPollingTelegram({
    ...{ db: service.db, keys: service.services.keys, clock, apiUrl: telegram.url, everyMs: 20 },
    sender: openSender(LOCAL, 60_000, { keptBytes: 100_000 }),
    warn: () => {},
  })
  onTestFinished(stop)
  return stop
}

function startSending() {
  const sender = openSender(LOCAL, 5_000)
  let timer: NodeJS.Timeout
  const stop = startSendingMessages({
    ...{ db: service.db, keys: service.services.keys, sender, telegramApiUrl: telegram.url },
    networkName: async () => 'Red RTK',
    alertLetter: (mail) => alertLetter(mail, 'https://rtk.example.mx'),
    clock,
    warn: () => {},
    retryDelaysMs: [20, 40],
    onDue: (wake) => {
      timer = setInterval(wake, 20)
    },
  })
  onTestFinished(async () => {
    clearInterval(timer)
    await stop()
    await sender.close()
    await telegram.stop()
  })
}

const codeFor = async (user: number | null = userId, now = clock()): Promise<string> =>
  new URL((await linkChat(context(now), user, 'en')).url).searchParams.get('start')!

/** The text of the next message to the chat. */
async function reply(chatId: number, count = 1): Promise<string> {
  await until(() => telegram.sent.filter(({ chat_id }) => chat_id === chatId).length >= count)
  return telegram.sent.filter(({ chat_id }) => chat_id === chatId)[count - 1]!.text
}

async function connected(chatId: number, user: number | null = userId): Promise<number> {
  telegram.write(chatId, `/start ${await codeFor(user)}`)
  await reply(chatId)
  return (await listChannels(service.db, user)).at(-1)!.id
}

describe('connecting', () => {
  it('adds a channel for the chat that sends a code, once', async () => {
    startPolling()
    startSending()
    const code = await codeFor()
    telegram.write(7, `/start ${code}`)
    expect(await reply(7)).toContain('now receives the alerts of Red RTK')
    expect(await listChannels(service.db, userId)).toMatchObject([{ service: 'telegram', name: 'Eva', language: 'en' }])
    telegram.write(8, `/start ${code}`)
    expect(await reply(8)).toContain('ya venció') // in the language of the sender's app
    expect(await listChannels(service.db, userId)).toHaveLength(1)
    const { rows } = await service.db.pool.query('select * from channel_links')
    expect(rows).toEqual([])
  })

  it('rejects a code that expired, and one that a newer one replaced', async () => {
    startPolling()
    startSending()
    const replaced = await codeFor()
    const expired = await codeFor(userId, new Date(Date.now() - 16 * 60_000))
    telegram.write(7, `/start ${replaced}`)
    await reply(7)
    telegram.write(7, `/start ${expired}`)
    await reply(7, 2)
    telegram.write(7, '/start')
    await reply(7, 3)
    expect(telegram.sent.every(({ text }) => text.includes('no es válido'))).toBe(true)
    expect(await listChannels(service.db, userId)).toEqual([])
  })

  it('connects a group for the team, and ignores what is not for the bot', async () => {
    startPolling()
    startSending()
    telegram.write(-100, 'hello')
    telegram.write(-100, '/start@other_bot x')
    telegram.write(-100, `/start@${BOT_NAME} ${await codeFor(null)}`)
    expect(await reply(-100)).toContain('now receives')
    expect(await listChannels(service.db, null)).toMatchObject([{ name: 'Guardia' }])
    expect(telegram.sent).toHaveLength(1)
  })

  it('does not take a chat away from another account', async () => {
    startPolling()
    startSending()
    await connected(7)
    telegram.write(7, `/start ${await codeFor(null)}`)
    expect(await reply(7, 2)).toContain('already connected')
    expect(await listChannels(service.db, null)).toEqual([])
  })
})

describe('commands', () => {
  it('answers with the open alerts, and stops', async () => {
    startPolling()
    startSending()
    await connected(7)
    telegram.write(7, '/status')
    expect(await reply(7, 2)).toContain('no open alerts')
    const down = { subjectId: 1, params: null, simulated: false, since: null } as const
    const condition = { ...down, kind: 'station_down', subject: 'station:1', id: 1, name: 'GUAD <1>' } as const
    await openAlerts(service.db, [condition], new Date())
    telegram.write(7, '/status')
    expect(await reply(7, 3)).toMatch(/1 open alert[\s\S]*GUAD &lt;1&gt;/)
    telegram.write(7, 'thanks')
    expect(await reply(7, 4)).toContain('/status')
    await service.db.pool.query('update users set disabled_at = now() where id = $1', [userId])
    telegram.write(7, '/status')
    expect(await reply(7, 5)).toContain('not connected')
    await service.db.pool.query('update users set disabled_at = null where id = $1', [userId])
    telegram.write(7, '/stop')
    expect(await reply(7, 6)).toContain('no longer receives')
    expect(await listChannels(service.db, userId)).toEqual([])
    telegram.write(7, '/status')
    expect(await reply(7, 7)).toContain('no está conectado')
  })

  it('stops replying to a chat that floods the bot', async () => {
    telegram.reject(9, [429, 'Too Many Requests: retry after 5', { retry_after: 5 }])
    startPolling()
    for (let count = 0; count < 30; count++) telegram.write(9, '/status')
    startSending()
    await connected(7)
    const { rows } = await service.db.pool.query('select 1 from chat_messages where chat_id = 9')
    expect(rows).toHaveLength(3)
  })
})

describe('polling', () => {
  it('is done by one node, and each update counts once', async () => {
    startPolling()
    startPolling()
    startSending()
    await connected(7)
    telegram.write(7, '/status')
    await reply(7, 2)
    telegram.write(7, '/help')
    await reply(7, 3)
    expect(telegram.sent).toHaveLength(3)
    expect((await findBot(service.db))!.lastError).toBeNull()
  })

  it('continues on another node when the first stops, or when it died and its lease ended', async () => {
    const stop = startPolling()
    startSending()
    await connected(7)
    await stop()
    const stopSecond = startPolling()
    telegram.write(7, '/status')
    await reply(7, 2)
    await stopSecond()
    await service.db.pool.query(
      `update telegram_bot set poller = 'dead', polling_until = now() + interval '50 seconds'`,
    )
    startPolling()
    telegram.write(7, '/help')
    offsetMs = 51_000
    await reply(7, 3)
  })

  it('reports a token that Telegram rejects, and pauses as long as Telegram asks for', async () => {
    telegram.rejectPoll([401, 'Unauthorized'])
    telegram.rejectPoll([429, 'Too Many Requests: retry after 70', { retry_after: 70 }])
    startPolling()
    startSending()
    const failure = async () => (await findBot(service.db))!.lastError
    await until(async () => (await failure()) !== null)
    expect(await failure()).toEqual({ code: 'answered', params: { status: 401, said: 'Unauthorized' } })
    offsetMs = 6_000
    await until(async () => JSON.stringify(await failure()).includes('429'))
    expect(telegram.polls()).toBe(2)
    offsetMs = 78_000
    await connected(7)
    expect(await failure()).toBeNull()
  })
})

describe('messages', () => {
  const test = async (id: number, now = new Date()) => testChannel(context(now), id, null)
  const standing = async (id: number) => findChannel(service.db, id)

  it('disables a channel whose user blocked the bot, or whose chat is gone', async () => {
    startPolling()
    startSending()
    for (const [chatId, status, description] of [
      [7, 403, 'Forbidden: bot was blocked by the user'],
      [8, 400, 'Bad Request: chat not found'],
    ] as const) {
      const id = await connected(chatId)
      telegram.reject(chatId, [status, description])
      await test(id)
      await until(async () => (await standing(id))!.disabledAt !== null)
      expect((await standing(id))!.lastError).toEqual({ code: 'answered', params: { status, said: description } })
    }
  })

  it('enables the channel again when the user starts the bot again', async () => {
    startPolling()
    startSending()
    const id = await connected(7)
    telegram.reject(7, [403, 'Forbidden: bot was blocked by the user'], true)
    await test(id)
    await until(async () => (await standing(id))!.disabledAt !== null)
    telegram.write(7, `/start ${await codeFor()}`)
    await until(async () => (await standing(id))!.disabledAt === null)
    expect(await listChannels(service.db, userId)).toHaveLength(1)
  })

  it('follows a group that was upgraded', async () => {
    startPolling()
    startSending()
    const id = await connected(-7, null)
    telegram.reject(-7, [
      400,
      'Bad Request: group chat was upgraded to a supergroup chat',
      { migrate_to_chat_id: -1_001_234_567_890 },
    ])
    await test(id)
    expect(await reply(-1_001_234_567_890)).toContain('test message')
    telegram.write(-1_001_234_567_890, '/status')
    expect(await reply(-1_001_234_567_890, 2)).toContain('no open alerts')
  })

  it('waits as long as Telegram asks for', async () => {
    startPolling()
    startSending()
    const id = await connected(7)
    telegram.reject(7, [429, 'Too Many Requests: retry after 37', { retry_after: 37 }], true)
    await test(id)
    await until(async () => (await standing(id))!.lastError !== null)
    const { rows } = await service.db.pool.query<{ due_at: Date }>(
      `select due_at from chat_messages where state = 'pending'`,
    )
    expect(rows[0]!.due_at.getTime()).toBeGreaterThan(Date.now() + 30_000)
    expect((await standing(id))!.disabledAt).toBeNull()
  })
})

describe('the bot', () => {
  it('is rejected if its token is malformed or unknown, or Telegram is unreachable', async () => {
    const code = (token: string, ask = askName) =>
      setTelegramBot(context(), token, ask).catch(({ fields }) => fields[0].code)
    expect(await code('hello')).toBe('bot_token_form')
    expect(await code(OTHER_TOKEN)).toBe('bot_unknown')
    await telegram.stop()
    expect(await code(BOT_TOKEN)).toBe('telegram_unreachable')
  })

  it('keeps its chats if it gets a new token, and loses them if it is replaced or removed', async () => {
    startPolling()
    startSending()
    await connected(7)
    const renewed = `${BOT_TOKEN.slice(0, -3)}xyz`
    telegram.tokens.set(renewed, BOT_NAME).set(OTHER_TOKEN, 'other_bot')
    await setTelegramBot(context(), renewed, askName)
    expect(await listChannels(service.db, userId)).toHaveLength(1)
    await setTelegramBot(context(), OTHER_TOKEN, askName)
    expect(await listChannels(service.db, userId)).toEqual([])
    await removeTelegramBot(context())
    expect(await findBot(service.db)).toBeNull()
    const { rows } = await service.db.pool.query('select details from audit_log order by id desc limit 3')
    expect(JSON.stringify(rows)).not.toContain('AAEh')
    expect(rows[0].details).toMatchObject({ telegramBot: null, was: { telegramBot: 'other_bot' } })
    await expect(linkChat(context(), userId, 'en')).rejects.toMatchObject({ code: 'no_telegram_bot' })
  })
})
