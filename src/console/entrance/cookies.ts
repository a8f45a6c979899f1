// The two cookies of the console: the session, and the browser it is known by.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedSession } from '../../actions/people/open-session.ts'
import { DEVICE_KNOWN_MS } from '../../domain/people/sign-in.ts'

const FORM = /^[0-9A-Za-z]{20,100}$/

export class Cookies {
  readonly #session: string
  readonly #device: string
  readonly #flags: string

  /**
   * `__Host-` (RFC 6265bis, 4.1.3.2): the browser takes it only from this very host, over TLS and for all paths, so no other
   * host of the domain can plant one. Without TLS (a trial on localhost) browsers refuse it, and the plain name serves.
   */
  constructor(baseUrl: string) {
    const secure = baseUrl.startsWith('https:')
    const prefix = secure ? '__Host-' : ''
    this.#session = `${prefix}vertice`
    this.#device = `${prefix}vertice-device`
    this.#flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  }

  read(request: FastifyRequest): { sessionSecret: string | null; deviceSecret: string | null } {
    const found = new Map<string, string>()
    for (const pair of (request.headers.cookie ?? '').split(';')) {
      const [name = '', value = ''] = pair.trim().split('=', 2)
      if (FORM.test(value) && !found.has(name)) found.set(name, value)
    }
    return { sessionSecret: found.get(this.#session) ?? null, deviceSecret: found.get(this.#device) ?? null }
  }

  write(reply: FastifyReply, { sessionSecret, lastsMs, deviceSecret }: OpenedSession): void {
    this.#set(reply, this.#session, sessionSecret, lastsMs)
    if (deviceSecret) this.#set(reply, this.#device, deviceSecret, DEVICE_KNOWN_MS)
  }

  /** The browser stays known. */
  clear(reply: FastifyReply): void {
    this.#set(reply, this.#session, '', 0)
  }

  #set(reply: FastifyReply, name: string, value: string, lastsMs: number): void {
    reply.header('set-cookie', `${name}=${value}; Max-Age=${Math.floor(lastsMs / 1000)}; ${this.#flags}`)
  }
}
