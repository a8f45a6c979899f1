import { Anchor, Stack, Text } from '@mantine/core'
import { CodeBlock } from '../../parts/code-block.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { useMoney } from '../../parts/money.ts'
import { Panel } from '../../parts/panel.tsx'
import type { Order, Ways } from './types.ts'
import { useOrderWords } from './words.ts'

/** What to send to the customer of a pending order. */
export function PaymentWays({ order, ways: { link, card, bankDetails } }: { order: Order; ways: Ways }) {
  const words = useOrderWords()
  const money = useMoney()
  return (
    <Panel title={words.howToPay}>
      <Stack gap={4}>
        <Text size="sm">{card ? words.payLinkHint.card : words.payLinkHint.bank}</Text>
        <Anchor href={link} target="_blank" size="sm" style={{ overflowWrap: 'anywhere' }}>
          {link}
        </Anchor>
        <CopyButton value={link} label={words.payLink} style={{ alignSelf: 'flex-start' }} />
      </Stack>
      {bankDetails && (
        <CodeBlock label={words.bankDetails} text={words.bankText(`#${order.id}`, money(order), bankDetails)} />
      )}
    </Panel>
  )
}
