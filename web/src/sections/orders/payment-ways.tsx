import { Anchor, Group, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import type { Order, PaymentWays as Ways } from '../../../../src/http/console/contract/orders.ts'
import { ActButton } from '../../parts/buttons/act-button.tsx'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { CodeBlock } from '../../parts/text/code/code-block.tsx'
import { CopyButton } from '../../parts/text/code/copy-button.tsx'
import { useMoney } from '../../parts/text/use-money.ts'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { useOrderWords } from './words.ts'

export function PaymentWays({ order, ways }: { order: Order; ways: Ways }) {
  const words = useOrderWords()
  const money = useMoney()
  const { link, card, bankDetails } = ways
  return (
    <Panel title={words.howToPay}>
      <Stack gap={4}>
        <Text size="sm">{card ? words.payLinkHint.card : words.payLinkHint.bank}</Text>
        <Anchor href={link} target="_blank" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {link}
        </Anchor>
        <Group gap="xs">
          <CopyButton value={link} label={words.payLink} />
          {ways.mail && <MailButton order={order} />}
        </Group>
      </Stack>
      {bankDetails && (
        <CodeBlock label={words.bankDetails} text={words.bankText(`#${order.id}`, money(order), bankDetails)} />
      )}
    </Panel>
  )
}

function MailButton({ order }: { order: Order }) {
  const words = useOrderWords()
  const renew = useRenew()
  const mayChange = useMay('orders.change')
  if (!mayChange) return null
  const send = async () => {
    await api.post(at('/orders/:id/mail', order))
    notify(words.mailed(order.customerEmail))
    await renew('/orders')
  }
  return (
    <ActButton
      size="compact-sm"
      variant="default"
      leftSection={<IconMail size={14} aria-hidden />}
      text={words.mailIt}
      act={send}
    />
  )
}
