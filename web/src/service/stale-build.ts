// After an upgrade the files of the old build are gone, and a page that was open before asks for one of them: it loads itself anew, once.
import { hasUnsaved } from '../session/unsaved.ts'

const KEPT_AS = 'vertice-reloaded-from'

let reloading = false
const notLoaded = new WeakSet<object>()

/** Nothing is worth saying any more: the page is on its way out. */
export const isReloading = (): boolean => reloading

/** A part of the app that did not come, rather than one that failed. */
export const isNotLoaded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && notLoaded.has(error)

/** The name of its script changes with what is in it. */
const buildOfPage = (): string => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/**
 * A page that has already loaded itself anew and is still of the same build would do so for ever: there, and where it would take what
 * somebody has typed, whoever sits there is asked.
 */
export function reloadWhenStale(): void {
  window.addEventListener('vite:preloadError', (event) => {
    notLoaded.add((event as Event & { payload: Error }).payload)
    const build = buildOfPage()
    if (reloading || hasUnsaved() || sessionStorage.getItem(KEPT_AS) === build) return
    sessionStorage.setItem(KEPT_AS, build)
    reloading = true
    location.reload()
  })
}
