// A station's status as shape, colour and word: the same mark on the map, in lists and in the history.
import { Group, Text } from '@mantine/core'
import type { Station } from '../../../../src/http/console/contract/stations/stations.ts'
import { usePartWords } from '../../words/common.ts'
import { useFigures } from '../text/figures.ts'

export type Status = Station['status'] | 'unknown' | 'moved'

/** The public pages do not receive `movedM`. */
type Shown = Pick<Station, 'status' | 'measured'> & Partial<Pick<Station, 'movedM'>>

/** A station that is not measured, or whose antenna has moved, is not shown as online. */
export function shownStatus({ status, measured, movedM = null }: Shown): Status {
  if (!measured && status !== 'maintenance') return 'unknown'
  return movedM !== null && (status === 'online' || status === 'degraded') ? 'moved' : status
}

export const STATUS_COLOURS: Record<Status, string> = {
  online: 'var(--mark-good)',
  degraded: 'var(--mark-poor)',
  offline: 'var(--mark-bad)',
  maintenance: 'var(--mark-planned)',
  unknown: 'var(--mark-unknown)',
  moved: 'var(--mark-bad)',
}

/** Distinguishable without colour: full, half, cross, wrench, hatched, triangle. */
export function StatusShape({ status, size = 14 }: { status: Status; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" style={{ flexShrink: 0 }}>
      <Shape status={status} colour={STATUS_COLOURS[status]} />
    </svg>
  )
}

function Shape({ status, colour }: { status: Status; colour: string }) {
  if (status === 'maintenance')
    return (
      <path
        d="M10.8 1.2a4.4 4.4 0 0 0-4.9 6L1.4 11.7a1.7 1.7 0 0 0 2.9 2.9l4.5-4.5a4.4 4.4 0 0 0 6-4.9l-2.6 2.6-2.6-.8-.8-2.6Z"
        fill={colour}
      />
    )
  if (status === 'moved')
    return (
      <>
        <path d="M8 1.2 15.2 14H.8Z" fill={colour} stroke={colour} strokeWidth="1.4" strokeLinejoin="round" />
        <path d="M8 5.4v4.2m0 1.6v1.4" stroke="var(--surface)" strokeWidth="1.8" />
      </>
    )
  return (
    <>
      <circle
        cx="8"
        cy="8"
        r="6"
        fill={status === 'online' ? colour : 'none'}
        stroke={colour}
        strokeWidth={status === 'unknown' ? 1.4 : 2}
      />
      {status === 'degraded' && <path d="M8 2a6 6 0 0 0 0 12Z" fill={colour} />}
      {status === 'offline' && <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke={colour} strokeWidth="1.8" />}
      {status === 'unknown' && (
        <path d="M3 9.4 9.4 3M3.9 12.1l8.2-8.2M6.6 13 13 6.6" stroke={colour} strokeWidth="1.3" />
      )}
    </>
  )
}

/** `figure` adds a value that the status alone does not give. */
export function StatusMark({ status, figure }: { status: Status; figure?: string | undefined }) {
  const words = usePartWords()
  return (
    <Group gap={6} wrap="nowrap">
      <StatusShape status={status} />
      <Text
        span
        size="sm"
        style={{ whiteSpace: 'nowrap' }}
        {...(status === 'moved' && { c: 'var(--mark-bad)', fw: 600 })}
      >
        {words.status[status]}
        {figure && ` ${figure}`}
      </Text>
    </Group>
  )
}

/** A station's mark, with the antenna's distance from its registered position. */
export function StationMark({ station }: { station: Shown }) {
  const { number } = useFigures()
  const status = shownStatus(station)
  return <StatusMark status={status} figure={status === 'moved' ? `${number(station.movedM ?? 0, 2)} m` : undefined} />
}
