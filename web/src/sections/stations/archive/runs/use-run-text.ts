import type { IntegrityRunAnswer } from '../../../../../../src/http/console/contract/stations/integrity.ts'
import { useFigures } from '../../../../parts/text/figures.ts'
import { useCodeWords } from '../../../../words/codes.ts'
import { useArchiveWords } from '../words.ts'

/** What a computation found, line by line. */
export function useRunText() {
  const words = useArchiveWords()
  const codes = useCodeWords()
  const { number } = useFigures()
  return ({ result, failure }: IntegrityRunAnswer): readonly string[] => {
    if (failure) return [words.runFailures[failure]]
    if (!result) return []
    const { days, movements, unchecked, baselines, qualityMinutes, qualityDays, unread } = result
    const fixed = baselines.map(({ code, km, fixedPct }) => `${code} ${number(km, 0)} km: ${number(fixedPct, 0)} %`)
    const verdicts = qualityDays.map(({ day, verdict }) => `${day} ${codes.quality.verdicts[verdict].toLowerCase()}`)
    return [
      ...(unchecked ? [words.runUnchecked[unchecked]] : [words.runDays(days), words.runMovements(movements)]),
      ...(fixed.length > 0 ? [words.runFixed(fixed.join(', '))] : []),
      words.runQuality(qualityMinutes),
      ...(verdicts.length > 0 ? [words.runVerdicts(verdicts.join(', '))] : []),
      ...(unread > 0 ? [words.runUnread(unread)] : []),
    ]
  }
}
