// Tracks unsaved input. While there is any, the page does not reload itself.
import { useEffect } from 'react'

const forms = new Set<symbol>()

export const hasUnsaved = (): boolean => forms.size > 0

export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const form = Symbol('form')
    forms.add(form)
    return () => void forms.delete(form)
  }, [dirty])
}
