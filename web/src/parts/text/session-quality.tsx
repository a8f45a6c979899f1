// The quality of service of a session as table cells: the main value, with details below it. A dash means not measured.

import type { ReactNode } from 'react'
import type { SessionQuality } from '../../../../src/http/console/contract/sessions.ts'
import { usePartWords } from '../../words/common.ts'
import { useFigures } from './figures.ts'
import { Hint } from './hint.ts'

/** Table cells of a session. `age`: the last correction age for open sessions, the median for ended ones. */
export function useSessionQuality(age: 'last' | 'median') {
  const { quality: words, none } = usePartWords()
  const { number } = useFigures()
  const seconds = (value: number) => number(value, Number.isInteger(value) ? 0 : 1)
  const kilometres = ({ distanceKm }: SessionQuality) =>
    distanceKm === null ? null : words.kilometres(number(distanceKm, 1))
  const changes = ({ baseChanges }: SessionQuality) => (baseChanges === null ? null : words.changes(baseChanges))
  const figure = (text: string | null, below: string | null) => (
    <>
      {text ?? <span title={words.notMeasured}>{none}</span>}
      {below !== null && <CellDetail>{below}</CellDetail>}
    </>
  )
  const ageCell = ({ ageSeconds, medianAgeSeconds, worstAgeSeconds: worst }: SessionQuality) => {
    const shown = age === 'last' ? ageSeconds : medianAgeSeconds
    return figure(
      shown === null ? null : words.seconds(seconds(shown)),
      worst === null ? null : words.worst(seconds(worst)),
    )
  }
  const gapsCell = ({ gaps, longestGapSeconds }: SessionQuality) =>
    figure(gaps === null ? null : number(gaps), gaps ? words.worst(number(longestGapSeconds ?? 0)) : null)
  return {
    words,
    age: ageCell,
    base: (quality: SessionQuality) => figure(kilometres(quality), changes(quality)),
    gaps: gapsCell,
    /** Shown below the name of the base. */
    toBase: (quality: SessionQuality) =>
      [kilometres(quality), changes(quality)].filter((text) => text !== null).join(' · '),
  }
}

export const CellDetail = ({ children }: { children: ReactNode }) => (
  <Hint size="xs" style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Hint>
)
