// One accent, the system's fonts with figures of equal width, an 8-px rhythm, and greys that can be read.
import { type CSSVariablesResolver, createTheme, defaultVariantColorsResolver } from '@mantine/core'

const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: { light: 9, dark: 9 },
  fontFamily: FONTS,
  headings: { fontFamily: FONTS, fontWeight: '600' },
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, "Liberation Mono", monospace',
  defaultRadius: 'sm',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Red without a ground of its own must be read on both grounds.
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input)
    const isBareRed = String(input.color).startsWith('red') && ['outline', 'subtle', 'light'].includes(input.variant)
    return isBareRed ? { ...resolved, color: 'var(--mantine-color-error)' } : resolved
  },
  components: {
    Tooltip: { defaultProps: { withArrow: true, events: { hover: true, focus: true, touch: true } } },
    Modal: { defaultProps: { centered: true } },
  },
})

/** Mantine's own dimmed, placeholder and error colours are too pale to be read by everybody (WCAG AA). */
export const readableColours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-anchor': colors.cyan[9],
    '--mark-good': colors.teal[9],
    '--mark-poor': '#b35900',
    '--mark-bad': colors.red[9],
    '--mark-planned': colors.blue[8],
    '--mark-unknown': colors.gray[7],
    '--surface': colors.gray[0],
    '--outline': colors.gray[3],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': colors.cyan[4],
    '--mark-good': colors.teal[4],
    '--mark-poor': colors.orange[4],
    '--mark-bad': colors.red[4],
    '--mark-planned': colors.blue[4],
    '--mark-unknown': colors.dark[1],
    '--surface': colors.dark[8],
    '--outline': colors.dark[4],
  },
})
