// What somebody has typed and not sent yet: as long as there is something, the page neither goes away nor loads anew by itself.
import { useEffect } from 'react'

const forms = new Set<symbol>()

export const hasUnsaved = (): boolean => forms.size > 0

/** `dirty`: the form holds something that the service does not know. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol('form')
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
