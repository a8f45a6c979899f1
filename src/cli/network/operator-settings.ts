// The operator's settings by the names of `vertice network set`. The console offers the same.
import { readFileSync } from 'node:fs'
import {
  type OperatorChange,
  type OperatorContext,
  setLogo,
  setOperatorSettings,
} from '../../actions/network/set-operator.ts'
import type { LogoTheme } from '../../domain/delivery/brand.ts'
import {
  DEFAULT_BACKUPS_KEPT,
  DEFAULT_CUSTOMER_LANGUAGE,
  DEFAULT_REMINDER_DAYS,
  MAX_BACKUPS_KEPT,
  type StoredSettings,
} from '../../domain/operations/settings.ts'
import type { Language } from '../../domain/people/user.ts'
import type { StoredLogo } from '../../store/network/operator-settings.ts'
import { readUploadedLogo } from '../../wire/brand/logo.ts'
import { isYes, UsageError } from '../kit/command.ts'

interface Setting {
  readonly help: string
  /** `null` resets the setting. */
  readonly change: (value: string | null) => OperatorChange | LogoChange
  readonly shown: (stored: StoredSettings) => string | null
}

interface LogoChange {
  readonly theme: LogoTheme
  readonly logo: StoredLogo | null
}

const yesOrNo = (value: boolean) => (value ? 'yes' : 'no')
const logoFile = (theme: LogoTheme) => (path: string | null) => ({
  theme,
  logo: path === null ? null : readUploadedLogo(contentOf(path)),
})

export const OPERATOR_SETTINGS: Readonly<Record<string, Setting>> = {
  shop: {
    help: 'yes: anyone can order at /shop',
    change: (value) => ({ shop: value !== null && isYes(value, 'shop') }),
    shown: ({ shop }) => yesOrNo(shop ?? false),
  },
  'status-page': {
    help: 'yes: anyone can see the network status at /status',
    change: (value) => ({ statusPage: value === null || isYes(value, 'status-page') }),
    shown: ({ statusPage }) => yesOrNo(statusPage ?? true),
  },
  'coverage-page': {
    help: 'yes: anyone can see, download and embed the coverage at /coverage',
    change: (value) => ({ coveragePage: value !== null && isYes(value, 'coverage-page') }),
    shown: ({ coveragePage }) => yesOrNo(coveragePage ?? false),
  },
  'bank-details': {
    help: 'shown to customers who pay by bank transfer; "\\n" starts a new line',
    change: (value) => ({ bankDetails: value?.replaceAll('\\n', '\n') ?? null }),
    shown: ({ bankDetails }) => bankDetails?.replaceAll('\n', '\\n') ?? null,
  },
  'map-tiles': {
    help: 'map tiles and their attribution: "https://tiles.example.mx/{z}/{x}/{y}.png © Example"',
    change: (value) => ({ mapTiles: value === null ? null : tilesIn(value) }),
    shown: ({ mapTiles }) => mapTiles && `${mapTiles.url} ${mapTiles.attribution}`,
  },
  'customer-language': {
    help: 'the language of e-mails to customers: es or en',
    change: (value) => ({ customerLanguage: value as Language | null }),
    shown: ({ customerLanguage }) => customerLanguage ?? DEFAULT_CUSTOMER_LANGUAGE,
  },
  reminders: {
    help: 'days before the end of a credential on which customers are reminded, such as 7,1,0 (0: at the end); "none": never',
    change: (value) => ({ reminderDays: value === null ? [] : value.split(',').map(numberIn) }),
    shown: ({ reminderDays }) => (reminderDays ?? DEFAULT_REMINDER_DAYS).join() || null,
  },
  'backup-keep': {
    help: `how many daily backups are kept, 1 to ${MAX_BACKUPS_KEPT}`,
    change: (value) => ({ backupKeep: value === null ? null : numberIn(value) }),
    shown: ({ backupKeep }) => String(backupKeep ?? DEFAULT_BACKUPS_KEPT),
  },
  accent: {
    help: 'the accent colour of pages, e-mails and PDF, such as #0b6478',
    change: (accent) => ({ accent }),
    shown: ({ accent }) => accent,
  },
  logo: {
    help: 'a PNG or JPEG file, copied into the database',
    change: logoFile('light'),
    shown: ({ logoHash }) => logoHash && 'set',
  },
  'logo-dark': {
    help: 'the same for dark backgrounds',
    change: logoFile('dark'),
    shown: ({ logoDarkHash }) => logoDarkHash && 'set',
  },
}

/** For `--json`. */
export const operatorFacts = ({
  shop,
  statusPage,
  coveragePage,
  bankDetails,
  mapTiles,
  customerLanguage,
  reminderDays,
  backupKeep,
  accent,
  logoHash,
  logoDarkHash,
}: StoredSettings) => ({
  shop: shop ?? false,
  statusPage: statusPage ?? true,
  coveragePage: coveragePage ?? false,
  bankDetails,
  mapTiles,
  customerLanguage: customerLanguage ?? DEFAULT_CUSTOMER_LANGUAGE,
  reminderDays: reminderDays ?? DEFAULT_REMINDER_DAYS,
  backupKeep: backupKeep ?? DEFAULT_BACKUPS_KEPT,
  accent,
  hasLogo: logoHash !== null,
  hasDarkLogo: logoDarkHash !== null,
})

export const isOperatorSetting = (name: string): boolean => Object.hasOwn(OPERATOR_SETTINGS, name)

/** Runs in the caller's transaction, so all settings change or none. */
export async function setOperator(context: OperatorContext, values: ReadonlyMap<string, string | null>): Promise<void> {
  for (const [name, value] of values) {
    const change = OPERATOR_SETTINGS[name]!.change(value)
    if ('theme' in change) await setLogo(context, change.theme, change.logo)
    else await setOperatorSettings(context, change)
  }
}

const numberIn = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

function tilesIn(value: string): { url: string; attribution: string } {
  const [url = '', ...attribution] = value.split(' ')
  return { url, attribution: attribution.join(' ') }
}

function contentOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    throw new UsageError(`Could not read ${path}: ${(error as Error).message}`)
  }
}
