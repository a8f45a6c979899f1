// Address of a stream on another caster: ntrip://user:password@host:port/MOUNTPOINT (ntrips:// for TLS).
import type { Coded, Nothing, Said } from '../codes/coded.ts'

export interface SourceAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly mountpoint: string
  readonly credentials: { readonly username: string; readonly password: string } | null
}

export interface NameAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Why a stream from another caster could not be opened or was lost. */
export interface StreamLossParams {
  closed: Nothing
  no_answer: Nothing
  refused: {
    readonly reason: 'credentials' | 'unknown_mountpoint' | 'taken' | 'not_ntrip' | 'other'
    readonly said: string
  }
  no_data: Nothing
  silent: Nothing
  ended: Nothing
  badly_chunked: Nothing
  /** The other caster stopped reading the stream. */
  stalled: Nothing
  /** The stream contains no RTCM 3 frame and is not forwarded. */
  not_rtcm: Nothing
  /** The operator does not allow this port or serial device of this machine. */
  input_not_allowed: { readonly input: string }
  forbidden_address: { readonly address: string }
  /** Connection refused. */
  nobody_listens: { readonly host: string; readonly port: number }
  unknown_host: { readonly host: string }
  unreachable: { readonly host: string }
  /** TLS was requested, but the server does not speak TLS. */
  no_tls: { readonly host: string; readonly port: number }
  /** The certificate is not trusted; error text of the TLS library. */
  certificate: Said
  /** Error text of the operating system. */
  said: Said
}
export type StreamLoss = Coded<StreamLossParams>

export interface EngineTroubleParams extends StreamLossParams {
  not_asked: Nothing
  not_asked_lately: Nothing
}
export type EngineTrouble = Coded<EngineTroubleParams>

const PORTS = { 'ntrip:': 2101, 'ntrips:': 443 } as const
const MOUNTPOINT = /^\/[A-Za-z0-9_.-]{1,100}$/

/** Returns `null` if the text is not a valid source address. */
export function parseSourceAddress(text: string): SourceAddress | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !(url.protocol in PORTS) || !MOUNTPOINT.test(url.pathname) || url.search || url.hash || !url.hostname)
    return null
  const [username, password] = [decoded(url.username), decoded(url.password)]
  if (username === null || password === null) return null
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? PORTS[url.protocol as keyof typeof PORTS] : Number(url.port),
    tls: url.protocol === 'ntrips:',
    mountpoint: url.pathname.slice(1),
    credentials: username === '' && password === '' ? null : { username, password },
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Splits a valid source address into a public URL and the secret login. Uses the same parser as `parseSourceAddress`:
 * with an `@` in the password, another parser could leave half of the password in the URL.
 */
export function withoutLogin(text: string): { readonly url: string; readonly login: string | null } {
  const { protocol, host, pathname, username, password } = new URL(text)
  return {
    url: `${protocol}//${host}${pathname}`,
    login: username === '' && password === '' ? null : `${username}:${password}`,
  }
}

export const withLogin = (url: string, login: string | null): string =>
  login === null ? url : url.replace('://', () => `://${login}@`)
