import { Stack, Text, ThemeIcon, Timeline, Title } from '@mantine/core'
import {
  type Icon,
  IconArrowBackUp,
  IconCircleCheck,
  IconMail,
  IconPointFilled,
  IconShoppingCart,
  IconX,
} from '@tabler/icons-react'
import type { TrailEntry } from '../../../../src/http/console/contract/orders.ts'
import { Hint } from '../../parts/text/hint.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { actionText } from '../audit/entry.ts'
import { useAuditWords } from '../audit/words.ts'
import { useOrderWords } from './words.ts'

const ICONS: Readonly<Record<string, Icon>> = {
  'order.created': IconShoppingCart,
  'order.mailed': IconMail,
  'order.paid': IconCircleCheck,
  'order.cancelled': IconX,
  'order.refund_noted': IconArrowBackUp,
}

/** Audit entries of the order as a timeline, newest first. */
export function OrderTrail({ trail }: { trail: readonly TrailEntry[] }) {
  const words = useOrderWords()
  const audit = useAuditWords()
  const actorOf = (actor: string | null) => (actor === null ? words.operator : (words.actors[actor] ?? actor))
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {words.trail}
      </Title>
      <Timeline bulletSize={26} lineWidth={2} active={trail.length} color="gray">
        {trail.map(({ id, at, actor, action, details }) => (
          <Timeline.Item
            key={id}
            bullet={<Bullet action={action} />}
            title={words.steps[action] ?? actionText(audit, action)}
          >
            <Hint>
              <LogMoment at={at} /> · {actorOf(actor)}
            </Hint>
            {typeof details.note === 'string' && <Text size="sm">{details.note}</Text>}
          </Timeline.Item>
        ))}
      </Timeline>
    </Stack>
  )
}

function Bullet({ action }: { action: string }) {
  const Drawn = ICONS[action] ?? IconPointFilled
  return (
    <ThemeIcon size={26} radius="xl" variant="light" color={action === 'order.paid' ? 'green' : 'gray'}>
      <Drawn size={15} aria-hidden />
    </ThemeIcon>
  )
}
