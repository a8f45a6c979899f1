// What a session felt like, in cells of a table: the figure that counts, and under it what makes it plain. Not measured is a dash.

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Felt } from '../../../../src/http/console/contract/sessions.ts'
import { usePartWords } from '../../words/common.ts'
import { useFigures } from './figures.ts'

/** The columns and, in the same order, their cells of a session. `age`: of one that lives, the last counts; of one that is over, the usual. */
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
    /** Under the name of its base. */
    toBase: (felt: Felt) => [kilometres(felt), changes(felt)].filter((text) => text !== null).join(' · '),
  }
}

export const Below = ({ children }: { children: ReactNode }) => (
  <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
    {children}
  </Text>
)
