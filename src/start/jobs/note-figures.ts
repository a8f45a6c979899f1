// Records the network's activity every five minutes. Any worker can run this; the first one to write counts.
import { markToCount } from '../../domain/network/overview/figures.ts'
import type { Database } from '../../store/kit/database.ts'
import { writeFigures } from '../../store/network/past-figures.ts'

export async function noteFigures(db: Database, now: Date): Promise<void> {
  const mark = markToCount(now)
  if (mark) await writeFigures(db, mark)
}
