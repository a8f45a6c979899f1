import type { ReactNode } from 'react'
import { ProblemPanel } from './problem-panel.tsx'
import { Waiting } from './waiting.tsx'

interface Asked<Found> {
  readonly data: Found | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

interface Props<Found> {
  readonly asked: Asked<Found>
  /** Asked again every few seconds, beside others: once it is there, it is not worth a panel that one time nothing came. */
  readonly quiet?: boolean
  readonly children: (found: Found) => ReactNode
}

/** What was asked for, once it is there: until then a sign of waiting, or why it does not come. What is there stays in view. */
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
