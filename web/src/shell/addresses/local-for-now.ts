// An evaluator may keep local addresses for now. The choice is stored per user and browser, so that other people of the
// operator still see the warning.
import { useSyncExternalStore } from 'react'
import { useMe } from '../../session/session.tsx'

const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useLocalForNow(): [boolean, (kept: boolean) => void] {
  const { user } = useMe()
  const name = `vertice-local-for-now ${user.id} ${user.createdAt}`
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(name) !== null)
  return [
    kept,
    (wanted) => {
      if (wanted) localStorage.setItem(name, 'yes')
      else localStorage.removeItem(name)
      for (const listener of listeners) listener()
    },
  ]
}
