// Open conditions of the station, each with its value and limit.
import { Alert, List } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Alarm, WholeStation } from '../../../../../src/http/console/contract/stations/stations.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { upperFirst } from '../../../parts/text/upper-first.ts'
import { alarmText, useCodeWords } from '../../../words/codes.ts'
import { useStationWords } from '../words.ts'
import { Moved } from './moved/panel.tsx'

/** Conditions under which the station delivers nothing usable. */
const DOWN: readonly Alarm['kind'][] = ['down', 'no_observations']

export function Concerns({ answer: { station, concerns } }: { answer: WholeStation }) {
  const words = useStationWords()
  const codes = useCodeWords()
  const { number } = useFigures()
  if (station.archived) return null
  const others = concerns.filter(({ kind }) => kind !== 'moved')
  return (
    <>
      {others.length > 0 && (
        <Alert
          color={others.some(({ kind }) => DOWN.includes(kind)) ? 'red' : 'orange'}
          icon={<IconAlertTriangle aria-hidden />}
          title={words.concerns}
          styles={{ title: { color: 'var(--mantine-color-text)' } }}
        >
          <List size="sm" listStyleType="none">
            {others.map((concern) => (
              <List.Item key={concern.kind}>
                {upperFirst(alarmText(codes, concern))}
                {concern.since && (
                  <Hint span size="xs">
                    {' · '}
                    <Moment at={concern.since} />
                  </Hint>
                )}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {station.movedM !== null && <Moved station={station} metres={station.movedM} />}
      {station.movedM === null && station.positionAckedAt && (
        <Alert color="gray">
          {words.movedKnown(number(station.positionOffsetM ?? 0, 2))} <Moment at={station.positionAckedAt} />.
          {station.positionAckUntil && (
            <>
              {' '}
              {words.movedIgnoredUntil} <Moment at={station.positionAckUntil} />.
            </>
          )}
        </Alert>
      )}
    </>
  )
}
