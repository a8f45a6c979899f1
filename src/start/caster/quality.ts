// Measures the quality of the stations of this caster.
import type { Logger } from 'pino'
import type { CasterServices } from '../../caster/services.ts'
import { QualityMonitor } from '../../recording/quality/monitor.ts'
import { saveMeasured } from '../../recording/quality/save.ts'
import type { DatabasePool } from '../../store/kit/database.ts'

export const startQuality = (
  { db, log }: { readonly db: DatabasePool; readonly log: Logger },
  { clock, lastBook }: Pick<CasterServices, 'clock' | 'lastBook'>,
): QualityMonitor =>
  new QualityMonitor({
    clock,
    stations: () => lastBook().active,
    save: (measured) => saveMeasured(db, measured),
    warn: (message, detail) => log.warn(detail, message),
  })
