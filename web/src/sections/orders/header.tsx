import { Anchor, Group, Stack, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Order } from '../../../../src/http/console/contract/orders.ts'
import { Hint } from '../../parts/text/hint.ts'
import { useMoney } from '../../parts/text/use-money.ts'
import { useMay } from '../../session/session.tsx'
import { customerPath } from '../credentials/customers/path.ts'
import { OrderActions } from './actions.tsx'
import { OrderMark } from './mark.tsx'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

/** Amount, status, customer and what to do next. */
export function OrderHeader({ order }: { order: Order }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  const mayChange = useMay('orders.change')
  const { renewsId } = order
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <Stack gap={4} style={{ minWidth: 0 }}>
        <Group gap="sm">
          <Text fz={24} fw={700} lh={1.2} style={{ fontVariantNumeric: 'tabular-nums' }}>
            {money(order)}
          </Text>
          <OrderMark {...order} />
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          <Anchor component={Link} href={customerPath(order.ownerId, order)} size="sm">
            {order.customerName}
          </Anchor>
          {` · ${texts.what(order)}`}
        </Text>
        {renewsId !== null && (
          <Hint>
            {words.renewal}
            {' · '}
            <Anchor component={Link} href={`/credentials/${renewsId}`} size="sm">
              {words.openCredential}
            </Anchor>
          </Hint>
        )}
      </Stack>
      {mayChange && <OrderActions order={order} />}
    </Group>
  )
}
