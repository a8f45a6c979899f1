// Measures the quality of the stations of this caster, and solves the baselines between them and their neighbours.
import type { Logger } from 'pino'
import type { CasterServices } from '../../caster/services.ts'
import { saveSolved } from '../../recording/integrity/save.ts'
import { QualityMonitor } from '../../recording/quality/monitor.ts'
import { saveMeasured } from '../../recording/quality/save.ts'
import type { DatabasePool } from '../../store/kit/database.ts'

export const startQuality = (
  { db, log }: { readonly db: DatabasePool; readonly log: Logger },
  { clock, lastBook }: Pick<CasterServices, 'clock' | 'lastBook'>,
  follow: (stationIds: readonly number[]) => void,
): QualityMonitor =>
  new QualityMonitor({
    clock,
    stations: () => lastBook().active,
    save: (measured) => saveMeasured(db, measured),
    saveSolved: (solved) => saveSolved(db, solved),
    follow,
    warn: (message, detail) => log.warn(detail, message),
  })
