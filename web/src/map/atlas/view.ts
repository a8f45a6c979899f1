// The part of the world that a drawing shows: maps Mercator's unit square to pixels.

export interface View {
  /** Width of the whole world in pixels. */
  readonly scale: number
  /** World pixel of the upper left corner; negative beyond the date line. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The world repeats to the left and right: returns the pixel offset of each copy in view. */
export function copiesIn({ scale, left, width }: View): number[] {
  const [first, last] = [Math.floor(left / scale), Math.floor((left + width) / scale)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * scale - left)
}
