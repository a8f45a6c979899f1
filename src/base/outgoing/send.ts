// One attempt: a POST to an untrusted URL, with limits, and never to a private address. The guard runs when the
// connection is made, so neither an unusual spelling of an address nor DNS rebinding bypasses it.
import { EventEmitter } from 'node:events'
import { isIP } from 'node:net'
import { Agent, buildConnector, request } from 'undici'
import type { AttemptFailure } from '../../domain/webhooks/attempt.ts'
import { parseCidr, reachOf } from '../../domain/webhooks/public-address.ts'
import { ForbiddenAddressError, guardedLookup } from './guarded-lookup.ts'
import { Names, UnresolvedName } from './names.ts'
import { type Attempt, COMMON_HEADERS, type Sender } from './sender.ts'
import { saidBy, tlsFailureOf } from './tls-failure.ts'

const TIMEOUT_MS = 15_000
const KEPT_RESPONSE_BYTES = 1024
const TIMEOUTS = new Set([
  'UND_ERR_ABORTED',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])

const KNOWN: Readonly<Record<string, 'refused' | 'closed_early'>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed_early',
  UND_ERR_SOCKET: 'closed_early',
}

/**
 * `allow`: private CIDRs that may be reached; plain http is allowed only to those. `keptBytes`: the rest of a longer
 * response is not read.
 */
export function openSender(
  allow: readonly string[],
  timeoutMs = TIMEOUT_MS,
  {
    names = new Names(),
    keptBytes = KEPT_RESPONSE_BYTES,
  }: { readonly names?: Names | undefined; readonly keptBytes?: number | undefined } = {},
): Sender {
  const allowed = allow.map(parseCidr)
  const agents = {
    'https:': guardedAgent((address) => reachOf(address, allowed) !== 'forbidden', timeoutMs, names),
    'http:': guardedAgent((address) => reachOf(address, allowed) === 'allowed', timeoutMs, names),
  }
  return {
    send: (url, body, headers) =>
      send(agents[new URL(url).protocol as keyof typeof agents], url, body, headers, { timeoutMs, keptBytes }),
    async close() {
      names.close()
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

async function send(
  agent: Agent | undefined,
  url: string,
  body: string,
  headers: Record<string, string>,
  { timeoutMs, keptBytes }: { readonly timeoutMs: number; readonly keptBytes: number },
): Promise<Attempt> {
  const from = performance.now()
  const attempt = (rest: Partial<Attempt>): Attempt => ({
    durationMs: Math.round(performance.now() - from),
    status: null,
    error: null,
    response: '',
    retryAfter: null,
    ...rest,
  })
  if (!agent) return attempt({ error: { code: 'not_http', params: {} } })
  // Deadline for everything, even one byte per second. (AbortSignal.timeout costs several times as much.)
  const deadline = new EventEmitter()
  const timer = setTimeout(() => deadline.emit('abort'), timeoutMs)
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher: agent,
      headers: { ...COMMON_HEADERS, ...headers },
      body,
      signal: deadline,
    })
    const short = answer.statusCode === 204 || Number(answer.headers['content-length']) <= keptBytes
    const response = short ? await answer.body.text() : await firstBytes(answer.body, keptBytes)
    const { 'retry-after': retryAfter } = answer.headers
    return attempt({
      status: answer.statusCode,
      response,
      retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    })
  } catch (error) {
    return attempt({ error: reasonOf(error as Error, timeoutMs) })
  } finally {
    clearTimeout(timer)
  }
}

/** The rest is not read, so a receiver cannot make us download a hundred megabytes. */
async function firstBytes(body: AsyncIterable<Buffer> & { destroy(): unknown }, most: number): Promise<string> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of body) {
    parts.push(part)
    length += part.length
    if (length >= most) break // leaving the loop destroys the stream
  }
  return Buffer.concat(parts).subarray(0, most).toString('utf8')
}

function reasonOf(error: Error & { code?: string; cause?: unknown }, timeoutMs: number): AttemptFailure {
  const { code = '' } = error
  if (error instanceof ForbiddenAddressError) return { code: 'forbidden_address', params: { address: error.address } }
  if (error instanceof UnresolvedName) return { code: 'unresolved', params: {} }
  if (TIMEOUTS.has(code)) return { code: 'no_answer', params: { seconds: timeoutMs / 1000 } }
  const known = KNOWN[code]
  if (known) return { code: known, params: {} }
  const failure = tlsFailureOf(error)
  return failure ? { code: failure, params: { code } } : { code: 'said', params: { said: saidBy(error) } }
}

function guardedAgent(mayReach: (address: string) => boolean, timeoutMs: number, names: Names): Agent {
  const lookup = guardedLookup({ addressesOf: (host) => names.addressesOf(host), mayReach })
  const connect = buildConnector({ timeout: timeoutMs, lookup } as buildConnector.BuildOptions)

  return new Agent({
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 4_000,
    connect(options, done) {
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // IP literals need no lookup.
      if (isIP(host)) return mayReach(host) ? reach() : void done(new ForbiddenAddressError(host), null)
      // Resolved first: creating a TLS socket that cannot connect costs more than the rest of an attempt.
      names
        .addressesOf(host)
        .then(reach)
        .catch((error) => done(error, null))

      function reach(): void {
        connect(options, (error, socket) => {
          if (error) return void done(error, null)
          const address = socket.remoteAddress ?? ''
          if (mayReach(address)) return void done(null, socket)
          socket.destroy()
          done(new ForbiddenAddressError(address), null)
        })
      }
    },
  })
}
