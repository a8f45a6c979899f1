// Which part of such a file is ours: what stands between two marks, which are comments to the caster. Everything else is the operator's and
// stays as it is, byte by byte: texts are of one character a byte here.

export const BEGINNING = '# BEGIN VERTICE: written by Vertice. What is changed between these two lines is lost.'
export const END = '# END VERTICE'
const MARK = /^# (BEGIN|END) VERTICE\b[^\n]*(?:\n|$)/gm

export interface Parts {
  readonly before: string
  /** With its marks; null: there is none yet. */
  readonly ours: string | null
  readonly after: string
}

/** null: the marks do not fit together, and which lines are ours nobody can say. */
export function partsOf(text: string): Parts | null {
  const marks = [...text.matchAll(MARK)]
  if (marks.length === 0) return { before: text, ours: null, after: '' }
  const [beginning, end] = marks
  if (marks.length !== 2 || beginning?.[1] !== 'BEGIN' || end?.[1] !== 'END') return null
  const to = end.index + end[0].length
  return { before: text.slice(0, beginning.index), ours: text.slice(beginning.index, to), after: text.slice(to) }
}

/** Ours go where they were, and to the end of the file the first time. */
export function joined({ before, after }: Parts, ours: string): string {
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  return `${before}${gap}${ours}${after}`
}
