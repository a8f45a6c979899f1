// What we ask of a BKG caster by its pages for administrators: to read its files, who is connected, and to cut one.
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { type Listener, listenersIn } from '../domain/bkg/listeners.ts'
import { BkgFailed } from './failed.ts'

const PATIENCE_MS = 10_000
/** A hundred thousand listeners. */
const LONGEST_PAGE = 32 * 1_024 * 1_024
/** One that begins with "NTRIP" is taken for a rover. */
const AGENT = 'Vertice'

export interface BkgAdmin {
  /** With user and password. */
  readonly url: string
}

export interface AdminPages {
  rehash(): Promise<void>
  listeners(): Promise<Listener[]>
  kick(id: number): Promise<void>
}

export function adminPages({ url }: BkgAdmin, patienceMs = PATIENCE_MS): AdminPages {
  const ask = (query: string) => page(url, query, patienceMs)
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

function page(url: string, query: string, patienceMs: number): Promise<string> {
  const { protocol, hostname, port, username, password } = new URL(url)
  const shown = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      clearTimeout(timer)
      reject(error instanceof BkgFailed ? error : new BkgFailed('unreachable', `${shown}: ${reasonOf(error)}`))
    }
    const call = (protocol === 'https:' ? secureRequest : request)(
      {
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port: port || undefined,
        path: `/admin?${query}`,
        headers: {
          authorization: `Basic ${Buffer.from(login).toString('base64')}`,
          'user-agent': AGENT,
          accept: 'text/html, text/plain',
          connection: 'close',
        },
        agent: false,
        insecureHTTPParser: true, // an old server: what it means can be read
      },
      (response) => read(response, shown).then(done, fail),
    )
    const done = (text: string) => {
      clearTimeout(timer)
      resolve(text)
    }
    const timer = setTimeout(() => call.destroy(new BkgFailed('timeout', shown)), patienceMs)
    call.on('error', fail)
    call.end()
  })
}

async function read(response: IncomingMessage, shown: string): Promise<string> {
  const status = response.statusCode ?? 0
  if (status === 401 || status === 403) {
    response.destroy()
    throw new BkgFailed('login', `${shown}: ${status}`)
  }
  if (status !== 200) {
    response.destroy()
    throw new BkgFailed('answer', `${shown}: ${status}`)
  }
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of response) {
    length += piece.length
    if (length > LONGEST_PAGE) throw new BkgFailed('answer', `${shown}: too long`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString()
}

const reasonOf = (error: unknown) => {
  const { code, message } = error as NodeJS.ErrnoException
  return code ?? message
}
