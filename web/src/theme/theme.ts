// The Mantine theme with our design tokens (src/base/pages/tokens.css) and 8-px spacing. The operator chooses the
// accent: the service writes its shades into each page (`--accent-deep`, `--accent-pale`).
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const FONTS = 'var(--font)'

/** Mantine's numbered shades: tints, the pale shade for dark backgrounds, the deep shade and darker ones. */
const accent: MantineColorsTuple = [
  'var(--accent-tint)',
  'var(--accent-tint)',
  'var(--accent-tint-strong)',
  'var(--accent-pale)',
  'var(--accent-pale)',
  'var(--accent-deep)',
  'var(--accent-deep)',
  'var(--accent-deep)',
  'var(--accent-darker)',
  'var(--accent-deep)',
]
const ramp = (name: 'gray' | 'dark') =>
  Array.from({ length: 10 }, (_, shade) => `var(--${name}-${shade})`) as unknown as MantineColorsTuple

export const theme = createTheme({
  colors: { accent, gray: ramp('gray'), dark: ramp('dark') },
  black: 'var(--ink)',
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 7 },
  fontFamily: FONTS,
  headings: {
    fontFamily: FONTS,
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '22px', lineHeight: '1.3' },
      h3: { fontSize: '18px', lineHeight: '1.35' },
      h4: { fontSize: '15px', lineHeight: '1.4' },
      h5: { fontSize: '14px', lineHeight: '1.4' },
    },
  },
  radius: { sm: '6px' },
  fontFamilyMonospace: 'var(--font-mono)',
  defaultRadius: 'sm',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Red text without a background must be readable in both themes.
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

/** Mantine's dimmed, placeholder and error colours do not meet the contrast of WCAG AA. */
export const readableColours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    '--mantine-color-anchor': 'var(--accent-deep)',
    '--mark-good': colors.teal[9],
    '--mark-poor': 'var(--orange-deep)',
    '--mark-bad': colors.red[9],
    '--mark-planned': colors.blue[8],
    '--mark-rover': 'var(--purple-deep)',
    '--mark-unknown': colors.gray[7],
    '--surface': colors.gray[0],
    '--outline': colors.gray[2],
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
    '--mantine-color-anchor': 'var(--accent-pale)',
    '--mantine-color-accent-light': 'var(--accent-tint)',
    '--mantine-color-accent-light-hover': 'var(--accent-tint-strong)',
    '--mantine-color-accent-light-color': 'var(--accent-pale)',
    '--mark-good': colors.teal[4],
    '--mark-poor': colors.orange[4],
    '--mark-bad': colors.red[4],
    '--mark-planned': colors.blue[4],
    '--mark-rover': 'var(--purple-pale)',
    '--mark-unknown': colors.dark[1],
    '--surface': colors.dark[8],
    '--outline': colors.dark[5],
  },
})
