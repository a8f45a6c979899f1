import type { ReactNode } from 'react'
import { ProblemPanel } from './problem-panel.tsx'
import { Waiting } from './waiting.tsx'

export interface Asked<Found> {
  readonly data: Found | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface Props<Found> {
  readonly asked: Asked<Found>
  /** For data that is polled: once loaded, a failed poll shows no error panel. */
  readonly quiet?: boolean
  readonly children: (found: Found) => ReactNode
}

/** Renders a query: a spinner while loading, the error if it failed. Data that has loaded stays visible. */
export function Answered<Found>({ asked: { data, error, refetch }, quiet = false, children }: Props<Found>) {
  const isThere = data !== undefined
  return (
    <>
      {error && !(isThere && quiet) && <ProblemPanel error={error} again={refetch} />}
      {!error && !isThere && <Waiting />}
      {isThere && children(data)}
    </>
  )
}
