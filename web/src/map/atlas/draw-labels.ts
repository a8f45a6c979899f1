// Draws place names on a canvas: countries in spaced capitals, seas in italics, cities beside their dots.
import type { Kind, Place } from './decode.ts'
import type { Label, Lettering } from './place-labels.ts'

export interface LetterInks {
  readonly land: string
  readonly sea: string
  readonly country: string
  readonly stateName: string
  readonly city: string
  readonly seaName: string
}

const SPACING: Record<Kind, number> = { countries: 0.14, states: 0.08, cities: 0, seas: 0.06 }
const HALO_PX = 3
/** Shorter country names, such as two-letter codes, are not understood. */
const SHORTEST = 3

export class Letters implements Lettering {
  readonly #context: CanvasRenderingContext2D
  readonly #family: string
  readonly #language: string
  readonly #regions: readonly Intl.DisplayNames[]

  constructor(context: CanvasRenderingContext2D, family: string, language: string) {
    this.#context = context
    this.#family = family
    this.#language = language
    this.#regions = (['long', 'short'] as const).map(
      (style) => new Intl.DisplayNames(language, { type: 'region', style }),
    )
  }

  textsOf = (kind: Kind, { name, spanish }: Place): readonly string[] => {
    if (kind !== 'countries') return [this.#language === 'es' ? spanish : name]
    const names = this.#regions.map((regions) => regions.of(name) ?? name)
    return [...new Set(names)]
      .filter((text) => text.length >= SHORTEST)
      .map((text) => text.toLocaleUpperCase(this.#language))
  }

  widthOf = (kind: Kind, text: string, size: number): number => {
    this.#use(kind, size)
    return this.#context.measureText(text).width
  }

  draw(labels: readonly Label[], inks: LetterInks): void {
    const context = this.#context
    const colours: Record<Kind, string> = {
      countries: inks.country,
      states: inks.stateName,
      cities: inks.city,
      seas: inks.seaName,
    }
    context.textBaseline = 'middle'
    context.lineJoin = 'round'
    for (const { kind, text, x, y, side, size } of labels.toReversed()) {
      this.#use(kind, size)
      context.strokeStyle = kind === 'seas' ? inks.sea : inks.land
      context.fillStyle = colours[kind]
      context.lineWidth = HALO_PX
      if (kind === 'cities') this.#dot(x, y, size)
      context.textAlign = side === 'middle' ? 'center' : side === 'right' ? 'left' : 'right'
      const from = side === 'middle' ? x : side === 'right' ? x + 5 : x - 5
      context.strokeText(text, from, y)
      context.fillText(text, from, y)
    }
  }

  #dot(x: number, y: number, size: number): void {
    const context = this.#context
    context.beginPath()
    context.arc(x, y, size > 12 ? 2.4 : 1.8, 0, 2 * Math.PI)
    context.stroke()
    context.fill()
  }

  #use(kind: Kind, size: number): void {
    const style = kind === 'seas' ? 'italic ' : ''
    const weight = kind === 'countries' || (kind === 'cities' && size > 12) ? 600 : kind === 'cities' ? 500 : 400
    this.#context.font = `${style}${weight} ${size}px ${this.#family}`
    this.#context.letterSpacing = `${SPACING[kind] * size}px`
  }
}
