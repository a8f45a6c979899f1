// The mail server, and the sender of e-mails.
import { isIP } from 'node:net'
import { ConfigError, decoded, HOST_NAME, isTrue } from './values.ts'

/** The server that takes our mails. */
export interface Smtp {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS, which `requireTLS` insists on and `ignoreTLS` leaves out. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly user: string | null
  readonly password: string | null
  /** How we call ourselves; null: by this machine's name. */
  readonly name: string | null
  readonly tls: { readonly rejectUnauthorized: boolean; readonly servername?: string }
}

/** Whom our mails are from; without a name they carry the network's. */
export interface MailSender {
  readonly name: string | null
  readonly address: string
}

const SMTP_OPTIONS = ['requireTLS', 'ignoreTLS', 'name', 'tls.rejectUnauthorized', 'tls.servername']

/** Nothing of the value is repeated: a password that was not percent-encoded may end up in any part of it. */
export function smtp(value: string | null): Smtp | null {
  if (value === null) return null
  const url = URL.canParse(value) ? new URL(value) : null
  const hostName = url?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const [user, password] = [url?.username, url?.password].map(decoded)
  const complete = (user === '') === (password === '') && user !== undefined && password !== undefined
  const misread = !url || !/^\/?$/.test(url.pathname) || url.hash !== '' || url.search.includes('@')
  if (misread || !complete || !/^smtps?:$/.test(url.protocol) || !(isIP(hostName) || HOST_NAME.test(hostName)))
    throw new ConfigError(
      'SMTP_URL: expected smtp://user:password@host:587 or smtps://user:password@host:465, special characters percent-encoded',
    )
  const options = url.searchParams
  if ([...options.keys()].some((name) => !SMTP_OPTIONS.includes(name)))
    throw new ConfigError(`SMTP_URL: expected no other options than ${SMTP_OPTIONS.join(', ')}`)
  const flag = (name: string, fallback: boolean) => isTrue(`SMTP_URL: ${name}`, options.get(name) ?? String(fallback))
  const secure = url.protocol === 'smtps:'
  const ignoreTLS = flag('ignoreTLS', false)
  // Within this machine nobody listens in, and its own mail server has a certificate of its own making.
  const isHere = /^(localhost|127\..*|::1)$/i.test(hostName)
  const servername = options.get('tls.servername')
  return {
    host: hostName,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password goes over an open line only for those who say so.
    requireTLS: flag('requireTLS', user !== '' && !ignoreTLS && !isHere),
    ignoreTLS,
    user: user || null,
    password: password || null,
    name: options.get('name'),
    tls: { rejectUnauthorized: flag('tls.rejectUnauthorized', !isHere), ...(servername && { servername }) },
  }
}

const SENDER = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]+)>|([^<>]+))$/u
const SENDER_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

export function mailFrom(value: string | null): MailSender | null {
  if (value === null) return null
  const [, name = '', bracketed, bare] = SENDER.exec(value) ?? []
  const address = bracketed ?? bare ?? ''
  if (SENDER_ADDRESS.test(address)) return { name: name.trim() || null, address }
  throw new ConfigError(`MAIL_FROM: expected rtk@example.mx or Red RTK <rtk@example.mx>, got ${JSON.stringify(value)}`)
}

/** Used where neither MAIL_FROM nor the console names a sender. */
export function fallbackSender(publicUrl: string): MailSender {
  const { hostname } = new URL(publicUrl)
  return { name: null, address: `no-reply@${HOST_NAME.test(hostname) && !isIP(hostname) ? hostname : 'localhost'}` }
}
