// `vertice webhook listen`: forwards events to a program on this machine. Needs the service's URL and a token, no
// database.
import { createHmac } from 'node:crypto'
import { openSender } from '../../base/outgoing/send.ts'
import { DELIVERY_TYPES } from '../../domain/webhooks/events.ts'
import { signatureHeaders, signerOf } from '../../outbound/webhooks/sign.ts'
import type { EventOnWire } from '../../wire/webhooks/event-log.ts'
import { en } from '../../words/en.ts'
import { attemptText } from '../../words/webhooks.ts'
import { fullTime, printable, required, text, UsageError, verb } from '../kit/command.ts'
import { firstLineOf } from '../kit/passphrase.ts'
import { EventFeed, Unavailable, wait } from './event-feed.ts'

/** 30 requests per minute, an eighth of the rate limit. */
const POLL_MS = 2_000
const EVERYWHERE = ['0.0.0.0/0', '::/0']

export interface Listening {
  /** URL of the service, such as https://rtk.example.mx. */
  readonly url: string
  readonly token: string
  readonly target: string
  /** Empty means all types. */
  readonly types: readonly string[]
  readonly signal: AbortSignal
  readonly pollMs?: number
}

/** Derived from the token, so that a receiver needs to be configured only once. */
export const listeningSecret = (token: string): string =>
  `whsec_${createHmac('sha256', token).update('vertice webhook listen').digest('base64')}`

export async function forwardEvents({ url, token, target, types, signal, pollMs = POLL_MS }: Listening): Promise<void> {
  const feed = new EventFeed(`${url.replace(/\/+$/, '')}/api/v1`, token, signal)
  const sender = openSender(EVERYWHERE)
  const signers = [signerOf(listeningSecret(token))] as const
  signal.addEventListener('abort', () => sender.close())

  const forward = async (event: EventOnWire) => {
    const body = JSON.stringify(event)
    const headers = signatureHeaders(signers, { id: event.id, body }, new Date())
    const { status, error, durationMs } = await sender.send(target, body, headers)
    if (signal.aborted) return
    const answer = error ? attemptText(en, error) : status
    console.log(printable(`${fullTime(new Date())}  ${event.type}  ${event.id}  ${answer}  (${durationMs} ms)`))
  }

  let isReady = false
  let isAway = false
  while (!signal.aborted) {
    let pauseMs = pollMs
    try {
      if (!isReady) await feed.skipToNow()
      const events = isReady ? await feed.next() : []
      if (!isReady) console.log(`Forwarding new events to ${target}. Press Ctrl+C to stop.`)
      else if (isAway) console.error('The service responds again.')
      isReady = true
      isAway = false
      for (const event of events)
        if (!signal.aborted && (types.length === 0 || types.includes(event.type))) await forward(event)
    } catch (error) {
      if (signal.aborted) break
      if (!(error instanceof Unavailable)) throw error
      if (!isAway)
        console.error(`The service is not responding (${printable(error.message)}). Retrying every few seconds.`)
      isAway = true
      pauseMs = error.retryAfterMs ?? pollMs
    }
    await wait(pauseMs, signal)
  }
}

export const listen = verb({
  summary: 'forward new events to a program on this machine, signed like a webhook, until Ctrl+C',
  more: `Uses the API, so it works from any machine. The token needs the scope read; a test token forwards test events. The secret is derived from the token and stays the same. Each event is sent once and the response is shown; failures are not retried. After an outage of the service, missed events are forwarded.`,
  flags: {
    url: required(text('URL', 'address of the service, such as https://rtk.example.mx')),
    'token-file': required(text('PATH', 'file with the token; "-" reads it from standard input')),
    to: required(text('PORT|URL', 'where to send events: a local port, or a URL such as localhost:3000/webhooks')),
    events: text('TYPE,...', `only these: ${DELIVERY_TYPES.join(', ')}`),
  },
  async run({ url, 'token-file': tokenFile, to, events }) {
    const service = addressIn(url, '--url')
    const target = addressIn(/^\d+$/.test(to) ? `localhost:${to}` : to, '--to')
    const types = typesIn(events)
    const token = firstLineOf(tokenFile, '--token-file').trim()
    if (!/^vrt_\w+$/.test(token)) throw new UsageError('--token-file: expected a token, which starts with vrt_')
    const stopped = new AbortController()
    const stop = () => stopped.abort()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
    console.log(`Webhook secret: ${listeningSecret(token)}`)
    await forwardEvents({ url: service, token, target, types, signal: stopped.signal })
    return 0
  },
})

/** The default scheme is http, because most programs on a developer's machine have no certificate. */
function addressIn(said: string, name: string): string {
  const url = URL.parse(/^https?:\/\//i.test(said) ? said : `http://${said}`)
  if (!url) throw new UsageError(`${name}: expected an address such as http://localhost:3000, got "${said}"`)
  return url.href
}

function typesIn(said = ''): string[] {
  const types = said.split(',').flatMap((type) => type.trim() || [])
  const unknown = types.find((type) => !DELIVERY_TYPES.some((known) => known === type))
  if (unknown !== undefined) throw new UsageError(`--events: unknown event "${unknown}"; see --help`)
  return types
}
