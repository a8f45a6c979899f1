// What a session felt like, in cells of a table: the figure that counts, and under it what makes it plain. Not measured is a dash.

import { Text } from '@mantine/core'
import type { Felt } from '../../../../src/console/contract/sessions.ts'
import { usePartWords } from '../../words/common.ts'
import { useFigures } from './figures.ts'

/** The columns and, in the same order, their cells of a session. `age`: of one that lives, the last counts; of one that is over, the usual. */
export function useFelt(age: 'last' | 'median') {
  const { felt: words, none } = usePartWords()
  const { number } = useFigures()
  const short = (value: number) => number(value, Number.isInteger(value) ? 0 : 1)
  const figure = (text: string | null, below: string | null = null) => (
    <>
      {text === null ? <span title={words.notMeasured}>{none}</span> : text}
      {text !== null && below !== null && (
        <Text size="xs" c="dimmed">
          {below}
        </Text>
      )}
    </>
  )
  const columns = [
    { title: words.age, number: true },
    { title: words.distance, number: true },
    { title: words.changes, number: true },
    { title: words.gaps, number: true },
  ]
  const cells = (felt: Felt) => {
    const shown = age === 'last' ? felt.ageSeconds : felt.medianAgeSeconds
    return [
      figure(
        shown === null ? null : words.seconds(short(shown)),
        felt.worstAgeSeconds === null ? null : words.worst(short(felt.worstAgeSeconds)),
      ),
      figure(felt.distanceKm === null ? null : words.kilometres(number(felt.distanceKm, 1))),
      figure(felt.baseChanges === null ? null : number(felt.baseChanges)),
      figure(
        felt.gaps === null ? null : number(felt.gaps),
        felt.gaps ? words.worst(number(felt.longestGapSeconds ?? 0)) : null,
      ),
    ]
  }
  return { columns, cells }
}
