// An OpenID Connect provider for tests: discovery, keys, a page to choose a person, the token endpoint, and every fault
// that a provider can have. It validates requests as strictly as a good provider does.
import { createHash, createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Claims = Readonly<Record<string, unknown>>

export const CLIENT_ID = 'vertice'
/** Contains characters that form encoding changes (RFC 6749, 2.3.1). */
export const CLIENT_SECRET = 'a secret: with % and +'

/** Defects of the tokens that the provider issues. */
export type TokenFault =
  | 'nonce'
  | 'no_nonce'
  | 'audience'
  | 'issuer'
  | 'expired'
  | 'from_the_future'
  | 'issued_in_future'
  | 'unsigned'
  | 'hmac'
  | 'foreign_key'
  | 'unknown_key'
  | 'no_subject'

interface Options {
  readonly algorithm?: 'RS256' | 'ES256'
  /** `null` for a public client. */
  readonly clientSecret?: string | null
  readonly authMethods?: readonly string[]
  readonly clock?: () => Date
  readonly port?: number
}

interface Key {
  readonly id: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

interface Grant {
  readonly person: string
  readonly redirectUri: string
  readonly nonce: string | null
  readonly challenge: string
  readonly authTime: number
}

export class OidcProvider {
  readonly issuer: string
  /** Claims by person name. */
  readonly people = new Map<string, Claims>()
  /** Claims in the ID token; the userinfo endpoint returns the others. `null` puts all of them in the token. */
  inToken: readonly string[] | null = null
  fault: TokenFault | null = null
  isDown = false
  /** Time of the person's last login, reported as `auth_time` when the request does not force a new login. */
  lastSeenAt: Date | null = null
  /** If false, ignores requests for a new login (`prompt=login`, `max_age=0`). */
  asksAgain = true
  /** If false, the ID token has no `auth_time`. */
  tellsAuthTime = true
  hasLogout = true
  aheadSeconds = 0
  /** Paths of the requests received. */
  readonly asked: string[] = []
  /** Parameters of the last sign-out request. */
  signedOut: URLSearchParams | null = null
  readonly #options: Options
  readonly #server: ReturnType<typeof createServer>
  readonly #grants = new Map<string, Grant>()
  readonly #accessTokens = new Map<string, string>()
  #key: Key

  private constructor(server: ReturnType<typeof createServer>, options: Options) {
    this.#server = server
    this.#options = options
    this.#key = this.#newKey()
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}/realm`
  }

  static async start(options: Options = {}): Promise<OidcProvider> {
    let provider: OidcProvider | null = null
    const server = createServer((request, response) => void provider!.#handle(request, response))
    await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
    provider = new OidcProvider(server, options)
    return provider
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  /** Signs new tokens with another key and no longer publishes the old one. */
  rotateKeys(): void {
    this.#key = this.#newKey()
  }

  /** Logs `person` in as a browser at `url` would. Returns the redirect target. */
  async answer(url: string, person: string): Promise<string> {
    const to = new URL(url)
    to.pathname = to.pathname.replace(/authorize$/, 'continue')
    to.searchParams.set('person', person)
    const response = await fetch(to, { redirect: 'manual' })
    const location = response.headers.get('location')
    if (!location) throw new Error(`${response.status} ${await response.text()}`)
    return new URL(location).search.slice(1)
  }

  get #now(): number {
    return Math.floor((this.#options.clock?.() ?? new Date()).getTime() / 1000) + this.aheadSeconds
  }

  #newKey(): Key {
    const { algorithm = 'RS256' } = this.#options
    const pair =
      algorithm === 'RS256'
        ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    return { id: randomBytes(6).toString('hex'), ...pair }
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.issuer)
    const path = url.pathname.replace('/realm', '')
    this.asked.push(path)
    if (this.isDown) return void response.writeHead(500).end('out of order')
    const body = new URLSearchParams(await textOf(request))
    switch (path) {
      case '/.well-known/openid-configuration':
        return json(response, 200, this.#metadata())
      case '/keys':
        return json(response, 200, { keys: [this.#publicKey()] })
      case '/authorize':
        return this.#page(response, url)
      case '/continue':
        return this.#continue(response, url.searchParams)
      case '/token':
        return this.#token(request, response, body)
      case '/userinfo':
        return this.#userinfo(request, response)
      case '/logout':
        return this.#logout(response, url.searchParams)
      default:
        response.writeHead(404).end()
    }
  }

  #metadata() {
    const { algorithm = 'RS256', authMethods = ['client_secret_basic', 'client_secret_post', 'none'] } = this.#options
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      ...(this.hasLogout && { end_session_endpoint: `${this.issuer}/logout` }),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      // A careless provider also lists `none`.
      id_token_signing_alg_values_supported: [algorithm, 'HS256', 'none'],
      token_endpoint_auth_methods_supported: authMethods,
      code_challenge_methods_supported: ['S256'],
    }
  }

  #publicKey() {
    const { algorithm = 'RS256' } = this.#options
    return { ...this.#key.publicKey.export({ format: 'jwk' }), kid: this.#key.id, use: 'sig', alg: algorithm }
  }

  /** The page on which the browser's user chooses a person. */
  #page(response: ServerResponse, url: URL): void {
    const fault = this.#requestFault(url.searchParams)
    if (fault) return void response.writeHead(400).end(fault)
    const to = (name: string) => {
      const next = new URLSearchParams([...url.searchParams, ['person', name]])
      return `${this.issuer}/continue?${next}`.replaceAll('&', '&amp;')
    }
    const choices = [...this.people.keys(), 'nobody'].map((name) => `<li><a href="${to(name)}">${name}</a></li>`)
    const asked = url.searchParams.get('prompt') === 'login' ? '<p>Please show again who you are.</p>' : ''
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cross-origin-opener-policy': 'same-origin' })
      .end(`<!doctype html><title>Provider</title><h1>Who are you?</h1>${asked}<ul>${choices.join('')}</ul>`)
  }

  #requestFault(query: URLSearchParams): string | null {
    if (query.get('client_id') !== CLIENT_ID) return 'unknown client'
    if (query.get('response_type') !== 'code') return 'only codes'
    if (!query.get('scope')?.split(' ').includes('openid')) return 'no openid'
    if (query.get('code_challenge_method') !== 'S256' || !query.get('code_challenge')) return 'no PKCE'
    if (!query.get('state') || !query.get('nonce')) return 'neither state nor nonce may be missing'
    return null
  }

  #continue(response: ServerResponse, query: URLSearchParams): void {
    const fault = this.#requestFault(query)
    if (fault) return void response.writeHead(400).end(fault)
    const person = query.get('person') ?? ''
    const back = new URL(query.get('redirect_uri')!)
    back.searchParams.set('state', query.get('state')!)
    if (this.people.has(person)) {
      const code = randomBytes(16).toString('hex')
      const isAsked = this.asksAgain && (query.get('prompt') === 'login' || query.get('max_age') === '0')
      const seen = isAsked || !this.lastSeenAt ? this.#now : Math.floor(this.lastSeenAt.getTime() / 1000)
      this.#grants.set(code, {
        person,
        redirectUri: query.get('redirect_uri')!,
        nonce: query.get('nonce'),
        challenge: query.get('code_challenge')!,
        authTime: seen,
      })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    response.writeHead(302, { location: back.href }).end()
  }

  #token(request: IncomingMessage, response: ServerResponse, body: URLSearchParams): void {
    const [status, answer] = this.#tokensFor(request, body)
    json(response, status, answer)
  }

  #tokensFor(request: IncomingMessage, body: URLSearchParams): [status: number, answer: object] {
    if (!this.#knowsClient(request, body)) return [401, { error: 'invalid_client' }]
    const code = body.get('code') ?? ''
    const grant = this.#grants.get(code)
    this.#grants.delete(code)
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (
      body.get('grant_type') !== 'authorization_code' ||
      grant?.redirectUri !== body.get('redirect_uri') ||
      grant.challenge !== verifier
    )
      return [400, { error: 'invalid_grant' }]
    const accessToken = randomBytes(16).toString('hex')
    this.#accessTokens.set(accessToken, grant.person)
    return [200, { access_token: accessToken, token_type: 'Bearer', id_token: this.#idToken(grant) }]
  }

  /** RFC 6749, 2.3.1: the credentials are form-encoded. */
  #knowsClient({ headers }: IncomingMessage, body: URLSearchParams): boolean {
    const { clientSecret = CLIENT_SECRET } = this.#options
    if (clientSecret === null) return body.get('client_id') === CLIENT_ID && headers.authorization === undefined
    if (headers.authorization === undefined)
      return body.get('client_id') === CLIENT_ID && body.get('client_secret') === clientSecret
    const [id, secret] = Buffer.from(headers.authorization.replace('Basic ', ''), 'base64').toString().split(':')
    const plain = (text = '') => decodeURIComponent(text.replaceAll('+', ' '))
    return plain(id) === CLIENT_ID && plain(secret) === clientSecret
  }

  #idToken({ person, nonce, authTime }: Grant): string {
    const now = this.#now
    const { sub = person, ...rest } = this.people.get(person)!
    const told = Object.entries(rest).filter(([name]) => this.inToken === null || this.inToken.includes(name))
    const claims: Record<string, unknown> = {
      iss: this.issuer,
      aud: CLIENT_ID,
      sub,
      iat: now,
      exp: now + 300,
      nonce,
      ...(this.tellsAuthTime && { auth_time: authTime }),
      ...Object.fromEntries(told),
    }
    const wrong: Partial<Record<TokenFault, object>> = {
      nonce: { nonce: 'another' },
      no_nonce: { nonce: undefined },
      audience: { aud: 'another-client' },
      issuer: { iss: 'https://login.example.org' },
      expired: { iat: now - 900, exp: now - 600 },
      from_the_future: { iat: now + 600, nbf: now + 600, exp: now + 900 },
      issued_in_future: { iat: now + 600, exp: now + 900 },
      no_subject: { sub: undefined },
    }
    return this.#signed({ ...claims, ...(this.fault && wrong[this.fault]) })
  }

  #signed(claims: object): string {
    const { algorithm = 'RS256' } = this.#options
    const alg = this.fault === 'unsigned' ? 'none' : this.fault === 'hmac' ? 'HS256' : algorithm
    const kid = this.fault === 'unknown_key' ? 'nobody-knows' : this.#key.id
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const text = `${part({ alg, kid, typ: 'JWT' })}.${part(claims)}`
    if (alg === 'none') return `${text}.`
    // Algorithm confusion attack: the public key used as an HMAC secret.
    if (alg === 'HS256') {
      const secret = this.#key.publicKey.export({ format: 'pem', type: 'spki' })
      return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
    }
    const { privateKey } = this.fault === 'foreign_key' ? this.#newKey() : this.#key
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${text}.${signature.toString('base64url')}`
  }

  #userinfo({ headers }: IncomingMessage, response: ServerResponse): void {
    const person = this.#accessTokens.get((headers.authorization ?? '').replace('Bearer ', ''))
    if (person === undefined) return void response.writeHead(401).end()
    json(response, 200, { sub: person, ...this.people.get(person) })
  }

  #logout(response: ServerResponse, query: URLSearchParams): void {
    this.signedOut = query
    const back = query.get('post_logout_redirect_uri')!
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Provider</title><h1>You are signed out</h1><a href="${back}">Back</a>`)
  }
}

const json = (response: ServerResponse, status: number, body: object): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
