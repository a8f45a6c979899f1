// Changes the operator's settings: mail server, customer e-mails, bank details, shop, status page, map tiles, backups,
// colour, logos.
import { SMTP_CONTEXT } from '../../base/secrets/contexts.ts'
import { type FieldFault, fault, wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { isColour } from '../../domain/delivery/accent.ts'
import { hashOfLogo, type LogoTheme } from '../../domain/delivery/brand.ts'
import {
  type GivenName,
  type GivenSettings,
  isSender,
  isTilesUrl,
  LONGEST_BANK_DETAILS,
  MAX_BACKUPS_KEPT,
  MAX_REMINDER_DAYS,
  MAX_REMINDERS,
  type MapTiles,
  type SmtpServer,
  type StoredSettings,
  VARIABLES,
} from '../../domain/operations/settings.ts'
import { LANGUAGES, type Language } from '../../domain/people/user.ts'
import { isPrintable } from '../../domain/text/printable.ts'
import {
  lockOperatorSettings,
  readOperatorSettings,
  type StoredLogo,
  writeLogo,
  writeOperatorSettings,
} from '../../store/network/operator-settings.ts'
import { type ActionContext, type KeyedContext, record } from '../context.ts'

const HOST = /^[A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?$/

/** Undefined fields stay unchanged. The stored SMTP password is kept only for the same user at the same server. */
export interface OperatorChange {
  readonly accent?: string | null | undefined
  readonly smtp?: (SmtpServer & { readonly password?: string | undefined }) | null | undefined
  readonly mailFrom?: string | null | undefined
  readonly bankDetails?: string | null | undefined
  readonly shop?: boolean | undefined
  readonly statusPage?: boolean | undefined
  readonly coveragePage?: boolean | undefined
  readonly mapTiles?: MapTiles | null | undefined
  readonly customerLanguage?: Language | null | undefined
  readonly reminderDays?: readonly number[] | undefined
  readonly backupKeep?: number | null | undefined
}

export interface OperatorContext extends KeyedContext {
  readonly given: GivenSettings
}

export function setOperatorSettings(context: OperatorContext, change: OperatorChange): Promise<StoredSettings> {
  const errors = [...givenErrors(context.given, Object.keys(change)), ...changeErrors(change)]
  if (errors.length > 0) throw invalid(...errors)
  return context.db.transaction(async (tx) => {
    await lockOperatorSettings(tx)
    const before = await readOperatorSettings(tx)
    const { smtp, accent, reminderDays, ...rest } = change
    const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    const next: StoredSettings = {
      ...before,
      ...known,
      ...(reminderDays && { reminderDays: [...new Set(reminderDays)].toSorted((a, b) => b - a) }),
      ...(accent !== undefined && { accent: accent === null ? null : accent.toLowerCase() }),
      ...(smtp !== undefined && smtpParts(context, before, smtp)),
    }
    await writeOperatorSettings(tx, next)
    await record(tx, context, {
      action: 'settings.changed',
      details: { ...toldOf(change, next), was: toldOf(change, before) },
    })
    return next
  })
}

/** `null` removes the logo. */
export function setLogo(context: ActionContext, theme: LogoTheme, logo: StoredLogo | null): Promise<StoredSettings> {
  const hash = logo && hashOfLogo(logo)
  return context.db.transaction(async (tx) => {
    await lockOperatorSettings(tx)
    const before = await readOperatorSettings(tx)
    const next = { ...before, [theme === 'light' ? 'logoHash' : 'logoDarkHash']: hash }
    await writeLogo(tx, theme, logo)
    await writeOperatorSettings(tx, next)
    const told = logo && { kind: logo.kind, bytes: logo.content.length }
    await record(tx, context, {
      action: 'settings.changed',
      details: { [theme === 'light' ? 'logo' : 'logoDark']: told },
    })
    return next
  })
}

function smtpParts(
  { keys }: KeyedContext,
  before: StoredSettings,
  smtp: NonNullable<OperatorChange['smtp']> | null,
): Pick<StoredSettings, 'smtp' | 'smtpPassword'> {
  if (smtp === null) return { smtp: null, smtpPassword: null }
  const { password, ...server } = smtp
  if (server.user === null) return { smtp: server, smtpPassword: null }
  if (password !== undefined) return { smtp: server, smtpPassword: keys.encrypt(password, SMTP_CONTEXT) }
  // Otherwise a user who may change the server could send the password to a server of their own.
  const isSame = before.smtp?.user === server.user && before.smtp.host === server.host && before.smtpPassword !== null
  if (!isSame) throw invalid(wrong(['smtp', 'password'], 'missing'))
  return { smtp: server, smtpPassword: before.smtpPassword }
}

/** Stored values of the changed fields, without the password. */
function toldOf(change: OperatorChange, { smtpPassword: _, ...next }: StoredSettings): Record<string, unknown> {
  const names = (Object.keys(change) as (keyof OperatorChange)[]).filter((name) => change[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, next[name]]))
}

const givenErrors = (given: GivenSettings, names: readonly string[]): FieldFault[] =>
  names
    .filter((name): name is GivenName => name in VARIABLES && given[name as GivenName] !== null)
    .map((name) => wrong([name], 'set_by_environment', { variable: VARIABLES[name] }))

function changeErrors(change: OperatorChange): FieldFault[] {
  const { accent, smtp, mailFrom, bankDetails, mapTiles, customerLanguage, reminderDays, backupKeep } = change
  const errors: FieldFault[] = []
  const check = (holds: boolean, error: FieldFault) => {
    if (!holds) errors.push(error)
  }
  if (accent != null) check(isColour(accent), wrong(['accent'], 'colour_form'))
  if (smtp) {
    check(HOST.test(smtp.host), wrong(['smtp', 'host'], 'host_form'))
    check(Number.isInteger(smtp.port) && smtp.port >= 1 && smtp.port <= 65535, wrong(['smtp', 'port'], 'port_range'))
    check(smtp.user === null || isLine(smtp.user), wrong(['smtp', 'user'], 'control_characters'))
  }
  if (mailFrom != null) check(isSender(mailFrom), wrong(['mailFrom'], 'sender_form'))
  if (bankDetails != null)
    check(bankDetails.length <= LONGEST_BANK_DETAILS, {
      path: ['bankDetails'],
      ...fault('too_long', { most: LONGEST_BANK_DETAILS }),
    })
  if (mapTiles) {
    check(isTilesUrl(mapTiles.url), wrong(['mapTiles', 'url'], 'tiles_form'))
    check(mapTiles.attribution.trim() !== '', wrong(['mapTiles', 'attribution'], 'missing'))
  }
  if (customerLanguage != null)
    check(LANGUAGES.includes(customerLanguage), wrong(['customerLanguage'], 'not_one_of', { choices: LANGUAGES }))
  if (backupKeep != null)
    check(
      Number.isInteger(backupKeep) && backupKeep >= 1 && backupKeep <= MAX_BACKUPS_KEPT,
      wrong(['backupKeep'], 'not_whole_number', { least: 1, most: MAX_BACKUPS_KEPT }),
    )
  if (reminderDays) {
    check(reminderDays.length <= MAX_REMINDERS, wrong(['reminderDays'], 'too_many', { most: MAX_REMINDERS }))
    check(
      reminderDays.every((days) => Number.isInteger(days) && days >= 0 && days <= MAX_REMINDER_DAYS),
      wrong(['reminderDays'], 'not_whole_number', { least: 0, most: MAX_REMINDER_DAYS }),
    )
  }
  return errors
}

const isLine = (text: string) => text.trim() !== '' && isPrintable(text)
