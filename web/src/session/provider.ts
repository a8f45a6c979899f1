// Single sign-on without leaving the page: the provider opens in a new tab, which notifies the other tabs when it is
// done. A BroadcastChannel is used because the provider's pages sever the link to the opener.
import { useEffect, useRef } from 'react'
import { useAnswer } from '../service/answers.ts'

/** `home`: signed in. `confirmed`: identity confirmed. */
export type Done = 'home' | 'confirmed'
export type Purpose = 'sign-in' | 'confirm'

const CHANNEL = 'vertice-sso'
/** The page that the provider redirects to, and the first page of such a tab. */
export const SSO_PATH = '/sso'
export const tabFor = (purpose: Purpose): string => `/console${SSO_PATH}?begin=${purpose}`

export function tellOtherTabs(done: Done): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(done)
  channel.close()
}

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

/** The sign-in options, which do not change while a page is open. */
export const useEntry = (enabled = true) => useAnswer('/entry', { staleTime: Number.POSITIVE_INFINITY, enabled }).data
