import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { SETTING_FIELDS, spot } from './fields.ts'

/** Settings load within this time, or the page shows why not. */
const LONGEST_MS = 10_000
const CONTROLS = 'input, textarea, button'

/** Focuses the setting that the address names (`?setting=…`) as soon as it is on the page. */
export function useSettingFocus(): void {
  const [params] = useSearchParams()
  const [path, go] = useLocation()
  const wanted = SETTING_FIELDS.find((field) => field === params.get('setting'))
  useEffect(() => {
    if (!wanted) return
    const focus = () => {
      const element = document.getElementById(spot(wanted).id)
      if (!element) return false
      element.scrollIntoView({ block: 'center' })
      const control = element.matches(CONTROLS) ? element : element.querySelector<HTMLElement>(CONTROLS)
      control?.focus({ preventScroll: true })
      // Without the parameter, the same setting can be chosen again.
      go(path, { replace: true })
      return true
    }
    if (focus()) return
    const observer = new MutationObserver(() => focus() && observer.disconnect())
    observer.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => observer.disconnect(), LONGEST_MS)
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [wanted, path, go])
}
