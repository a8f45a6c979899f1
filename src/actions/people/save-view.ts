// Saves a list view of a user. Private to the user, so it is not in the audit log.
import { wrong } from '../../domain/codes/fault.ts'
import { invalid } from '../../domain/codes/refusal.ts'
import { MOST_VIEWS } from '../../domain/people/saved-view.ts'
import type { Database } from '../../store/kit/database.ts'
import { deleteView, type NewView, type SavedView, saveView } from '../../store/people/saved-views.ts'

export async function keepView(db: Database, view: NewView): Promise<SavedView> {
  const saved = await saveView(db, view, MOST_VIEWS)
  if (!saved) throw invalid(wrong(['name'], 'too_many', { most: MOST_VIEWS }))
  return saved
}

export const dropView = (db: Database, userId: number, id: number): Promise<boolean> => deleteView(db, userId, id)
