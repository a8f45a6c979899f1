// Spanish or English: the account's setting, else the address (`?language=en`), else the choice made in this browser, else
// the browser's preference.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'

export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

const KEPT_AS = 'vertice-language'

const isLanguage = (text: string | null | undefined): text is Language => LANGUAGES.includes(text as Language)

/** A browser may block the storage of a page in another website's frame. */
function chosenBefore(): string | null {
  try {
    return localStorage.getItem(KEPT_AS)
  } catch {
    return null
  }
}

function preferred(): Language {
  const chosen = [new URLSearchParams(location.search).get('language'), chosenBefore()].find(isLanguage)
  if (chosen) return chosen
  return navigator.languages.map((tag) => tag.slice(0, 2)).find(isLanguage) ?? 'es'
}

interface LanguageChoice {
  readonly language: Language
  readonly choose: (language: Language) => void
}

const Choice = createContext<LanguageChoice>({ language: 'es', choose: () => {} })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(preferred)
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const choice = useMemo(
    () => ({
      language,
      choose(wanted: Language) {
        try {
          localStorage.setItem(KEPT_AS, wanted)
        } catch {
          // The choice then lasts as long as the page.
        }
        localStorage.setItem(KEPT_AS, wanted)
        setLanguage(wanted)
      },
    }),
    [language],
  )
  return <Choice value={choice}>{children}</Choice>
}

export const useLanguage = (): LanguageChoice => use(Choice)

/** Makes a section's hook for its texts. A language that lacks a key does not compile. */
export const dictionary =
  <Words,>(es: Words, en: Words): (() => Words) =>
  () =>
    useLanguage().language === 'es' ? es : en
