import { Stack } from '@mantine/core'
import type { WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { StatusMark, shownStatus } from '../../../parts/marks/status-mark.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { alarmText, useCodeWords } from '../../../words/codes.ts'
import { usePartWords } from '../../../words/common.ts'
import { useStationWords } from '../words.ts'
import { PeriodChoice } from './period-choice.tsx'
import { useSeries } from './use-series.ts'

export function HistoryTab({ answer }: { answer: WholeStation }) {
  return (
    <Stack gap="md">
      <Alarms answer={answer} />
      <Changes answer={answer} />
      <Gaps id={answer.station.id} />
    </Stack>
  )
}

function Alarms({ answer: { alarms } }: { answer: WholeStation }) {
  const words = useStationWords()
  const codes = useCodeWords()
  return (
    <Panel title={words.alarms}>
      {alarms.length === 0 ? (
        <Nothing text={words.noAlarms} />
      ) : (
        <SimpleTable
          label={words.alarms}
          columns={[{ title: words.alarm }, { title: words.began }, { title: words.ended }]}
          rows={alarms.map((alarm) => ({
            key: alarm.id,
            cells: [
              <Stack key="what" gap={0}>
                {codes.stations.alarms[alarm.kind].short}
                <Hint size="xs">{alarmText(codes, alarm)}</Hint>
              </Stack>,
              <LogMoment key="since" at={alarm.since} />,
              <LogMoment key="ended" at={alarm.endedAt} none={words.stillOpen} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Changes({ answer: { changes } }: { answer: WholeStation }) {
  const words = useStationWords()
  return (
    <Panel title={words.changes}>
      {changes.length === 0 ? (
        <Nothing text={words.noChanges} />
      ) : (
        <SimpleTable
          label={words.changes}
          columns={[{ title: words.became }, { title: words.when }]}
          rows={changes.map(({ status, measured, at }) => ({
            key: at,
            cells: [
              <StatusMark key="status" status={shownStatus({ status, measured })} />,
              <LogMoment key="at" at={at} />,
            ],
          }))}
        />
      )}
    </Panel>
  )
}

function Gaps({ id }: { id: number }) {
  const words = useStationWords()
  const { chart } = usePartWords()
  const { number } = useFigures()
  const { period, choose, series } = useSeries(id)
  return (
    <Panel title={words.gaps}>
      <PeriodChoice period={period} onChange={choose} />
      {/* "No gaps" is stated only if something was measured. */}
      {series?.gaps.length === 0 && <Nothing text={series.points.length === 0 ? chart.nothing : words.noGaps} />}
      {series && series.gaps.length > 0 && (
        <SimpleTable
          label={words.gaps}
          columns={[
            { title: words.gapMinute },
            { title: words.gapKind },
            { title: words.longestGap, number: true },
            { title: words.missingEpochs, number: true },
          ]}
          rows={series.gaps.map(({ minute, up, gaps, longestGapMs, missingEpochs }) => ({
            key: minute,
            cells: [
              <LogMoment key="minute" at={minute} />,
              up ? words.gapSome(gaps) : words.gapDown,
              longestGapMs > 0 ? `${number(longestGapMs / 1000, 1)} s` : '—',
              number(missingEpochs),
            ],
          }))}
        />
      )}
    </Panel>
  )
}

const Nothing = ({ text }: { text: string }) => <Hint>{text}</Hint>
