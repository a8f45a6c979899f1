// Single sign-on beside a page that must not be left: the provider is opened in a tab of its own, which tells the others when it is done.
// By a channel, not as the opener of that tab: the provider's pages cut that tie.
import { useEffect, useRef } from 'react'
import { useAnswer } from '../service/answers.ts'

/** `home`: somebody has signed in. `confirmed`: they showed who they are again. */
export type Done = 'home' | 'confirmed'
/** What the tab is opened for. */
export type Purpose = 'sign-in' | 'confirm'

const CHANNEL = 'vertice-sso'
/** Where the provider sends the browser back to, and where such a tab begins. */
export const SSO_PATH = '/sso'
export const tabFor = (purpose: Purpose): string => `/console${SSO_PATH}?begin=${purpose}`

export function tellOtherTabs(done: Done): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(done)
  channel.close()
}

/** While `listening`. */
export function useOtherTabs(listening: boolean, onDone: (done: Done) => void): void {
  const hear = useRef(onDone)
  hear.current = onDone
  useEffect(() => {
    if (!listening) return
    const channel = new BroadcastChannel(CHANNEL)
    channel.onmessage = ({ data }: MessageEvent<Done>) => hear.current(data)
    return () => channel.close()
  }, [listening])
}

/** What the way in offers; it does not change while a page is open. */
export const useEntry = (enabled = true) => useAnswer('/entry', { staleTime: Number.POSITIVE_INFINITY, enabled }).data
