// What operators set, as it is now: the environment over what was set in the console over the defaults, on this node. Emptied with
// `current()`: every request asks whether anything has changed, and what has is read again before the request goes on.
import { createHash } from 'node:crypto'
import { SMTP_CONTEXT } from '../actions/network/set-operator.ts'
import type { Config } from '../base/config/config.ts'
import type { KeyRing } from '../base/secrets.ts'
import { shadesOf } from '../domain/delivery/accent.ts'
import { type Brand, DEFAULT_BRAND, type Logo, type LogoTheme } from '../domain/delivery/brand.ts'
import {
  type EffectiveSettings,
  effectiveSettings,
  type GivenSettings,
  type Sender,
  type StoredSettings,
} from '../domain/operations/settings.ts'
import type { Current, CurrentReader } from '../store/current/current.ts'
import type { Database } from '../store/kit/database.ts'
import { readStoredLogo } from '../store/network/operator-settings.ts'
import { logoOf } from './roles/delivery.ts'

export interface SettingsMeans {
  readonly db: Database
  readonly keys: KeyRing
  readonly reader: CurrentReader
  readonly warn: (message: string) => void
}

/** Where a logo is found by browsers: another address whenever it is another one. */
export const logoAddress = (hash: string): string => `/brand/${hash}`

const hashOf = ({ content }: Logo): string => createHash('sha256').update(content).digest('hex').slice(0, 16)

export class LiveSettings {
  readonly given: GivenSettings
  /** As it was given, but for what may be set in the console: that is what holds now. */
  readonly config: Config
  /** Where nobody says whom mails are from. */
  readonly fallbackSender: Sender
  readonly #means: SettingsMeans
  readonly #givenLogo: Logo | null
  #stored: StoredSettings | null = null
  #effective: EffectiveSettings
  #brand: Brand
  #logos: ReadonlyMap<string, Logo> = new Map()

  constructor(config: Config, means: SettingsMeans) {
    this.fallbackSender = config.mailFrom
    this.#means = means
    this.#givenLogo = logoOf(config)
    this.given = givenIn(config)
    this.#effective = effectiveSettings(this.given, NOTHING, null, config.mailFrom)
    this.#brand = { ...DEFAULT_BRAND, logo: this.#givenLogo }
    this.config = withLive(config, () => this.#effective)
  }

  readonly current = async (): Promise<Current> => {
    const found = await this.#means.reader.current()
    if (found.settings !== this.#stored) await this.#take(found.settings)
    return found
  }

  get brand(): Brand {
    return this.#brand
  }

  /** By the last part of their addresses. */
  get logos(): ReadonlyMap<string, Logo> {
    return this.#logos
  }

  async #take(stored: StoredSettings): Promise<void> {
    const [logo, logoDark] = this.#givenLogo
      ? [this.#givenLogo, null]
      : await Promise.all([
          this.#logo('light', stored.logoHash, this.#brand.logo),
          this.#logo('dark', stored.logoDarkHash, this.#brand.logoDark),
        ])
    this.#effective = effectiveSettings(this.given, stored, this.#password(stored), this.fallbackSender)
    this.#brand = { shades: shadesOf(this.#effective.accent), logo, logoDark }
    this.#logos = new Map([logo, logoDark].flatMap((one) => (one ? [[hashOf(one), one] as const] : [])))
    this.#stored = stored
  }

  /** The one that is known, as long as it is the same. */
  async #logo(theme: LogoTheme, hash: string | null, known: Logo | null): Promise<Logo | null> {
    if (hash === null) return null
    return known && hashOf(known) === hash ? known : readStoredLogo(this.#means.db, theme)
  }

  #password({ smtpPassword }: StoredSettings): string | null {
    if (smtpPassword === null) return null
    try {
      return this.#means.keys.decrypt(smtpPassword, SMTP_CONTEXT)
    } catch (error) {
      this.#means.warn(`the password of the mail server cannot be read, set it again: ${(error as Error).message}`)
      return null
    }
  }
}

const NOTHING: StoredSettings = {
  accent: null,
  smtp: null,
  smtpPassword: null,
  mailFrom: null,
  bankDetails: null,
  shop: null,
  statusPage: null,
  mapTiles: null,
  logoHash: null,
  logoDarkHash: null,
}

const givenIn = (config: Config): GivenSettings => ({
  smtp: config.smtp,
  mailFrom: config.given.mailFrom ? config.mailFrom : null,
  bankDetails: config.bankDetails,
  shop: config.given.shop ? config.shop : null,
  statusPage: config.given.statusPage ? config.statusPage : null,
  mapTiles: config.mapTiles,
  hasLogo: config.handoverLogo !== null,
})

const LIVE = ['smtp', 'mailFrom', 'bankDetails', 'shop', 'statusPage', 'mapTiles'] as const

/** Whoever looks at it finds what holds at that moment: so nobody takes these fields out of it beforehand. */
function withLive(config: Config, effective: () => EffectiveSettings): Config {
  const getters = LIVE.map((name) => [name, { get: () => effective()[name], enumerable: true }] as const)
  return Object.defineProperties({ ...config }, Object.fromEntries(getters))
}

/** What our pages are told in their heads. */
export function pageFactsOf(live: LiveSettings) {
  const { mapTiles } = live.config
  const { shades, logo, logoDark } = live.brand
  const address = (one: Logo | null) => one && logoAddress(hashOf(one))
  return {
    imageSources: mapTiles === null ? [] : [new URL(mapTiles.url).origin],
    accent: shades.deep,
    accentPale: shades.pale,
    logo: address(logo),
    logoDark: address(logoDark),
  }
}
