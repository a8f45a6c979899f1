// A session as whoever may not see where streams come from reads it: that the VRS engine was lost, and neither where it stands nor what
// it said.
import type { SessionNote } from './session.ts'

export const withoutSources = <Session extends { readonly notes: readonly SessionNote<unknown>[] }>(
  session: Session,
): Session => ({ ...session, notes: session.notes.map(withoutSource) })

function withoutSource<Time>(note: SessionNote<Time>): SessionNote<Time> {
  if (note.code !== 'vrs_lost' && note.code !== 'vrs_away') return note
  // A reason without figures, such as that no data came, names nobody.
  return Object.keys(note.params.why?.params ?? {}).length === 0 ? note : { ...note, params: {} }
}
