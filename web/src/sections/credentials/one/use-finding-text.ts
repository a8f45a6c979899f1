import type { AccessFinding } from '../../../../../src/http/console/contract/credentials/credentials.ts'
import { useLanguage } from '../../../language.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { exactTime } from '../../../parts/text/moment.tsx'
import { findingText, useCodeWords } from '../../../words/codes.ts'
import { usePartWords } from '../../../words/common.ts'

export function useFindingText(): (finding: AccessFinding) => string {
  const words = useCodeWords()
  const { zone } = usePartWords()
  const { bytes } = useFigures()
  const { language } = useLanguage()
  const time = (at: string) => `${exactTime(new Date(at), language)} (${zone})`
  return (finding) => findingText(words, finding, { time, bytes })
}
