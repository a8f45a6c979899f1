// Branding of an operator's pages, mails and sheets: a logo, a logo for dark backgrounds, and the accent shades. An
// organization can have a brand of its own for its customers.
import { createHash } from 'node:crypto'
import { type AccentShades, DEFAULT_ACCENT, shadesOf } from './accent.ts'

export const LOGO_THEMES = ['light', 'dark'] as const
export type LogoTheme = (typeof LOGO_THEMES)[number]

export type LogoKind = 'png' | 'jpeg'

export const LOGO_TYPES: Readonly<Record<LogoKind, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
}

export interface Logo {
  readonly kind: LogoKind
  readonly content: Buffer
}

export interface Brand {
  readonly shades: AccentShades
  /** `null` shows the network's name as text. */
  readonly logo: Logo | null
  /** For dark backgrounds; `null` uses `logo` there too. */
  readonly logoDark: Logo | null
}

/** What the customers of an organization see; `null` is the network's. */
export interface OwnerBrand {
  readonly name: string | null
  readonly accent: string | null
  readonly logoHash: string | null
}

export const NO_BRAND: OwnerBrand = { name: null, accent: null, logoHash: null }

/** The network's logo is not shown beside the name of an organization. */
export const hidesNetworkLogo = ({ name, logoHash }: OwnerBrand): boolean => name !== null || logoHash !== null

/** `logo`: the organization's. */
export function brandedAs(network: Brand, own: OwnerBrand, logo: Logo | null): Brand {
  const shades = own.accent === null ? network.shades : shadesOf(own.accent)
  return hidesNetworkLogo(own) ? { shades, logo, logoDark: null } : { ...network, shades }
}

/** Part of a logo's path, so a new logo has a new path. */
export const hashOfLogo = ({ content }: Logo): string => createHash('sha256').update(content).digest('hex').slice(0, 16)

export const logoAddress = (hash: string): string => `/brand/${hash}`

const DEFAULT_SHADES = shadesOf(DEFAULT_ACCENT)
export const DEFAULT_BRAND: Brand = { shades: DEFAULT_SHADES, logo: null, logoDark: null }

/** Replaces the default accent in a style sheet or mail. */
export const withAccent = (text: string, { deep, pale }: AccentShades): string =>
  text.replaceAll(DEFAULT_SHADES.deep, deep).replaceAll(DEFAULT_SHADES.pale, pale)
