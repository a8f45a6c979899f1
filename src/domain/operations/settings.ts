// Settings of the operator, stored in the database. SMTP_URL and MAIL_FROM override their stored values.
import { DEFAULT_ACCENT } from '../delivery/accent.ts'
import type { Language } from '../people/user.ts'

export const SMTP_SECURITIES = ['tls', 'starttls', 'none'] as const
/** `tls`: TLS from the first byte. `starttls`: required upgrade. `none`: unencrypted. */
export type SmtpSecurity = (typeof SMTP_SECURITIES)[number]

/** SMTP server as entered in the console. */
export interface SmtpServer {
  readonly host: string
  readonly port: number
  readonly security: SmtpSecurity
  /** `null` if the server requires no login. */
  readonly user: string | null
}

/** Options of the mail transport. */
export interface SmtpLine {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly requireTLS: boolean
  readonly ignoreTLS: boolean
  readonly user: string | null
  readonly password: string | null
  readonly name: string | null
  readonly tls: { readonly rejectUnauthorized: boolean; readonly servername?: string }
}

export interface MapTiles {
  /** Contains {z}, {x} and {y}. */
  readonly url: string
  readonly attribution: string
}

export interface Sender {
  readonly name: string | null
  readonly address: string
}

/** Settings made in the console; `null` if not set. */
export interface StoredSettings {
  readonly accent: string | null
  readonly smtp: SmtpServer | null
  readonly smtpPassword: Buffer | null
  readonly mailFrom: string | null
  readonly bankDetails: string | null
  readonly shop: boolean | null
  readonly statusPage: boolean | null
  readonly coveragePage: boolean | null
  readonly mapTiles: MapTiles | null
  readonly customerLanguage: Language | null
  readonly reminderDays: readonly number[] | null
  readonly backupKeep: number | null
  /** Changes whenever the logo changes. */
  readonly logoHash: string | null
  readonly logoDarkHash: string | null
}

/** Settings that the environment overrides; `null` if the variable is not set. */
export interface GivenSettings {
  readonly smtp: SmtpLine | null
  readonly mailFrom: Sender | null
}

export const VARIABLES = { smtp: 'SMTP_URL', mailFrom: 'MAIL_FROM' } as const
export type GivenName = keyof typeof VARIABLES

export interface EffectiveSettings {
  readonly accent: string
  readonly smtp: SmtpLine | null
  readonly mailFrom: Sender
  readonly bankDetails: string | null
  readonly shop: boolean
  readonly statusPage: boolean
  readonly coveragePage: boolean
  readonly mapTiles: MapTiles | null
  readonly customerLanguage: Language
  /** Days before the end of a credential on which its customer is reminded; 0 is the end itself. */
  readonly reminderDays: readonly number[]
}

/** `password`: decrypted stored password. `fallbackSender`: used if no sender is set. */
export function effectiveSettings(
  given: GivenSettings,
  stored: StoredSettings,
  password: string | null,
  fallbackSender: Sender,
): EffectiveSettings {
  return {
    accent: stored.accent ?? DEFAULT_ACCENT,
    smtp: given.smtp ?? (stored.smtp && lineOf(stored.smtp, password)),
    mailFrom: given.mailFrom ?? (stored.mailFrom === null ? fallbackSender : senderOf(stored.mailFrom)),
    bankDetails: stored.bankDetails,
    shop: stored.shop ?? false,
    statusPage: stored.statusPage ?? true,
    coveragePage: stored.coveragePage ?? false,
    mapTiles: stored.mapTiles,
    customerLanguage: stored.customerLanguage ?? DEFAULT_CUSTOMER_LANGUAGE,
    reminderDays: stored.reminderDays ?? DEFAULT_REMINDER_DAYS,
  }
}

/** Loopback traffic cannot be intercepted, and local mail servers have self-signed certificates. */
const HERE = /^(localhost|127\..*|::1)$/i

function lineOf({ host, port, security, user }: SmtpServer, password: string | null): SmtpLine {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    user,
    password,
    name: null,
    tls: { rejectUnauthorized: !HERE.test(host) },
  }
}

const SENDER = /^(?:"?([^"<>\p{Cc}]*?)"? *<([^<>]+)>|([^<>]+))$/u
const SENDER_ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/

/** `rtk@example.mx` or `Red RTK <rtk@example.mx>`. */
export function isSender(text: string): boolean {
  return SENDER_ADDRESS.test(senderOf(text).address)
}

function senderOf(text: string): Sender {
  const [, name = '', bracketed, bare] = SENDER.exec(text) ?? []
  return { name: name.trim() || null, address: bracketed ?? bare ?? '' }
}

/** Rejects characters that could end a source list in a Content-Security-Policy. */
export const isTilesUrl = (url: string): boolean =>
  ['{z}', '{x}', '{y}'].every((part) => url.includes(part)) &&
  /^https?:\/\/[A-Za-z0-9.:[\]-]+\/[^\s;,]*$/.test(url) &&
  URL.canParse(url)

export const LONGEST_BANK_DETAILS = 1_000

export const DEFAULT_CUSTOMER_LANGUAGE: Language = 'es'
export const DEFAULT_REMINDER_DAYS: readonly number[] = [7, 1, 0]
export const MAX_REMINDERS = 10
export const MAX_REMINDER_DAYS = 365

export const DEFAULT_BACKUPS_KEPT = 14
export const MAX_BACKUPS_KEPT = 366
