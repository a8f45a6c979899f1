// Writes down, every five minutes, what the network is doing. Any node may, and the first one counts.
import { markToCount } from '../../domain/network/overview/figures.ts'
import type { Database } from '../../store/kit/database.ts'
import { writeFigures } from '../../store/network/past-figures.ts'

export async function noteFigures(db: Database, now: Date): Promise<void> {
  const mark = markToCount(now)
  if (mark) await writeFigures(db, mark)
}
