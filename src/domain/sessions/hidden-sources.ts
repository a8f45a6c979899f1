// Redacts session notes for users who may not see stream sources: they learn that the VRS engine was lost, but neither
// its address nor its error text.
import type { SessionNote } from './session.ts'

export const withoutSources = <Session extends { readonly notes: readonly SessionNote<unknown>[] }>(
  session: Session,
): Session => ({ ...session, notes: session.notes.map(withoutSource) })

function withoutSource<Time>(note: SessionNote<Time>): SessionNote<Time> {
  if (note.code !== 'vrs_lost' && note.code !== 'vrs_away') return note
  // A reason without parameters, such as "no data", reveals no source.
  return Object.keys(note.params.why?.params ?? {}).length === 0 ? note : { ...note, params: {} }
}
