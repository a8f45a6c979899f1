// What somebody types of an upstream caster, and what is sent of it. Its password is never had back, and goes to no other address than the
// one that it was entered for.
import type { Upstream } from '../../../../src/http/console/contract/network/upstreams.ts'

const PLAIN = 'ntrip:'
const TLS = 'ntrips:'

export interface Values {
  readonly name: string
  /** Server and port. */
  readonly url: string
  readonly tls: boolean
  readonly withLogin: boolean
  /** Both empty: the login that is kept, if there is one. */
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

/** A whole address that somebody pastes, taken apart; null: what is typed is a server, or not yet anything. */
export function takenApart(typed: string): Partial<Values> | null {
  const text = typed.trim()
  if (!/^ntrips?:\/\/./i.test(text) || !URL.canParse(text)) return null
  const { username, password } = new URL(text)
  const login = { username: decoded(username), password: decoded(password) }
  return { ...partsOf(text), ...(username !== '' && { withLogin: true, ...login }) }
}

/** What follows the port stays: the service says that no mountpoint belongs there. */
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

/** The account or the place is another one than what is kept: it is sent whole. */
const isOtherAddress = (values: Values, before: Values) =>
  isOtherPlace(values, before) ||
  values.withLogin !== before.withLogin ||
  (values.withLogin && (values.username !== '' || values.password !== ''))

/** A login is kept, and does not count for what is typed now. */
export const needsLoginAgain = (values: Values, before: Values, isKept: boolean) =>
  isKept && values.withLogin && isOtherPlace(values, before) && values.username === ''

/** An account that is asked for and not kept has to be entered. */
export function lackingIn(values: Values, before: Values, isKept: boolean) {
  const isKeptHere = isKept && !isOtherAddress(values, before)
  const lacks = (name: 'username' | 'password') => values.withLogin && !isKeptHere && values[name] === ''
  return (['username', 'password'] as const).filter(lacks).map((path) => ({ path, code: 'missing', params: {} }))
}

/** Of one that exists only what was changed here: what a colleague changed meanwhile stays. */
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

/** What is asked for before saving: with the login that is kept, where nothing else was entered. */
export function trialOf(values: Values, before: Values, id: number | null) {
  const isOther = id === null || isOtherAddress(values, before)
  return { ...(id !== null && { id }), ...(isOther && { url: addressOf(values) }), prefix: values.prefix.trim() }
}

/** Sets its names apart; of its own name as far as a prefix may go. */
export const prefixFor = (name: string): string => `${name.trim().slice(0, 10) || 'B'}_`
