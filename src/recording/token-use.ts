import type { Token } from '../domain/people/tokens/token.ts'
import { MINUTE_MS } from '../domain/time/units.ts'
import type { Database } from '../store/kit/database.ts'
import { touchToken } from '../store/people/tokens/rows.ts'

const EVERY_MS = MINUTE_MS

/** Records when a token was last used: at most one write per minute, in the background. */
export function tokenUseNoter(db: Database): (token: Token, now: Date) => void {
  const noted = new Map<number, number>()
  return ({ id }, now) => {
    if (now.getTime() - (noted.get(id) ?? 0) < EVERY_MS) return
    noted.set(id, now.getTime())
    touchToken(db, id, now).catch(() => noted.delete(id))
  }
}
