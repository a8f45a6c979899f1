import { Alert, Group, Loader, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { useStationWords } from '../words.ts'

/** Waits with the operator until a new station sends data. Then it says what arrives, beside the next step (`children`). */
export function AwaitData({ station, children }: { station: StationDetail; children?: ReactNode }) {
  const words = useStationWords()
  const isWaiting = !station.measured && station.measuredAt === null
  // A station that sent data before the drawer opened needs no confirmation.
  const [waited, setWaited] = useState(isWaiting)
  if (isWaiting && !waited) setWaited(true)
  if (!waited) return null
  return (
    <Alert color={isWaiting ? 'gray' : 'green'} p="sm" role="status">
      <Group gap="sm" wrap="nowrap">
        {isWaiting ? (
          <Loader size={18} aria-hidden />
        ) : (
          <IconCircleCheckFilled size={20} color="var(--mark-good)" aria-hidden style={{ flexShrink: 0 }} />
        )}
        <Text size="sm" style={{ flex: 1 }}>
          {isWaiting
            ? `${words.awaiting} ${station.positionPending ? words.awaitingPosition : ''}`
            : words.receiving(station.satellites)}
        </Text>
        {!isWaiting && children}
      </Group>
    </Alert>
  )
}
