// Branding of an operator's pages, mails and sheets: a logo, a logo for dark backgrounds, and the accent shades.
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

const DEFAULT_SHADES = shadesOf(DEFAULT_ACCENT)
export const DEFAULT_BRAND: Brand = { shades: DEFAULT_SHADES, logo: null, logoDark: null }

/** Replaces the default accent in a style sheet or mail. */
export const withAccent = (text: string, { deep, pale }: AccentShades): string =>
  text.replaceAll(DEFAULT_SHADES.deep, deep).replaceAll(DEFAULT_SHADES.pale, pale)
