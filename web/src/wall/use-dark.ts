import { useLayoutEffect } from 'react'

const THEME = 'data-mantine-color-scheme'

/** Keeps the page dark, whatever theme the user chose, until the component is removed. */
export function useDark(): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    let chosen = root.getAttribute(THEME) ?? 'light'
    const darken = () => {
      const now = root.getAttribute(THEME)
      if (now === 'dark') return
      if (now) chosen = now
      root.setAttribute(THEME, 'dark')
    }
    darken()
    const observer = new MutationObserver(darken)
    observer.observe(root, { attributeFilter: [THEME] })
    return () => {
      observer.disconnect()
      root.setAttribute(THEME, chosen)
    }
  }, [])
}
