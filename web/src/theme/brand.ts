// The network's brand: accent shades, which the page's head sets for the style sheet, and logo URLs. Changes in the
// settings apply at once.
import { useSyncExternalStore } from 'react'

export interface Logos {
  readonly light: string | null
  readonly dark: string | null
}

const told = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? null

let logos: Logos = { light: told('brand-logo'), dark: told('brand-logo-dark') }
const listeners = new Set<() => void>()

export const useLogos = (): Logos =>
  useSyncExternalStore(
    (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    () => logos,
  )

export function showLogos(next: Logos): void {
  logos = { light: next.light, dark: next.dark }
  for (const listen of listeners) listen()
}

export function showAccent({ deep, pale }: { readonly deep: string; readonly pale: string }): void {
  const { style } = document.documentElement
  style.setProperty('--accent-deep', deep)
  style.setProperty('--accent-pale', pale)
}
