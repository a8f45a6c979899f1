// The form of an upstream caster, and the request body. The API never returns the password, and the password is never
// sent to an address other than the one it was entered for.
import type { Upstream } from '../../../../src/http/console/contract/network/upstreams.ts'

const PLAIN = 'ntrip:'
const TLS = 'ntrips:'

export interface Values {
  readonly name: string
  /** Host and port. */
  readonly url: string
  readonly tls: boolean
  readonly withLogin: boolean
  /** Both empty: keep the stored login, if any. */
  readonly username: string
  readonly password: string
  readonly prefix: string
  readonly servesNetwork: boolean
}

const NEW: Values = {
  ...{ name: '', url: '', tls: false, withLogin: true, username: '', password: '' },
  ...{ prefix: '', servesNetwork: false },
}

export function valuesOf(upstream: Upstream | null): Values {
  if (!upstream) return NEW
  const { name, url, hasLogin, prefix, servesNetwork } = upstream
  return { ...NEW, name, ...partsOf(url), withLogin: hasLogin, prefix, servesNetwork }
}

/** Splits a pasted URL into its fields; `null` if the text is not a URL. */
export function fieldsOfUrl(typed: string): Partial<Values> | null {
  const text = typed.trim()
  if (!/^ntrips?:\/\/./i.test(text) || !URL.canParse(text)) return null
  const { username, password } = new URL(text)
  const login = { username: decoded(username), password: decoded(password) }
  return { ...partsOf(text), ...(username !== '' && { withLogin: true, ...login }) }
}

/** Keeps the path: the service explains that a mountpoint does not belong here. */
function partsOf(address: string): Pick<Values, 'url' | 'tls'> {
  const { protocol, host, pathname } = new URL(address)
  return { url: `${host}${pathname.replace(/\/$/, '')}`, tls: protocol === TLS }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export function addressOf({ url, tls, withLogin, username, password }: Values): string {
  const login = withLogin ? `${encodeURIComponent(username)}:${encodeURIComponent(password)}@` : ''
  return `${tls ? TLS : PLAIN}//${login}${url.trim()}`
}

const isOtherPlace = (values: Values, before: Values) => values.url !== before.url || values.tls !== before.tls

/** True if the address or the login differs from the stored one; then the whole URL is sent. */
const isOtherAddress = (values: Values, before: Values) =>
  isOtherPlace(values, before) ||
  values.withLogin !== before.withLogin ||
  (values.withLogin && (values.username !== '' || values.password !== ''))

/** The stored login does not apply to the new address. */
export const needsLoginAgain = (values: Values, before: Values, isKept: boolean) =>
  isKept && values.withLogin && isOtherPlace(values, before) && values.username === ''

/** A login that is wanted and not stored must be entered. */
export function lackingIn(values: Values, before: Values, isKept: boolean) {
  const isKeptHere = isKept && !isOtherAddress(values, before)
  const lacks = (name: 'username' | 'password') => values.withLogin && !isKeptHere && values[name] === ''
  return (['username', 'password'] as const).filter(lacks).map((path) => ({ path, code: 'missing', params: {} }))
}

/** Sends only changes, to keep those of other users. */
export function changeOf(values: Values, before: Values) {
  const { prefix, servesNetwork } = values
  const name = values.name.trim()
  return {
    ...(name !== before.name && { name }),
    ...(isOtherAddress(values, before) && { url: addressOf(values) }),
    ...(prefix.trim() !== before.prefix && { prefix: prefix.trim() }),
    ...(servesNetwork !== before.servesNetwork && { servesNetwork }),
  }
}

/** Request of a trial before saving; uses the stored login unless another one was entered. */
export function trialOf(values: Values, before: Values, id: number | null) {
  const isOther = id === null || isOtherAddress(values, before)
  return { ...(id !== null && { id }), ...(isOther && { url: addressOf(values) }), prefix: values.prefix.trim() }
}

/** A prefix from the caster's name, which makes its mountpoint names unique; cut to the allowed length. */
export const prefixFor = (name: string): string => `${name.trim().slice(0, 10) || 'B'}_`
