import { Anchor, Group, List, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Overview } from '../../../../src/http/console/contract/network/network.ts'
import { Simulated } from '../../parts/marks/simulated.tsx'
import { StatusMark, shownStatus } from '../../parts/marks/status-mark.tsx'
import { Panel } from '../../parts/panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { ClockMoment } from '../../parts/text/moment.tsx'
import classes from './network.module.css'
import { useNetworkWords } from './words.ts'

export function ChangesPanel({ overview: { changes } }: { overview: Overview }) {
  const words = useNetworkWords()
  return (
    <Panel title={words.changes}>
      {changes.length === 0 ? (
        <Hint>{words.noChanges}</Hint>
      ) : (
        <List
          listStyleType="none"
          spacing={6}
          styles={{ itemWrapper: { width: '100%' }, itemLabel: { width: '100%' } }}
        >
          {changes.map(({ stationId, code, status, measured, at, simulated }) => (
            <List.Item key={`${stationId} ${at}`}>
              <div className={classes.change}>
                <Group gap={6} wrap="nowrap">
                  <Anchor component={Link} href={`/stations/${stationId}`} size="sm">
                    {code}
                  </Anchor>
                  {simulated && <Simulated />}
                </Group>
                <StatusMark status={shownStatus({ status, measured })} />
                <Text size="sm" c="dimmed" component="span">
                  <ClockMoment at={at} />
                </Text>
              </div>
            </List.Item>
          ))}
        </List>
      )}
    </Panel>
  )
}
