import { useLanguage } from '../../../language.tsx'
import { localeOf } from '../../../parts/text/moment.tsx'
import type { Count } from '../types.ts'
import { usePeopleWords } from '../words.ts'

/** Exactly, or "more than" where the service stopped counting. */
export function useCountText(): (counted: Count) => string {
  const { language } = useLanguage()
  const { owners: words } = usePeopleWords()
  return ({ count, more }) => {
    const text = count.toLocaleString(localeOf(language))
    return more ? words.moreThan(text) : text
  }
}
