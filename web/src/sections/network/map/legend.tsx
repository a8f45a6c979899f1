// Below the map: what its marks mean, and which layers it shows.
import { Group, Switch, Text, Tooltip } from '@mantine/core'
import type { Station } from '../../../../../src/http/console/contract/stations/stations.ts'
import { RoverShape, SOLUTIONS } from '../../../map/marks/rover-shape.tsx'
import { StatusMark, shownStatus } from '../../../parts/marks/status-mark.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { useNetworkWords } from '../words.ts'

const STATUSES = ['online', 'degraded', 'offline', 'moved', 'maintenance', 'unknown'] as const

interface Props {
  readonly stations: readonly Station[]
  readonly layers: { readonly rovers: boolean; readonly lines: boolean; readonly coverage: boolean }
  readonly onLayer: (name: 'rovers' | 'lines' | 'coverage', value: 'on' | 'off' | null) => void
  readonly located: number
  readonly connected: number
}

export function Legend({ stations, layers, onLayer, located, connected }: Props) {
  const words = useNetworkWords()
  const present = new Set(stations.map(shownStatus))
  return (
    <Group justify="space-between" gap="xs" px="sm" py="xs">
      <Group gap="6px 16px" role="group" aria-label={words.legend}>
        {STATUSES.filter((status) => present.has(status)).map((status) => (
          <StatusMark key={status} status={status} />
        ))}
        {layers.rovers &&
          connected > 0 &&
          SOLUTIONS.map((solution) => (
            <Group key={solution} gap={6} wrap="nowrap">
              <RoverShape solution={solution} />
              <Text size="sm">{words.roverWith[solution]}</Text>
            </Group>
          ))}
      </Group>
      <Group gap="6px 16px" role="group" aria-label={words.layers}>
        <Switch
          size="xs"
          label={words.showRovers}
          checked={layers.rovers}
          onChange={({ currentTarget }) => onLayer('rovers', currentTarget.checked ? null : 'off')}
        />
        {layers.rovers && (
          <Switch
            size="xs"
            label={words.showLines}
            checked={layers.lines}
            onChange={({ currentTarget }) => onLayer('lines', currentTarget.checked ? null : 'off')}
          />
        )}
        <Tooltip label={words.coverageHint} multiline maw={280}>
          <Switch
            size="xs"
            label={words.showCoverage}
            checked={layers.coverage}
            onChange={({ currentTarget }) => onLayer('coverage', currentTarget.checked ? 'on' : null)}
          />
        </Tooltip>
        {connected > 0 && <Hint size="xs">{words.located(located, connected)}</Hint>}
      </Group>
    </Group>
  )
}
