// Single sign-on by OpenID Connect: the authorization code flow with PKCE (RFC 7636), state and nonce. An ID token is
// trusted only after its signature, issuer, audience, times and nonce were checked (OpenID Connect Core, 3.1.3.7).
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockSkew,
  clockTolerance,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type ServerMetadata,
} from 'openid-client'
import { Refusal } from '../../domain/codes/refusal.ts'
import {
  hasRequiredClaims,
  type SsoChecks,
  type SsoProof,
  type SsoRules,
  withUserInfo,
} from '../../domain/people/single-sign-on.ts'
import { Discovery, type ProviderDependencies, reasonOf } from './discovery.ts'

export interface ProviderSettings extends SsoRules {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string | null
  readonly scopes: readonly string[]
}

/** Allowed difference between the clocks of two machines. */
const TOLERANCE_SECONDS = 30
const TIMEOUT_SECONDS = 8
/** Max length of `id_token_hint`, which is part of a URL. Without it, the provider asks which account to sign out. */
const LONGEST_HINT = 6_000

/** Limit from OpenID Connect Core, 2. */
const LONGEST_SUBJECT = 255

export class Provider {
  readonly rules: SsoRules
  readonly #settings: ProviderSettings
  readonly #discovery: Discovery
  readonly #dependencies: ProviderDependencies

  constructor(settings: ProviderSettings, dependencies: ProviderDependencies) {
    this.rules = settings
    this.#settings = settings
    this.#dependencies = dependencies
    this.#discovery = new Discovery(settings.issuer, settings.clientId, dependencies)
  }

  /** Called at the start, so that the log reports an unreachable provider. Nothing waits for it. */
  warmUp(): void {
    this.#discovery.metadata().catch(() => {})
  }

  /** Returns the URL to redirect the browser to. `again` makes the provider authenticate a signed-in user again. */
  async begin(redirectUri: string, again: boolean): Promise<{ url: string; checks: SsoChecks }> {
    const config = await this.#configuration()
    const checks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(config, {
      redirect_uri: redirectUri,
      scope: this.#settings.scopes.join(' '),
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      ...(again && { prompt: 'login', max_age: '0' }),
    })
    return { url: url.href, checks }
  }

  /** `answer` is the URL that the provider redirected the browser to. */
  async finish(answer: URL, checks: SsoChecks): Promise<SsoProof> {
    if (answer.searchParams.get('state') !== checks.state) throw new Refusal('sso_failed', { failure: 'not_begun' })
    const config = await this.#configuration()
    try {
      const tokens = await authorizationCodeGrant(config, answer, {
        expectedState: checks.state,
        expectedNonce: checks.nonce,
        pkceCodeVerifier: checks.verifier,
        idTokenExpected: true,
      })
      const told = tokens.claims()!
      if (told.sub.length > LONGEST_SUBJECT) throw new Error('a subject that is too long')
      if (told.iat > this.#dependencies.clock().getTime() / 1000 + TOLERANCE_SECONDS)
        throw new Error('an ID token that was issued in the future')
      const claims = hasRequiredClaims(told, this.rules)
        ? told
        : withUserInfo(told, await this.#userInfo(config, tokens.access_token, told.sub))
      return { issuer: told.iss, subject: told.sub, claims, idToken: tokens.id_token! }
    } catch (error) {
      throw this.#refusal(error)
    }
  }

  /** URL to sign out at the provider; `null` if the provider has none or is unreachable. */
  async leave(idToken: string | null, returnTo: string): Promise<string | null> {
    const config = await this.#configuration().catch(() => null)
    if (!config?.serverMetadata().end_session_endpoint) return null
    const wish = new URLSearchParams({ post_logout_redirect_uri: returnTo })
    if (idToken !== null && idToken.length <= LONGEST_HINT) wish.set('id_token_hint', idToken)
    return buildEndSessionUrl(config, wish).href
  }

  async #userInfo(config: Configuration, accessToken: string, subject: string): Promise<SsoProof['claims']> {
    if (!config.serverMetadata().userinfo_endpoint) return {}
    return fetchUserInfo(config, accessToken, subject)
  }

  /** Created for each use, with the current clock. Caches no keys, so the provider may rotate them at any time. */
  async #configuration(): Promise<Configuration> {
    const metadata = await this.#discovery.metadata().catch(() => {
      throw new Refusal('sso_provider_failed')
    })
    const { clientId } = this.#settings
    const skew = Math.round((this.#dependencies.clock().getTime() - Date.now()) / 1000)
    const client = { [clockSkew]: skew, [clockTolerance]: TOLERANCE_SECONDS }
    const config = new Configuration(metadata, clientId, client, this.#authentication(metadata))
    config.timeout = TIMEOUT_SECONDS
    if (this.#discovery.isInsecure) allowInsecureRequests(config)
    enableNonRepudiationChecks(config)
    return config
  }

  #authentication({ token_endpoint_auth_methods_supported: methods }: ServerMetadata) {
    const { clientSecret } = this.#settings
    if (clientSecret === null) return None()
    return methods?.includes('client_secret_post') && !methods.includes('client_secret_basic')
      ? ClientSecretPost(clientSecret)
      : ClientSecretBasic(clientSecret)
  }

  #refusal(error: unknown): Refusal {
    this.#dependencies.warn(`Single sign-on failed: ${reasonOf(error)}`)
    if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError)
      return new Refusal('sso_failed', { failure: 'refused', error: errorCode(error.error) })
    if (isAway(error)) return new Refusal('sso_provider_failed')
    return new Refusal('sso_failed', { failure: 'not_valid' })
  }
}

/**
 * Error codes are words with underscores (RFC 6749, 4.1.2.1). Anything else is not logged, because an attacker may have
 * chosen it.
 */
const errorCode = (told: string): string => (/^[a-z_]{1,50}$/.test(told) ? told : 'unknown')

/** The provider is unreachable, too slow, or answers with an error of its own. */
const isAway = (error: unknown): boolean =>
  (error instanceof TypeError && error.message === 'fetch failed') ||
  (error instanceof ClientError && ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'].includes(error.code ?? ''))
