// The caster's admin page: reload the files, list the connected clients, disconnect one.
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { BkgFailure } from '../failure.ts'
import { type Listener, listenersIn } from './listeners.ts'

const TIMEOUT_MS = 10_000
/** Room for a hundred thousand listeners. */
const MAX_PAGE_BYTES = 32 * 1_024 * 1_024
/** The caster takes a user agent that begins with "NTRIP" for a rover. */
const AGENT = 'Vertice'

export interface AdminPages {
  rehash(): Promise<void>
  listeners(): Promise<Listener[]>
  kick(id: number): Promise<void>
}

export function adminPages(url: string, timeoutMs = TIMEOUT_MS): AdminPages {
  const ask = (query: string) => page(url, query, timeoutMs)
  return {
    async rehash() {
      await ask('mode=rehash')
    },
    listeners: async () => listenersIn(await ask('mode=listeners')),
    async kick(id) {
      await ask(`mode=kick&argument=${id}`)
    },
  }
}

function page(url: string, query: string, timeoutMs: number): Promise<string> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const shown = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(error instanceof BkgFailure ? error : new BkgFailure('unreachable', `${shown}: ${reasonOf(error)}`))
    }
    const call = (protocol === 'https:' ? secureRequest : request)(
      {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port: port || undefined,
        path: `/admin?${query}`,
        // In conventional capitals: BKG 2.0.21 compares header names case-sensitively.
        headers: {
          Host: shown,
          Authorization: `Basic ${Buffer.from(login).toString('base64')}`,
          'User-Agent': AGENT,
          Accept: 'text/html, text/plain',
          Connection: 'close',
        },
        agent: false,
        insecureHTTPParser: true, // the caster's responses are not strict HTTP
      },
      (response) => read(response, shown).then(done, fail),
    )
    const done = (text: string) => {
      clearTimeout(timer)
      resolve(text)
    }
    const timer = setTimeout(() => call.destroy(new BkgFailure('timeout', shown)), timeoutMs)
    call.on('error', fail)
    call.end()
  })
}

async function read(response: IncomingMessage, shown: string): Promise<string> {
  const status = response.statusCode ?? 0
  if (status === 401 || status === 403) {
    response.destroy()
    throw new BkgFailure('login', `${shown}: ${status}`)
  }
  if (status !== 200) {
    response.destroy()
    throw new BkgFailure('answer', `${shown}: ${status}`)
  }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    length += piece.length
    if (length > MAX_PAGE_BYTES) throw new BkgFailure('answer', `${shown}: too long`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const reasonOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
