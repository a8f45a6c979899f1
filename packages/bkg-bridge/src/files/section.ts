// The managed section of a file: the lines between two marks, which the caster reads as comments. Everything else
// belongs to the operator and is kept byte by byte, so texts here hold one character per byte (latin1).

export const BEGINNING = '# BEGIN VERTICE: written by Vertice. What is changed between these two lines is lost.'
export const END = '# END VERTICE'
const MARK = /^# (BEGIN|END) VERTICE\b[^\n]*(?:\n|$)/gm

export interface Parts {
  readonly before: string
  /** The managed section with its marks; `null` if the file has none yet. */
  readonly ours: string | null
  readonly after: string
}

/** `null` if the marks do not match: the managed section is then unknown. */
export function partsOf(text: string): Parts | null {
  const marks = [...text.matchAll(MARK)]
  if (marks.length === 0) return { before: text, ours: null, after: '' }
  const [beginning, end] = marks
  if (marks.length !== 2 || beginning?.[1] !== 'BEGIN' || end?.[1] !== 'END') return null
  const to = end.index + end[0].length
  return { before: text.slice(0, beginning.index), ours: text.slice(beginning.index, to), after: text.slice(to) }
}

/** Replaces the managed section in place; a new one goes to the end of the file. */
export function joined({ before, after }: Parts, ours: string): string {
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${gap}${ours}${after}`
}
