// An upgrade removes the old build's files. A page that was open before fails to load one of them, and reloads itself
// once.
import { hasUnsaved } from '../session/unsaved.ts'

const KEPT_AS = 'vertice-reloaded-from'

let reloading = false
const notLoaded = new WeakSet<object>()

/** True while the page reloads; errors are no longer worth reporting. */
export const isReloading = (): boolean => reloading

/** True for a module that could not be loaded, as opposed to one that failed. */
export const isNotLoaded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && notLoaded.has(error)

/** The script's file name contains a hash of its content. */
const buildOfPage = (): string => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? ''

/**
 * Reloads at most once per build, so that a page that stays stale does not reload forever. Then, and if the page has
 * unsaved input, the user decides.
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
