// Parts of the sheet, as blocks that know their height before they are drawn.
import type { Pdf, SetText, Setter, Style } from './text.ts'

export interface Block {
  readonly height: number
  draw(x: number, y: number): void
}

/** What blocks need to measure and draw themselves, at one scale. */
export interface Workshop {
  readonly pdf: Pdf
  readonly setter: Setter
  /** 1, or less if the values are too long to fit. */
  readonly scale: number
  readonly accent: string
}

export const INK = '#10181f'
export const SOFT = '#52606b'
export const PANEL = '#f1f5f9'
export const LINE = '#d3dae0'
export const ALARM = '#b3261e'

export const styleOf = (scale: number, font: Style['font'], size: number, color = INK, more: Partial<Style> = {}) => ({
  font,
  size: size * scale,
  color,
  ...more,
})

export function textBlock({ setter }: Workshop, text: string, style: Style, width: number): Block {
  const set: SetText = setter.set(text, style, width)
  return { height: set.height, draw: (x, y) => setter.draw(set, x, y) }
}

export const gap = (height: number): Block => ({ height, draw: () => {} })

export function stack(...blocks: readonly (Block | null)[]): Block {
  const present = blocks.filter((block) => block !== null)
  return {
    height: present.reduce((sum, { height }) => sum + height, 0),
    draw(x, y) {
      let top = y
      for (const block of present) {
        block.draw(x, top)
        top += block.height
      }
    },
  }
}

/** Side by side and aligned at the top, each at its own offset from the left. */
export function beside(...columns: readonly { readonly at: number; readonly block: Block }[]): Block {
  return {
    height: Math.max(...columns.map(({ block }) => block.height)),
    draw(x, y) {
      for (const { at, block } of columns) block.draw(x + at, y)
    },
  }
}

export function panel({ pdf }: Workshop, width: number, padding: number, inside: Block): Block {
  const height = inside.height + 2 * padding
  return {
    height,
    draw(x, y) {
      pdf.roundedRect(x, y, width, height, 6).fill(PANEL)
      inside.draw(x + padding, y + padding)
    },
  }
}

export const rule = ({ pdf }: Workshop, width: number, thickness: number, color: string): Block => ({
  height: thickness,
  draw: (x, y) => void pdf.rect(x, y, width, thickness).fill(color),
})

/** A label in a column of its own, and its value. */
export function factBlock(shop: Workshop, name: string, value: Block, nameWidth: number, size = 9): Block {
  const label = textBlock(shop, name, styleOf(shop.scale, 'regular', size, SOFT), nameWidth - 8)
  return {
    height: Math.max(label.height, value.height),
    draw(x, y) {
      label.draw(x, y + Math.min(2.5, Math.max(0, (value.height - label.height) / 2)))
      value.draw(x + nameWidth, y)
    },
  }
}
