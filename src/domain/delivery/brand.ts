// What tells one operator's pages, mails and sheets from another's: a logo, one for dark grounds, and the shades of one colour.
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
  /** Null: the network's name, set in type. */
  readonly logo: Logo | null
  /** For dark grounds; null: the other one there too. */
  readonly logoDark: Logo | null
}

const DEFAULT_SHADES = shadesOf(DEFAULT_ACCENT)
export const DEFAULT_BRAND: Brand = { shades: DEFAULT_SHADES, logo: null, logoDark: null }

/** A style sheet, or a mail, that was written with the default accent, in another one. */
export const withAccent = (text: string, { deep, pale }: AccentShades): string =>
  text.replaceAll(DEFAULT_SHADES.deep, deep).replaceAll(DEFAULT_SHADES.pale, pale)
