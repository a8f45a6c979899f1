// The operator's accent colour in two legible shades: deep for light backgrounds and under white text, pale for dark
// backgrounds. WCAG 2.2, 1.4.3 (AA) requires a contrast of 4.5 between text and background.

export const DEFAULT_ACCENT = '#0b6478'

export interface AccentShades {
  /** For fills, and text on light backgrounds. */
  readonly deep: string
  /** For text on dark backgrounds. */
  readonly pale: string
}

const LEAST_CONTRAST = 4.5
/** Page backgrounds of each theme; text on a tint of the accent itself is the worst case. */
const LIGHT_GROUND = '#f6f8f9'
const DARK_GROUND = '#202a31'
const TINT = { light: 0.1, dark: 0.15 }
const WHITE = '#ffffff'
const STEP = 0.01
/** A lightened colour at full saturation glares. */
const MOST_SATURATION_WHEN_PALE = 0.62

export const isColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text)

/** Returns the legible shades nearest to the chosen colour; most colours are their own deep shade. */
export function shadesOf(accent: string): AccentShades {
  const isDeep = (shade: string) => isRead(shade, LIGHT_GROUND, TINT.light) && contrast(shade, WHITE) >= LEAST_CONTRAST
  return {
    deep: nudged(accent, -STEP, isDeep),
    pale: nudged(accent, STEP, (shade) => isRead(shade, DARK_GROUND, TINT.dark)),
  }
}

/** Contrast ratio of WCAG 2.2, from 1 (identical) to 21 (black on white). */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light! + 0.05) / (dark! + 0.05)
}

const isRead = (shade: string, ground: string, tint: number): boolean =>
  contrast(shade, mixed(ground, shade, tint)) >= LEAST_CONTRAST

/** Changes the lightness in steps until the shade is legible; keeps the hue. */
function nudged(colour: string, step: number, isEnough: (shade: string) => boolean): string {
  if (isEnough(colour)) return colour.toLowerCase()
  const { hue, saturation, lightness } = hslOf(colour)
  const kept = step > 0 ? Math.min(saturation, MOST_SATURATION_WHEN_PALE) : saturation
  for (let light = lightness; light >= 0 && light <= 1; light += step) {
    const shade = fromHsl(hue, kept, light)
    if (isEnough(shade)) return shade
  }
  return step > 0 ? WHITE : '#000000'
}

const hex = (parts: readonly number[]): string =>
  `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`

const channels = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes `share` of the second colour into the first. */
function mixed(one: string, other: string, share: number): string {
  const second = channels(other)
  return hex(channels(one).map((value, index) => Math.round(value + (second[index]! - value) * share)))
}

function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function hslOf(colour: string): { hue: number; saturation: number; lightness: number } {
  const [red, green, blue] = channels(colour).map((value) => value / 255) as [number, number, number]
  const most = Math.max(red, green, blue)
  const spread = most - Math.min(red, green, blue)
  const lightness = most - spread / 2
  if (spread === 0) return { hue: 0, saturation: 0, lightness }
  const saturation = spread / (1 - Math.abs(2 * lightness - 1))
  const sixth =
    most === red ? (green - blue) / spread : most === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread
  return { hue: (sixth * 60 + 360) % 360, saturation, lightness }
}

function fromHsl(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const sector = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))))
  }
  return hex([channel(0), channel(8), channel(4)])
}
