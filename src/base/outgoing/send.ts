// One attempt: a POST to an untrusted URL, with limits, and never to a private address. The guard runs when the
// connection is made, so neither an unusual spelling of an address nor DNS rebinding bypasses it.
import { isIP } from 'node:net'
import { Agent, buildConnector, type Dispatcher, errors } from 'undici'
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
    async send(address, body, headers) {
      const url = new URL(address)
      const from = performance.now()
      const answer = await answerTo(agents[url.protocol as keyof typeof agents], url, body, headers, {
        timeoutMs,
        keptBytes,
      })
      return { ...answer, durationMs: Math.round(performance.now() - from) }
    },
    async close() {
      names.close()
      await Promise.all(Object.values(agents).map((agent) => agent.destroy()))
    },
  }
}

interface Limits {
  readonly timeoutMs: number
  readonly keptBytes: number
}

type Answer = Omit<Attempt, 'durationMs'>

const withoutAnswer = (error: AttemptFailure): Answer => ({ status: null, error, response: '', retryAfter: null })

async function answerTo(
  agent: Agent | undefined,
  url: URL,
  body: string,
  headers: Record<string, string>,
  limits: Limits,
): Promise<Answer> {
  if (!agent) return withoutAnswer({ code: 'not_http', params: {} })
  try {
    return await post(agent, url, body, headers, limits)
  } catch (error) {
    return withoutAnswer(reasonOf(error as Error, limits.timeoutMs))
  }
}

/** `dispatch` and not `request`, whose stream for each response takes a third of the CPU time of a delivery. */
function post(
  agent: Agent,
  { origin, pathname, search }: URL,
  body: string,
  headers: Record<string, string>,
  { timeoutMs, keptBytes }: Limits,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let controller: Dispatcher.DispatchController | null = null
  let isOver = false
  let status = 0
  let retryAfter: string | null = null
  const parts: Buffer[] = []
  let length = 0
  const end = () => {
    isOver = true
    clearTimeout(timer)
  }
  const finish = () => {
    end()
    const response = Buffer.concat(parts).subarray(0, keptBytes).toString('utf8')
    resolve({ status, error: null, response, retryAfter })
  }
  const fail = (error: Error) => {
    end()
    reject(error)
  }
  // Deadline for everything, even one byte per second.
  const timer = setTimeout(() => {
    fail(new errors.RequestAbortedError())
    controller?.abort(new errors.RequestAbortedError())
  }, timeoutMs)
  agent.dispatch(
    { origin, path: pathname + search, method: 'POST', headers: { ...COMMON_HEADERS, ...headers }, body },
    {
      onRequestStart(started) {
        controller = started
        if (isOver) started.abort(new errors.RequestAbortedError())
      },
      onResponseStart(_, statusCode, received) {
        status = statusCode
        const { 'retry-after': value } = received
        retryAfter = typeof value === 'string' ? value : null
      },
      onResponseData(responding, part) {
        parts.push(part)
        length += part.length
        if (length <= keptBytes) return
        // The rest is not read, so a receiver cannot make us download a hundred megabytes.
        finish()
        responding.abort(new errors.RequestAbortedError())
      },
      onResponseEnd: finish,
      onResponseError: (_, error) => fail(error),
    },
  )
  return promise
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
