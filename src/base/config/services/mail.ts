import { isIP } from 'node:net'
import { ConfigError, decoded, HOST_NAME, isTrue } from '../values.ts'

export interface Smtp {
  readonly host: string
  readonly port: number
  /** TLS from the first byte; otherwise STARTTLS, which `requireTLS` enforces and `ignoreTLS` disables. */
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly user: string | null
  readonly password: string | null
  /** Name in EHLO; `null` means this machine's host name. */
  readonly name: string | null
  readonly tls: { readonly rejectUnauthorized: boolean; readonly servername?: string }
}

/** If `name` is `null`, mails show the network's name as sender. */
export interface MailSender {
  readonly name: string | null
  readonly address: string
}

const SMTP_OPTIONS = ['requireTLS', 'ignoreTLS', 'name', 'tls.rejectUnauthorized', 'tls.servername']

/** Errors never repeat the value: a password that is not percent-encoded can end up in any part of the URL. */
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
  // Loopback traffic cannot be intercepted, and a local mail server uses a self-signed certificate.
  const isHere = /^(localhost|127\..*|::1)$/i.test(hostName)
  const servername = options.get('tls.servername')
  return {
    host: hostName,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    // A password is sent unencrypted only on explicit request.
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

/** Used if neither MAIL_FROM nor the console sets a sender. */
export function fallbackSender(publicUrl: string): MailSender {
  const { hostname } = new URL(publicUrl)
  return { name: null, address: `no-reply@${HOST_NAME.test(hostname) && !isIP(hostname) ? hostname : 'localhost'}` }
}
