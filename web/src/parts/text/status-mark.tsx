// A station's status as shape, colour and word: the same mark on the map, in lists and in history.
import { Group, Text } from '@mantine/core'
import type { Station } from '../../../../src/console/contract/stations.ts'
import { usePartWords } from '../../words/common.ts'

export type Status = Station['status'] | 'unknown'

/** What is shown: nobody can say that a station is online that nobody measures. */
export const shownStatus = ({ status, measured }: Pick<Station, 'status' | 'measured'>): Status =>
  measured || status === 'maintenance' ? status : 'unknown'

const STATUS_COLOURS: Record<Status, string> = {
  online: 'var(--mark-good)',
  degraded: 'var(--mark-poor)',
  offline: 'var(--mark-bad)',
  maintenance: 'var(--mark-planned)',
  unknown: 'var(--mark-unknown)',
}

/** Full, half, empty, a wrench, dashes: told apart without colour. */
export function StatusShape({ status, size = 14 }: { status: Status; size?: number }) {
  const colour = STATUS_COLOURS[status]
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" style={{ flexShrink: 0 }}>
      {status === 'maintenance' ? (
        <path
          d="M10.8 1.2a4.4 4.4 0 0 0-4.9 6L1.4 11.7a1.7 1.7 0 0 0 2.9 2.9l4.5-4.5a4.4 4.4 0 0 0 6-4.9l-2.6 2.6-2.6-.8-.8-2.6Z"
          fill={colour}
        />
      ) : (
        <>
          <circle
            cx="8"
            cy="8"
            r="6"
            fill={status === 'online' ? colour : 'none'}
            stroke={colour}
            strokeWidth="2"
            strokeDasharray={status === 'unknown' ? '3 2.2' : undefined}
          />
          {status === 'degraded' && <path d="M8 2a6 6 0 0 0 0 12Z" fill={colour} />}
          {status === 'offline' && <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke={colour} strokeWidth="1.8" />}
        </>
      )}
    </svg>
  )
}

export function StatusMark({ status }: { status: Status }) {
  const words = usePartWords()
  return (
    <Group gap={6} wrap="nowrap">
      <StatusShape status={status} />
      <Text span size="sm">
        {words.status[status]}
      </Text>
    </Group>
  )
}
