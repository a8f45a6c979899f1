import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { notify } from '../../parts/notify.ts'
import { Panel } from '../../parts/panel.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { CodeBlock } from '../../parts/text/code-block.tsx'
import { CopyButton } from '../../parts/text/copy-button.tsx'
import { useMoney } from '../../parts/text/use-money.ts'
import { useMay } from '../../session.tsx'
import type { Order, Ways } from './types.ts'
import { useOrderWords } from './words.ts'

/** What to send to the customer of a pending order. */
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

function MailButton({ order: { id, customerEmail } }: { order: Order }) {
  const words = useOrderWords()
  const queries = useQueryClient()
  const mayChange = useMay('orders.change')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api.post(`/orders/${id}/mail`),
    onSuccess() {
      notify(words.mailed(customerEmail))
      return queries.invalidateQueries({ queryKey: ['/orders'] })
    },
  })
  if (!mayChange) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconMail size={14} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {words.mailIt}
      </Button>
      {error && <ProblemPanel error={error} />}
    </>
  )
}
