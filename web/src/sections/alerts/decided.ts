// Recent acknowledgements made in this browser. The event stream reports them within ten seconds; the user sees them at
// once.
import { useSyncExternalStore } from 'react'

export interface Acknowledgement {
  readonly acknowledgedAt: string | null
  readonly acknowledgedBy: string | null
  readonly snoozedUntil: string | null
}

/** Longer than the event stream takes. */
const STANDS_MS = 20_000

const decided = new Map<number, Acknowledgement & { readonly until: number }>()
const listeners = new Set<() => void>()
let version = 0

export function decide(ids: readonly number[], acknowledgement: Acknowledgement): void {
  for (const id of ids) decided.set(id, { ...acknowledgement, until: Date.now() + STANDS_MS })
  version += 1
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Applies a recent acknowledgement to an alert. */
export function useDecided(): <Alert extends Acknowledgement & { readonly id: number }>(alert: Alert) => Alert {
  useSyncExternalStore(subscribe, () => version)
  return (alert) => {
    const { until = 0, ...own } = decided.get(alert.id) ?? {}
    return until > Date.now() ? { ...alert, ...own } : alert
  }
}
