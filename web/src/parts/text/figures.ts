import { type Language, useLanguage } from '../../language.tsx'
import { localeOf } from './moment.tsx'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1000 ** power
  if (power === 0) return `${value} B` // Intl would write "0 byte"
  return new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: UNITS[power]!,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}

export function useFigures() {
  const { language } = useLanguage()
  return {
    number: (value: number, digits = 0) =>
      value.toLocaleString(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    bytes: (value: number) => formatBytes(value, language),
    /** Intl writes no space in these locales; sentences of the service have one. */
    percent: (value: number) => `${value.toLocaleString(localeOf(language), { maximumFractionDigits: 2 })}\u00a0%`,
  }
}
