// NATS, over which casters share the streams of their bases.
import { isIP } from 'node:net'
import { ConfigError, decoded, existingFile, HOST_NAME, list } from '../values.ts'

export interface NatsConfig {
  /** `host:port` each; IPv6 addresses in brackets. */
  readonly servers: readonly string[]
  /** `caFile`: trusted certificate authorities; `null` means Node's. */
  readonly tls: { readonly caFile: string | null } | null
  readonly user: string | null
  readonly password: string | null
  /** Signs the server's challenge, so it never leaves this machine. */
  readonly nkeySeed: string | null
}

const NATS_PORT = 4222
const EXPECTED =
  'NATS_URL: expected nats://user:password@host:4222 or tls://…, several servers separated by commas, special characters percent-encoded'

/** Errors never repeat a value, because each may contain a password. */
export function nats(urls: string | null, nkey: string | null, ca: string | null): NatsConfig | null {
  if (urls === null) {
    if (nkey !== null) throw new ConfigError('NATS_NKEY: expected only together with NATS_URL')
    if (ca !== null) throw new ConfigError('NATS_CA: expected only together with NATS_URL')
    return null
  }
  const addresses = list(urls).map(address)
  const [first] = addresses
  if (!first) throw new ConfigError(EXPECTED)
  const isTls = first.scheme === 'tls:'
  const login = addresses.find(({ user }) => user !== null)
  if (addresses.some(({ scheme }) => scheme !== first.scheme))
    throw new ConfigError('NATS_URL: expected the same scheme, nats:// or tls://, for all servers')
  if (addresses.some(({ user, password }) => user !== null && (user !== login!.user || password !== login!.password)))
    throw new ConfigError('NATS_URL: expected one user and password for all servers')
  if (nkey !== null && login) throw new ConfigError('NATS_NKEY: expected only if NATS_URL has no user')
  if (nkey !== null && !/^SU[A-Z2-7]{56}$/.test(nkey))
    throw new ConfigError('NATS_NKEY: expected the seed of a user, 58 characters that begin with SU')
  if (ca !== null && !isTls) throw new ConfigError('NATS_CA: expected only with tls:// in NATS_URL')
  return {
    servers: addresses.map(({ server }) => server),
    tls: isTls ? { caFile: ca && existingFile('NATS_CA', ca) } : null,
    user: login?.user ?? null,
    password: login?.password ?? null,
    nkeySeed: nkey,
  }
}

export interface NatsRisk {
  readonly what: string
  readonly todo: string
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]):\d+$/i

/** Risks of a server that other machines can reach. A server on loopback has none. */
export function natsRisks({ servers, tls, user, nkeySeed }: NatsConfig): NatsRisk[] {
  if (servers.every((server) => LOOPBACK.test(server))) return []
  const risks: NatsRisk[] = []
  if (user === null && nkeySeed === null)
    risks.push({
      what: 'NATS_URL names a server on the network without a login: anyone who reaches it can read all streams and flood the bus',
      todo: 'give NATS a user (deploy/nats.conf) and set NATS_URL=tls://user:password@host, or NATS_NKEY',
    })
  if (tls === null)
    risks.push({
      what: 'NATS_URL names a server on the network without TLS: streams, and the password if there is one, cross the network unencrypted',
      todo: 'give NATS a certificate (docs/scale.md) and set tls:// in NATS_URL; leave it if the network is private to these machines',
    })
  return risks
}

/** Only the first server needs a user: `nats://user:password@a,nats://b`. */
function address(value: string) {
  const url = URL.canParse(value) ? new URL(value) : null
  const host = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const [user, password] = [url?.username, url?.password].map(decoded)
  const complete = (user === '') === (password === '') && user !== undefined && password !== undefined
  const misread = !url || !/^\/?$/.test(url.pathname) || url.hash !== '' || url.search !== ''
  if (misread || !complete || !/^(nats|tls):$/.test(url.protocol) || !(isIP(host) || HOST_NAME.test(host)))
    throw new ConfigError(EXPECTED)
  const server = `${url.hostname}:${url.port || NATS_PORT}`
  return { scheme: url.protocol, server, user: user || null, password: password || null }
}
