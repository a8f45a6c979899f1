// The quality of service of a session as table cells: the main value, with details below it. A dash means not measured.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Felt } from '../../../../src/http/console/contract/sessions.ts'
import { usePartWords } from '../../words/common.ts'
import { useFigures } from './figures.ts'

/** Table cells of a session. `age`: the last correction age for open sessions, the median for ended ones. */
export function useFelt(age: 'last' | 'median') {
  const { felt: words, none } = usePartWords()
  const { number } = useFigures()
  const seconds = (value: number) => number(value, Number.isInteger(value) ? 0 : 1)
  const kilometres = ({ distanceKm }: Felt) => (distanceKm === null ? null : words.kilometres(number(distanceKm, 1)))
  const changes = ({ baseChanges }: Felt) => (baseChanges === null ? null : words.changes(baseChanges))
  const figure = (text: string | null, below: string | null) => (
    <>
      {text ?? <span title={words.notMeasured}>{none}</span>}
      {below !== null && <Below>{below}</Below>}
    </>
  )
  const ageCell = ({ ageSeconds, medianAgeSeconds, worstAgeSeconds: worst }: Felt) => {
    const shown = age === 'last' ? ageSeconds : medianAgeSeconds
    return figure(
      shown === null ? null : words.seconds(seconds(shown)),
      worst === null ? null : words.worst(seconds(worst)),
    )
  }
  const gapsCell = ({ gaps, longestGapSeconds }: Felt) =>
    figure(gaps === null ? null : number(gaps), gaps ? words.worst(number(longestGapSeconds ?? 0)) : null)
  return {
    words,
    age: ageCell,
    base: (felt: Felt) => figure(kilometres(felt), changes(felt)),
    gaps: gapsCell,
    /** Shown below the name of the base. */
    toBase: (felt: Felt) => [kilometres(felt), changes(felt)].filter((text) => text !== null).join(' · '),
  }
}

export const Below = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
)
