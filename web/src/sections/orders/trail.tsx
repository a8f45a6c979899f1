import { Stack, Text, Title } from '@mantine/core'
import type { TrailEntry } from '../../../../src/http/console/contract/orders.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { actionText } from '../audit/entry.ts'
import { useAuditWords } from '../audit/words.ts'
import { useOrderWords } from './words.ts'

/** Audit entries of the order, newest first. */
export function OrderTrail({ trail }: { trail: readonly TrailEntry[] }) {
  const words = useOrderWords()
  const audit = useAuditWords()
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {words.trail}
      </Title>
      {trail.map(({ id, at, actor, action, details }) => (
        <Text key={id} size="sm">
          <LogMoment at={at} /> · {actor ?? words.operator} · {actionText(audit, action)}
          {typeof details.note === 'string' && `: ${details.note}`}
        </Text>
      ))}
    </Stack>
  )
}
