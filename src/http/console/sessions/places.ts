// Cursors of session lists, which are ordered by start, newest first.
import type { SessionAt } from '../../../store/sessions/rows.ts'
import { notACursor, placeIn } from '../kit/paging.ts'

export const sessionPlace = ({ startedAt, id }: SessionAt): string => `after:${startedAt.toISOString()}:${id}`

export function sessionIn(cursor: string | undefined): SessionAt | null {
  const [time, id] = placeIn(cursor, /^after:(\d{4}-\d{2}-\d{2}T[\d:.]+Z):([\w-]{1,100})$/) ?? []
  if (time === undefined) return null
  const startedAt = new Date(time)
  if (Number.isNaN(startedAt.getTime())) throw notACursor()
  return { startedAt, id: id! }
}
