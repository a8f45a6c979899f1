import type { OwnedCount } from '../../../../../src/http/console/contract/people/people.ts'
import { useLanguage } from '../../../language.tsx'
import { localeOf } from '../../../parts/text/moment.tsx'
import { usePeopleWords } from '../words.ts'

/** The exact number, or "more than" if the service stopped counting. */
export function useCountText(): (counted: OwnedCount) => string {
  const { language } = useLanguage()
  const { owners: words } = usePeopleWords()
  return ({ count, more }) => {
    const text = count.toLocaleString(localeOf(language))
    return more ? words.moreThan(text) : text
  }
}
