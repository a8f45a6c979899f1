// Cookies of the console: the session, the known browser, and for a few minutes the state of a single sign-on.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { OpenedSession } from '../../../actions/people/sign-in/open-session.ts'
import { DEVICE_KNOWN_MS } from '../../../domain/people/sign-in.ts'

const FORM = /^[0-9A-Za-z]{20,100}$/
/** Base64url; browsers limit a cookie to 4 kB. */
const SEALED_FORM = /^[\w-]{20,4000}$/

export class Cookies {
  readonly #session: string
  readonly #device: string
  readonly #errand: string
  readonly #flags: string

  /**
   * The browser accepts `__Host-` cookies (RFC 6265bis, 4.1.3.2) only from this host, over TLS and for all paths, so no
   * other host of the domain can set one. Without TLS (a trial on localhost) browsers reject the prefix, so it is
   * omitted.
   */
  constructor(baseUrl: string) {
    const secure = baseUrl.startsWith('https:')
    const prefix = secure ? '__Host-' : ''
    this.#session = `${prefix}vertice`
    this.#device = `${prefix}vertice-device`
    this.#errand = `${prefix}vertice-sso`
    this.#flags = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  }

  read(request: FastifyRequest): { sessionSecret: string | null; deviceSecret: string | null } {
    const found = valuesIn(request, FORM)
    return { sessionSecret: found.get(this.#session) ?? null, deviceSecret: found.get(this.#device) ?? null }
  }

  /** The encrypted state with which the browser was sent to the single sign-on provider. */
  readErrand(request: FastifyRequest): string | null {
    return valuesIn(request, SEALED_FORM).get(this.#errand) ?? null
  }

  writeErrand(reply: FastifyReply, sealed: string, lastsMs: number): void {
    this.#set(reply, this.#errand, sealed, lastsMs)
  }

  clearErrand(reply: FastifyReply): void {
    this.#set(reply, this.#errand, '', 0)
  }

  write(reply: FastifyReply, { sessionSecret, lastsMs, deviceSecret }: OpenedSession): void {
    this.#set(reply, this.#session, sessionSecret, lastsMs)
    if (deviceSecret) this.#set(reply, this.#device, deviceSecret, DEVICE_KNOWN_MS)
  }

  /** Ends the session; the browser stays known. */
  clear(reply: FastifyReply): void {
    this.#set(reply, this.#session, '', 0)
  }

  #set(reply: FastifyReply, name: string, value: string, lastsMs: number): void {
    reply.header('set-cookie', `${name}=${value}; Max-Age=${Math.floor(lastsMs / 1000)}; ${this.#flags}`)
  }
}

function valuesIn(request: FastifyRequest, form: RegExp): Map<string, string> {
  const found = new Map<string, string>()
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name = '', value = ''] = pair.trim().split('=', 2)
    if (form.test(value) && !found.has(name)) found.set(name, value)
  }
  return found
}
