import type { LogoTheme } from '../../domain/delivery/brand.ts'
import type { SmtpSecurity, StoredSettings } from '../../domain/operations/settings.ts'
import { type Database, first, only, statement } from '../kit/database.ts'

interface SettingsRow extends Omit<StoredSettings, 'smtp' | 'mapTiles'> {
  readonly smtpHost: string | null
  readonly smtpPort: number | null
  readonly smtpSecurity: SmtpSecurity | null
  readonly smtpUser: string | null
  readonly mapTilesUrl: string | null
  readonly mapAttribution: string | null
}

const COLUMN_OF: Record<keyof SettingsRow, string> = {
  accent: 'accent',
  smtpHost: 'smtp_host',
  smtpPort: 'smtp_port',
  smtpSecurity: 'smtp_security',
  smtpUser: 'smtp_user',
  smtpPassword: 'smtp_password',
  mailFrom: 'mail_from',
  bankDetails: 'bank_details',
  shop: 'shop',
  statusPage: 'status_page',
  coveragePage: 'coverage_page',
  mapTilesUrl: 'map_tiles_url',
  mapAttribution: 'map_attribution',
  customerLanguage: 'customer_language',
  reminderDays: 'reminder_days',
  backupKeep: 'backup_keep',
  logoHash: 'logo_hash',
  logoDarkHash: 'logo_dark_hash',
}
const NAMES = Object.keys(COLUMN_OF) as (keyof SettingsRow)[]

const columns = NAMES.map((name) => `${COLUMN_OF[name]} as "${name}"`)
const read = statement('operator-settings', `select ${columns.join(', ')} from settings`)
const lock = statement('operator-settings-lock', 'select 1 as locked from settings for update')
const assignments = NAMES.map((name, index) => `${COLUMN_OF[name]} = $${index + 1}`)
const update = statement('operator-settings-update', `update settings set ${assignments.join(', ')}`)

export async function readOperatorSettings(db: Database): Promise<StoredSettings> {
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, mapTilesUrl, mapAttribution, ...rest } = await only<SettingsRow>(
    db,
    read,
  )
  return {
    ...rest,
    smtp: smtpHost === null ? null : { host: smtpHost, port: smtpPort!, security: smtpSecurity!, user: smtpUser },
    mapTiles: mapTilesUrl === null ? null : { url: mapTilesUrl, attribution: mapAttribution! },
  }
}

/** Take before a read-modify-write, so that concurrent changes do not overwrite each other. */
export const lockOperatorSettings = (db: Database) => db.query<{ locked: number }>(lock)

export async function writeOperatorSettings(db: Database, { smtp, mapTiles, ...rest }: StoredSettings): Promise<void> {
  const row: SettingsRow = {
    ...rest,
    smtpHost: smtp?.host ?? null,
    smtpPort: smtp?.port ?? null,
    smtpSecurity: smtp?.security ?? null,
    smtpUser: smtp?.user ?? null,
    mapTilesUrl: mapTiles?.url ?? null,
    mapAttribution: mapTiles?.attribution ?? null,
  }
  await db.query(
    update,
    NAMES.map((name) => row[name]),
  )
}

/** The logo as uploaded and validated. */
export interface StoredLogo {
  readonly kind: 'png' | 'jpeg'
  readonly content: Buffer
}

export const readStoredLogo = (db: Database, theme: LogoTheme): Promise<StoredLogo | null> =>
  first<StoredLogo>(db, statement('logo', 'select kind, content from logos where theme = $1'), [theme])

export async function writeLogo(db: Database, theme: LogoTheme, logo: StoredLogo | null): Promise<void> {
  await db.query(statement('logo-remove', 'delete from logos where theme = $1'), [theme])
  if (logo)
    await db.query(statement('logo-add', 'insert into logos (theme, kind, content) values ($1, $2, $3)'), [
      theme,
      logo.kind,
      logo.content,
    ])
}
