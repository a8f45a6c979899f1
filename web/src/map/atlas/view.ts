// Which part of the world a drawing shows: from Mercator's square of 1 by 1 to pixels.

export interface View {
  /** Pixels of the whole world. */
  readonly scale: number
  /** The pixel of the world in the upper left corner; less than nothing beyond the date line. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The world comes again to the left and right: by how many pixels each of its copies in view is moved. */
export function copiesIn({ scale, left, width }: View): number[] {
  const [first, last] = [Math.floor(left / scale), Math.floor((left + width) / scale)]
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * scale - left)
}
