// Telegram's Bot API on loopback: one bot, its chats, and updates by long polling, with the answers of the real service.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const BOT_TOKEN = '123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K-bc'
export const BOT_NAME = 'red_rtk_bot'

export interface SentMessage {
  readonly chat_id: number
  readonly text: string
}

interface Update {
  readonly update_id: number
  readonly message: object
}

type Reply = readonly [status: number, description: string, parameters?: object]

export interface TelegramServer {
  readonly url: string
  readonly sent: SentMessage[]
  /** All requests to send, also rejected ones. */
  readonly asked: SentMessage[]
  /** Number of getUpdates requests. */
  readonly polls: () => number
  /** Tokens that the server accepts. */
  readonly tokens: Map<string, string>
  /** Rejects messages to this chat; `once`: only the first. */
  reject(chatId: number, reply: Reply, once?: boolean): void
  /** Rejects the next poll. */
  rejectPoll(reply: Reply): void
  /** A user writes to the bot. */
  write(chatId: number, text: string, more?: object): void
  stop(): Promise<void>
}

interface Waiting {
  readonly offset: number
  readonly response: ServerResponse
  readonly timer: NodeJS.Timeout
}

export async function telegramServer(): Promise<TelegramServer> {
  const tokens = new Map([[BOT_TOKEN, BOT_NAME]])
  const sent: SentMessage[] = []
  const asked: SentMessage[] = []
  const rejections = new Map<number, { readonly reply: Reply; readonly once: boolean }>()
  const pollRejections: Reply[] = []
  let updates: Update[] = []
  let nextUpdate = 870_000_001
  let polls = 0
  let waiting: Waiting | null = null

  const server = createServer(async (request, response) => {
    const body = await bodyOf(request)
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '') ?? []
    const username = tokens.get(token)
    if (username === undefined) fail(response, /^\d+:/.test(token) ? [401, 'Unauthorized'] : [404, 'Not Found'])
    else if (method === 'getMe')
      succeed(response, { id: Number(token.split(':')[0]), is_bot: true, first_name: 'RTK', username })
    else if (method === 'sendMessage') sendMessage(response, body as unknown as SentMessage)
    else if (method === 'getUpdates') getUpdates(response, body as { offset?: number; timeout?: number })
    else fail(response, [404, 'Not Found'])
  })

  function sendMessage(response: ServerResponse, message: SentMessage): void {
    asked.push(message)
    const { chat_id: id, text } = message
    const rejection = rejections.get(id)
    if (rejection?.once) rejections.delete(id)
    if (rejection) return void fail(response, rejection.reply)
    if (!text) return void fail(response, [400, 'Bad Request: message text is empty'])
    if (text.length > 4_096) return void fail(response, [400, 'Bad Request: message is too long'])
    sent.push(message)
    succeed(response, { message_id: sent.length, date: 1_800_000_000, chat: { id, type: 'private' }, text })
  }

  function getUpdates(
    response: ServerResponse,
    { offset = 0, timeout = 0 }: { offset?: number; timeout?: number },
  ): void {
    polls += 1
    const rejection = pollRejections.shift()
    if (rejection) return void fail(response, rejection)
    if (waiting)
      answerWaiting((other) =>
        fail(other, [
          409,
          'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
        ]),
      )
    updates = updates.filter(({ update_id }) => update_id >= offset)
    if (updates.length > 0 || timeout === 0) return void succeed(response, updates)
    const timer = setTimeout(() => answerWaiting((own) => succeed(own, [])), timeout * 1000)
    waiting = { offset, response, timer }
    response.on('close', () => {
      if (waiting?.response === response) answerWaiting(() => {})
    })
  }

  function answerWaiting(answer: (response: ServerResponse) => void): void {
    const { response, timer } = waiting!
    waiting = null
    clearTimeout(timer)
    answer(response)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    asked,
    polls: () => polls,
    tokens,
    reject: (chatId, reply, once = false) => void rejections.set(chatId, { reply, once }),
    rejectPoll: (reply) => void pollRejections.push(reply),
    write(chatId, text, more = {}) {
      const type = chatId < 0 ? 'supergroup' : 'private'
      const chat = chatId < 0 ? { id: chatId, type, title: 'Guardia' } : { id: chatId, type, first_name: 'Eva' }
      const from = { id: 42, is_bot: false, first_name: 'Eva', language_code: 'es' }
      updates.push({ update_id: nextUpdate++, message: { message_id: nextUpdate, from, chat, date: 0, text, ...more } })
      if (waiting) answerWaiting((response) => succeed(response, updates))
    },
    async stop() {
      if (waiting) answerWaiting((response) => response.destroy())
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const succeed = (response: ServerResponse, result: unknown) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: true, result }))
}

const fail = (response: ServerResponse, [status, description, parameters]: Reply) => {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ ok: false, error_code: status, description, ...(parameters && { parameters }) }))
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return JSON.parse(Buffer.concat(parts).toString('utf8') || '{}')
}
