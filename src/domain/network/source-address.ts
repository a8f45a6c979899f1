// A stream on another caster, written as people write it: ntrip://user:password@host:port/MOUNTPOINT (ntrips:// for TLS).
import type { Coded, Nothing, Said } from '../codes/coded.ts'

export interface SourceAddress {
  readonly host: string
  readonly port: number
  readonly tls: boolean
  readonly mountpoint: string
  readonly credentials: { readonly username: string; readonly password: string } | null
}

/** One of the addresses of a host. */
export interface NameAddress {
  readonly address: string
  readonly family: 4 | 6
}

/** Why a stream from another caster does not come, or no longer. */
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
  /** No frame of RTCM 3 came: it is not passed on. */
  not_rtcm: Nothing
  forbidden_address: { readonly address: string }
  /** Nobody takes connections there. */
  nobody_listens: { readonly host: string; readonly port: number }
  unknown_host: { readonly host: string }
  unreachable: { readonly host: string }
  /** TLS was asked for, and what answers speaks none. */
  no_tls: { readonly host: string; readonly port: number }
  /** It is not to be trusted, as the system puts it. */
  certificate: Said
  /** As the system puts it. */
  said: Said
}
export type StreamLoss = Coded<StreamLossParams>

/** Why nobody knows that the VRS engine answers. */
export interface EngineTroubleParams extends StreamLossParams {
  not_asked: Nothing
  not_asked_lately: Nothing
}
export type EngineTrouble = Coded<EngineTroubleParams>

const PORTS = { 'ntrip:': 2101, 'ntrips:': 443 } as const
const MOUNTPOINT = /^\/[A-Za-z0-9_.-]{1,100}$/

/** null: it is not one. */
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
    credentials: username === '' ? null : { username, password },
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
 * What may be stored and shown in the open, and the login, which may not; of a text that `parseSourceAddress` takes. Cut by the same
 * parser: where a password holds an `@`, another one would leave half of it in the open.
 */
export function withoutLogin(text: string): { readonly url: string; readonly login: string | null } {
  const { protocol, host, pathname, username, password } = new URL(text)
  return { url: `${protocol}//${host}${pathname}`, login: username === '' ? null : `${username}:${password}` }
}

export const withLogin = (url: string, login: string | null): string =>
  login === null ? url : url.replace('://', () => `://${login}@`)
