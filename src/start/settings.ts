// The operator's current settings on this node. `current()` refreshes them: every request checks their revision and
// rereads changed ones.
import type { Config } from '../base/config/config.ts'
import { SMTP_CONTEXT } from '../base/secrets/contexts.ts'
import type { KeyRing } from '../base/secrets.ts'
import { shadesOf } from '../domain/delivery/accent.ts'
import {
  type Brand,
  DEFAULT_BRAND,
  hashOfLogo,
  type Logo,
  type LogoTheme,
  logoAddress,
} from '../domain/delivery/brand.ts'
import {
  type EffectiveSettings,
  effectiveSettings,
  type GivenSettings,
  type Sender,
  type StoredSettings,
} from '../domain/operations/settings.ts'
import type { CurrentReader } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { readStoredLogo } from '../store/network/operator-settings.ts'

/** The process's configuration with the operator's current settings. */
export type LiveConfig = Omit<Config, 'smtp' | 'mailFrom'> & EffectiveSettings

export interface SettingsDependencies {
  readonly db: Database
  readonly keys: KeyRing
  readonly reader: CurrentReader
  readonly warn: (message: string) => void
}

export class LiveSettings {
  readonly given: GivenSettings
  readonly config: LiveConfig
  readonly #dependencies: SettingsDependencies
  readonly #fallbackSender: Sender
  #stored: StoredSettings | null = null
  #effective: EffectiveSettings
  #brand: Brand
  #logos: ReadonlyMap<string, Logo> = new Map()

  constructor(config: Config, dependencies: SettingsDependencies) {
    this.#dependencies = dependencies
    this.#fallbackSender = config.fallbackSender
    this.given = { smtp: config.smtp, mailFrom: config.mailFrom }
    this.#effective = effectiveSettings(this.given, NOTHING_STORED, null, this.#fallbackSender)
    this.#brand = DEFAULT_BRAND
    this.config = withLive(config, () => this.#effective)
  }

  readonly current: CurrentReader['current'] = async (revisions) => {
    const found = await this.#dependencies.reader.current(revisions)
    if (found.settings !== this.#stored) await this.#take(found.settings)
    return found
  }

  get brand(): Brand {
    return this.#brand
  }

  /** Keyed by hash, the last part of the path. */
  get logos(): ReadonlyMap<string, Logo> {
    return this.#logos
  }

  async #take(stored: StoredSettings): Promise<void> {
    const [logo, logoDark] = await Promise.all([
      this.#logo('light', stored.logoHash, this.#brand.logo),
      this.#logo('dark', stored.logoDarkHash, this.#brand.logoDark),
    ])
    this.#effective = effectiveSettings(this.given, stored, this.#password(stored), this.#fallbackSender)
    this.#brand = { shades: shadesOf(this.#effective.accent), logo, logoDark }
    this.#logos = new Map([logo, logoDark].flatMap((one) => (one ? [[hashOfLogo(one), one] as const] : [])))
    this.#stored = stored
  }

  /** Returns the cached logo if its hash is unchanged. */
  async #logo(theme: LogoTheme, hash: string | null, known: Logo | null): Promise<Logo | null> {
    if (hash === null) return null
    return known && hashOfLogo(known) === hash ? known : readStoredLogo(this.#dependencies.db, theme)
  }

  #password({ smtpPassword }: StoredSettings): string | null {
    if (smtpPassword === null) return null
    try {
      return this.#dependencies.keys.decrypt(smtpPassword, SMTP_CONTEXT)
    } catch (error) {
      this.#dependencies.warn(
        `Could not decrypt the password of the mail server; set it again: ${(error as Error).message}`,
      )
      return null
    }
  }
}

export const NOTHING_STORED: StoredSettings = {
  accent: null,
  smtp: null,
  smtpPassword: null,
  mailFrom: null,
  bankDetails: null,
  shop: null,
  statusPage: null,
  coveragePage: null,
  mapTiles: null,
  customerLanguage: null,
  reminderDays: null,
  backupKeep: null,
  logoHash: null,
  logoDarkHash: null,
}

const LIVE = [
  ...(['smtp', 'mailFrom', 'customerLanguage', 'reminderDays'] as const),
  ...(['bankDetails', 'shop', 'statusPage', 'coveragePage', 'mapTiles'] as const),
]

/** Each read returns the current value, so callers must not destructure live fields early. */
function withLive(config: Config, effective: () => EffectiveSettings): LiveConfig {
  const getters = LIVE.map((name) => [name, { get: () => effective()[name], enumerable: true }] as const)
  return Object.defineProperties({ ...config }, Object.fromEntries(getters)) as LiveConfig
}

/** Values for the heads of our pages. */
export function pageFactsOf(live: LiveSettings) {
  const { mapTiles } = live.config
  const { shades, logo, logoDark } = live.brand
  const address = (one: Logo | null) => one && logoAddress(hashOfLogo(one))
  return {
    imageSources: mapTiles === null ? [] : [new URL(mapTiles.url).origin],
    accent: shades.deep,
    accentPale: shades.pale,
    logo: address(logo),
    logoDark: address(logoDark),
  }
}
