import { Text } from '@mantine/core'
import { Fragment } from 'react'
import { useFigures } from '../../../parts/text/figures.ts'
import { useStationWords } from '../words.ts'
import classes from './constellation-bars.module.css'

/** One mark per satellite: they can be counted, and need no axis. */
export function ConstellationBars({ counts }: { counts: Readonly<Record<string, number>> }) {
  const words = useStationWords()
  const { number } = useFigures()
  return (
    <dl className={classes.list}>
      {Object.entries(counts).map(([constellation, count]) => (
        <Fragment key={constellation}>
          <Text component="dt" size="sm">
            {words.constellationNames[constellation] ?? constellation}
          </Text>
          <dd className={classes.value}>
            <Text span size="sm" fw={600} className={classes.count ?? ''}>
              {number(count)}
            </Text>
            <span className={classes.marks} aria-hidden="true">
              {Array.from({ length: count }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the marks are identical
                <span key={place} className={classes.mark} />
              ))}
            </span>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
