import type { IntegrityRunAnswer } from '../../../../../../src/http/console/contract/stations/integrity.ts'
import { useFigures } from '../../../../parts/text/figures.ts'
import { useArchiveWords } from '../words.ts'

/** What a computation found, line by line. */
export function useRunText() {
  const words = useArchiveWords()
  const { number } = useFigures()
  return ({ result, failure }: IntegrityRunAnswer): readonly string[] => {
    if (failure) return [words.runFailures[failure]]
    if (!result) return []
    const { days, movements, unchecked, baselines, qualityMinutes, unread } = result
    const fixed = baselines.map(({ code, km, fixedPct }) => `${code} ${number(km, 0)} km: ${number(fixedPct, 0)} %`)
    return [
      ...(unchecked ? [words.runUnchecked[unchecked]] : [words.runDays(days), words.runMovements(movements)]),
      ...(fixed.length > 0 ? [words.runFixed(fixed.join(', '))] : []),
      words.runQuality(qualityMinutes),
      ...(unread > 0 ? [words.runUnread(unread)] : []),
    ]
  }
}
