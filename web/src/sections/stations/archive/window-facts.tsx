import { List } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { ArchiveWindow } from '../../../../../src/http/console/contract/stations/archive.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useUtc } from './use-utc.ts'
import { useArchiveWords } from './words.ts'

interface Props {
  readonly stationId: number
  readonly from: Date
  readonly to: Date
  readonly intervalS: '1' | '5' | '10' | '15' | '30' | '60'
  readonly hatanaka: boolean
}

/** What a file of the window would contain, before it is ordered. */
export function WindowFacts({ stationId, from, to, intervalS, hatanaka }: Props) {
  const query = {
    from: from.toISOString(),
    to: to.toISOString(),
    intervalS,
    hatanaka: hatanaka ? ('true' as const) : ('false' as const),
  }
  const asked = useAnswer(at('/stations/:id/archive/window', { id: stationId }), {
    query,
    placeholderData: keepPreviousData,
  })
  if (asked.error) return <ProblemPanel error={asked.error} again={asked.refetch} />
  return <div aria-live="polite">{asked.data && <Contents window={asked.data} />}</div>
}

function Contents({ window }: { window: ArchiveWindow }) {
  const words = useArchiveWords()
  const utc = useUtc()
  const { number, bytes, percent } = useFigures()
  const { hours, epochs, expected, completenessPct, gaps, furtherGaps, dailyUntil, fileBytes } = window
  return (
    <Facts
      facts={[
        [words.window, words.hours(number(hours, Number.isInteger(hours) ? 0 : 2))],
        [
          words.contents,
          epochs === 0 || completenessPct === null
            ? words.noneRecorded
            : words.epochs(number(epochs), number(expected), percent(completenessPct)),
        ],
        ...(dailyUntil === null ? [] : [[words.intervals, words.dailyUntil(utc.moment(dailyUntil))] as const]),
        [words.fileSize, fileBytes === null ? '—' : bytes(fileBytes)],
        [
          words.gaps,
          gaps.length === 0 ? (
            words.noGaps
          ) : (
            <List key="gaps" size="sm" listStyleType="none">
              {gaps.map((gap) => (
                <List.Item key={gap.from}>
                  {words.gap(utc.moment(gap.from), utc.moment(gap.to), number(gap.missingEpochs))}
                </List.Item>
              ))}
              {furtherGaps > 0 && (
                <List.Item>
                  <Hint span>{words.furtherGaps(number(furtherGaps))}</Hint>
                </List.Item>
              )}
            </List>
          ),
        ],
      ]}
    />
  )
}
