// Chat services on loopback, which answer as the real ones do: Slack and Discord webhooks, workflows of Teams.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** `limited`: one request is rejected by the rate limit. `silent`: no answer. */
export type ChatMood = 'ok' | 'gone' | 'archived' | 'bad_secret' | 'off' | 'limited' | 'broken' | 'silent'

export interface ReceivedMessage {
  readonly path: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into JSON
  readonly body: any
}

export interface ChatServers {
  readonly slackUrl: (name: string) => string
  readonly discordUrl: (name: string) => string
  readonly teamsUrl: (name: string) => string
  /** Accepted messages. */
  readonly received: ReceivedMessage[]
  /** All requests. */
  readonly asked: ReceivedMessage[]
  setMood(name: string, mood: ChatMood): void
  stop(): Promise<void>
}

type Reply = readonly [status: number, body: string | object, headers?: Record<string, string>]
type Answer = (mood: ChatMood, body: Record<string, unknown> | null) => Reply | null

const TEXT = { 'content-type': 'text/html' }

const slack: Answer = (mood, body) => {
  if (mood === 'gone') return [404, 'no_service', TEXT]
  if (mood === 'archived') return [410, 'channel_is_archived', TEXT]
  if (mood === 'bad_secret') return [403, 'invalid_token', TEXT]
  if (mood === 'limited') return [429, 'rate_limited', { ...TEXT, 'retry-after': '30' }]
  if (mood === 'broken') return [500, 'rollup_error', TEXT]
  if (!body) return [400, 'invalid_payload', TEXT]
  return typeof body.text === 'string' && body.text !== '' ? [200, 'ok', TEXT] : [400, 'no_text', TEXT]
}

const TOO_LONG = {
  message: 'Invalid Form Body',
  code: 50035,
  errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH', message: 'Must be 2000 or fewer in length.' }] } },
}

const discord: Answer = (mood, body) => {
  if (mood === 'gone') return [404, { message: 'Unknown Webhook', code: 10015 }]
  if (mood === 'bad_secret') return [401, { message: 'Invalid Webhook Token', code: 50027 }]
  if (mood === 'limited')
    return [
      429,
      { message: 'You are being rate limited.', retry_after: 41.336, global: false },
      {
        'retry-after': '42',
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset-after': '41.336',
        'x-ratelimit-scope': 'user',
      },
    ]
  if (mood === 'broken') return [502, '<html><body>Bad Gateway</body></html>', TEXT]
  if (!body) return [400, { message: 'The request body contains invalid JSON.', code: 50109 }]
  const { content } = body
  if (typeof content !== 'string' || content === '')
    return [400, { message: 'Cannot send an empty message', code: 50006 }]
  return [...content].length > 2_000 ? [400, TOO_LONG] : [204, '']
}

const flowError = (status: number, code: string, message: string): Reply => [status, { error: { code, message } }]

const teams: Answer = (mood, body) => {
  if (mood === 'gone') return flowError(404, 'WorkflowNotFound', "The workflow 'f1' could not be found.")
  if (mood === 'bad_secret')
    return flowError(401, 'DirectApiAuthorizationRequired', 'The request is not authorized by this trigger.')
  if (mood === 'off')
    return flowError(
      400,
      'WorkflowTriggerIsNotEnabled',
      "Could not execute workflow 'f1' trigger 'manual' with state 'Disabled': trigger is not enabled.",
    )
  if (mood === 'limited')
    return [429, { error: { code: 'WorkflowRunActionRepetitionQuotaExceeded' } }, { 'retry-after': '30' }]
  if (mood === 'broken') return [503, '']
  const [card] = (body?.attachments ?? []) as { contentType?: string }[]
  if (body?.type !== 'message' || card?.contentType !== 'application/vnd.microsoft.card.adaptive')
    return flowError(
      400,
      'TriggerInputSchemaMismatch',
      'The input body for trigger did not match its schema definition.',
    )
  return [202, '']
}

const ANSWERS: Readonly<Record<string, Answer>> = { services: slack, api: discord, workflows: teams }

export async function chatServers(): Promise<ChatServers> {
  const moods = new Map<string, ChatMood>()
  const received: ReceivedMessage[] = []
  const asked: ReceivedMessage[] = []
  const server = createServer((request, response) => {
    readBody(request).then((text) => answer(request, response, text))
  })

  function answer({ url: path = '', method }: IncomingMessage, response: ServerResponse, text: string): void {
    const [, first = '', ...rest] = path.split('?')[0]!.split('/')
    const name = rest.at(-1) ?? ''
    const mood = moods.get(name) ?? 'ok'
    const body = parsed(text)
    asked.push({ path, body })
    if (mood === 'silent') return
    if (mood === 'limited') moods.set(name, 'ok')
    const reply = method === 'POST' ? ANSWERS[first]?.(mood, body) : null
    if (!reply) return void response.writeHead(405).end()
    const [status, content, headers] = reply
    if (status < 300) received.push({ path, body })
    const isText = typeof content === 'string'
    response.writeHead(status, isText ? headers : { 'content-type': 'application/json', ...headers })
    response.end(isText ? content : JSON.stringify(content))
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    slackUrl: (name) => `${base}/services/T0001/B0001/${name}`,
    discordUrl: (name) => `${base}/api/webhooks/1000000000/${name}`,
    teamsUrl: (name) => `${base}/workflows/f1/triggers/manual/paths/invoke/${name}?api-version=1&sig=s`,
    received,
    asked,
    setMood: (name, mood) => void moods.set(name, mood),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
