// Live data: one event stream per page, open while a component uses it and the page is visible. (A browser opens six
// connections per host; background pages must not hold them.)

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { LiveEvents, Overview } from '../../../src/http/console/contract/network/network.ts'
import type { Rover } from '../../../src/http/console/contract/sessions.ts'
import type { Station } from '../../../src/http/console/contract/stations/stations.ts'
import { ME } from '../session/session.tsx'
import { urlOf } from './api.ts'

export interface Live {
  /** False if the data can be stale. */
  readonly connected: boolean
  readonly stations: ReadonlyMap<number, Station> | null
  readonly rovers: ReadonlyMap<string, Rover> | null
  readonly overview: Overview | null
}

interface ListChange<Thing> extends Omit<LiveEvents['stations'], 'changed'> {
  readonly changed: readonly Thing[]
}

/** Delay after an HTTP error, which the browser does not retry: a proxy returns 502 while the service starts. */
const AGAIN_MS = 10_000

const NOTHING: Live = { connected: false, stations: null, rovers: null, overview: null }

class LiveStream {
  #live = NOTHING
  #source: EventSource | null = null
  #again: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()
  readonly #onEnd = new Set<(reason: LiveEvents['end']['reason']) => void>()

  readonly read = (): Live => this.#live

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) document.addEventListener('visibilitychange', this.#follow)
    this.#follow()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size > 0) return
      document.removeEventListener('visibilitychange', this.#follow)
      this.#close()
    }
  }

  onEnd(listener: (reason: LiveEvents['end']['reason']) => void): () => void {
    this.#onEnd.add(listener)
    return () => this.#onEnd.delete(listener)
  }

  readonly #follow = (): void => {
    if (document.visibilityState === 'hidden') this.#close()
    else if (!this.#source) this.#open()
  }

  #open(): void {
    clearTimeout(this.#again)
    const source = new EventSource(urlOf('/events'))
    this.#source = source
    source.addEventListener('open', () => this.#set({ connected: true }))
    // The browser reconnects on its own, except after an HTTP error. The page's next request reports the reason.
    source.addEventListener('error', () => {
      this.#set({ connected: false })
      if (source.readyState !== EventSource.CLOSED) return
      this.#source = null
      this.#again = setTimeout(this.#follow, AGAIN_MS)
    })
    const on = <Name extends keyof LiveEvents>(name: Name, take: (data: LiveEvents[Name]) => void) =>
      source.addEventListener(name, (event) => take(JSON.parse((event as MessageEvent<string>).data)))
    on('stations', (change) => this.#set({ stations: merged(this.#live.stations, change) }))
    on('rovers', (change) => this.#set({ rovers: merged(this.#live.rovers, change) }))
    on('overview', (overview) => this.#set({ overview }))
    on('end', ({ reason }) => {
      if (reason !== 'stopping') this.#close()
      for (const listener of this.#onEnd) listener(reason)
    })
  }

  /** Reconnects after the user signed in again. */
  resume(): void {
    if (this.#listeners.size > 0) this.#follow()
  }

  /** Drops one user's data before the next user signs in. */
  forget(): void {
    this.#live = { ...NOTHING, connected: this.#live.connected }
  }

  #close(): void {
    clearTimeout(this.#again)
    this.#source?.close()
    this.#source = null
    this.#set({ connected: false })
  }

  #set(change: Partial<Live>): void {
    this.#live = { ...this.#live, ...change }
    for (const listener of this.#listeners) listener()
  }
}

function merged<Id extends number | string, Thing extends { readonly id: Id }>(
  before: ReadonlyMap<Id, Thing> | null,
  { whole, changed, gone }: ListChange<Thing>,
): ReadonlyMap<Id, Thing> {
  const next = new Map(whole ? [] : before)
  for (const thing of changed) next.set(thing.id, thing)
  for (const id of gone) next.delete(id as Id)
  return next
}

const stream = new LiveStream()

export const forgetLive = (): void => stream.forget()
export const resumeLive = (): void => stream.resume()

export function useLive(): Live {
  const queries = useQueryClient()
  useEffect(
    () =>
      stream.onEnd((reason) => {
        // The user or the permissions have changed.
        if (reason === 'signed_out' || reason === 'forbidden') void queries.invalidateQueries({ queryKey: ME })
      }),
    [queries],
  )
  return useSyncExternalStore(stream.subscribe, stream.read)
}
