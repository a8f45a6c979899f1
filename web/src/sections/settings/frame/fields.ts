// The sections of the settings page, and every setting in them. ⌘K finds settings through this list.
import type { es as alertWords } from '../../../words/es/network/alerts.ts'
import type { es as settingsWords } from '../../../words/es/shell/settings.ts'

export const SECTIONS = ['network', 'caster', 'brand', 'mail', 'payments', 'alerts', 'access'] as const
export type Section = (typeof SECTIONS)[number]

interface Words {
  readonly settings: typeof settingsWords
  readonly alerts: typeof alertWords
}

const FIELDS = {
  name: ['network', ({ settings }) => settings.name],
  datum: ['network', ({ settings }) => settings.datum],
  format: ['network', ({ settings }) => settings.format],
  country: ['network', ({ settings }) => settings.country],
  phone: ['network', ({ settings }) => settings.phone],
  whatsapp: ['network', ({ settings }) => settings.whatsapp],
  statusPage: ['network', ({ settings }) => settings.open.statusPage],
  coveragePage: ['network', ({ settings }) => settings.open.coveragePage],
  mapTiles: ['network', ({ settings }) => `${settings.map.title}: ${settings.map.url}`],
  backupKeep: ['network', ({ settings }) => settings.backups.keep],
  casterHost: ['caster', ({ settings }) => settings.casterHost],
  casterPort: ['caster', ({ settings }) => settings.casterPort],
  mountpoint: ['caster', ({ settings }) => settings.mountpoint],
  nearBaseKm: ['caster', ({ settings }) => settings.nearBaseKm],
  triangleSideKm: ['caster', ({ settings }) => settings.triangleSideKm],
  defaultRadiusKm: ['caster', ({ settings }) => settings.defaultRadiusKm],
  switchNearerKm: ['caster', ({ settings }) => settings.switchNearerKm],
  switchAfterS: ['caster', ({ settings }) => settings.switchAfterS],
  engine: ['caster', ({ settings }) => settings.engineAddress],
  movedLimitM: ['caster', ({ settings }) => `${settings.moved.title}: ${settings.moved.limit}`],
  movedTakesOut: ['caster', ({ settings }) => settings.moved.takesOut],
  observedTakesOut: ['caster', ({ settings }) => settings.moved.observedTakesOut],
  tableLines: ['caster', ({ settings }) => settings.tableLines.title],
  logo: ['brand', ({ settings }) => settings.brand.logos.light],
  logoDark: ['brand', ({ settings }) => settings.brand.logos.dark],
  accent: ['brand', ({ settings }) => settings.brand.accent],
  smtp: ['mail', ({ settings }) => settings.smtp.host],
  mailFrom: ['mail', ({ settings }) => settings.mailFrom],
  customerLanguage: ['mail', ({ settings }) => settings.customerMail.language],
  reminderDays: ['mail', ({ settings }) => settings.customerMail.reminders],
  shop: ['payments', ({ settings }) => settings.open.shop],
  bankDetails: ['payments', ({ settings }) => settings.bank.label],
  recipients: ['alerts', ({ alerts }) => `${alerts.settings.title}: ${alerts.settings.recipients}`],
  alertTopics: ['alerts', ({ alerts }) => alerts.settings.topics],
  delayMinutes: ['alerts', ({ alerts }) => alerts.settings.delay],
  quietMinutes: ['alerts', ({ alerts }) => alerts.settings.quiet],
  diskFreePercent: ['alerts', ({ alerts }) => alerts.settings.disk],
  certificateDays: ['alerts', ({ alerts }) => alerts.settings.certificate],
  alertLanguage: ['alerts', ({ alerts }) => `${alerts.settings.title}: ${alerts.settings.language}`],
  secondFactor: ['access', ({ settings }) => settings.access.secondFactor],
  idleMinutes: ['access', ({ settings }) => settings.access.idle],
  longestMinutes: ['access', ({ settings }) => settings.access.longest],
} as const satisfies Record<string, readonly [Section, (words: Words) => string]>

export type SettingField = keyof typeof FIELDS
export const SETTING_FIELDS = Object.keys(FIELDS) as SettingField[]

export const sectionOf = (field: SettingField): Section => FIELDS[field][0]
export const labelOf = (field: SettingField, words: Words): string => FIELDS[field][1](words)
export const pathOf = (section: Section): string => `/settings/${section}`

/** The address that opens the page with this setting focused. */
export const addressOf = (field: SettingField): string => `${pathOf(sectionOf(field))}?setting=${field}`

/** For the control of a setting, or for the element around its controls. */
export const spot = (field: SettingField) => ({ id: `setting-${field}` })
