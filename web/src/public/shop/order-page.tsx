import { Alert, Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ShopOrder } from '../../../../src/http/public/contract.ts'
import { Answered } from '../../parts/answered.tsx'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { CodeBlock } from '../../parts/text/code/code-block.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { useMoney } from '../../parts/text/use-money.ts'
import { Frame } from '../frame.tsx'
import { useAbout } from '../state.ts'
import { shopApi, useShopWords } from './api.ts'
import { useShopTexts } from './texts.ts'

const EVERY_MS = 5_000
const TONES: Record<ShopOrder['state'], Tone> = { pending: 'poor', paid: 'good', cancelled: 'unknown' }

/** The customer's order: its state and how to pay. Polls until the order is paid. */
export function ShopOrderPage({ orderKey }: { orderKey: string }) {
  const words = useShopWords()
  const { data: about } = useAbout()
  const asked = useQuery({
    queryKey: ['order', orderKey],
    queryFn: async ({ signal }) => (await shopApi.findOrder(orderKey, signal)).order,
    refetchInterval: ({ state }) => (state.data?.state === 'pending' ? EVERY_MS : false),
    retry: false,
  })
  return (
    <Frame network={about?.network} title={asked.data ? words.order(`#${asked.data.number}`) : words.title}>
      <Stack gap="lg" maw={640} mx="auto">
        <Answered asked={asked} quiet>
          {(order) => <OrderState order={order} orderKey={orderKey} shopOpen={about?.shop ?? false} />}
        </Answered>
      </Stack>
    </Frame>
  )
}

function OrderState({ order, orderKey, shopOpen }: { order: ShopOrder; orderKey: string; shopOpen: boolean }) {
  const words = useShopWords()
  const texts = useShopTexts()
  const money = useMoney()
  const { state, station, ways } = order
  return (
    <>
      <Stack gap={4}>
        <Title order={1} size="h2">
          {words.order(`#${order.number}`)}
        </Title>
        <span aria-live="polite">
          <Mark tone={TONES[state]} word={words.states[state]} />
        </span>
        {!order.test && <Text>{(order.renewal ? words.renewalWords : words.stateWords)[state]}</Text>}
        {state === 'paid' && !order.renewal && (
          <Text>{order.sendsMail ? words.mailed(order.email) : words.handed}</Text>
        )}
      </Stack>
      {order.test && (
        <Alert color="orange" variant="light" title={words.testTitle}>
          {words.testMeans}
        </Alert>
      )}
      <Paper withBorder p="md">
        <Facts
          facts={[
            ...(order.productName ? [[words.what, order.productName] as const] : []),
            [words.validity, texts.validity(order.validitySeconds)],
            [words.access, station ? words.ofStation(station.code, station.name) : words.wholeNetwork],
            [words.amount, <strong key="amount">{money(order)}</strong>],
            ...(order.renewal ? [[words.renewed, words.sameLogin] as const] : []),
            ...(state === 'pending' && !order.renewal
              ? [[words.starts, <Moment key="starts" at={order.startsAt} none={words.whenPaid} />] as const]
              : []),
            [words.ordered, <Moment key="ordered" at={order.createdAt} />],
            ...(order.paidAt ? [[words.paidAt, <Moment key="paid" at={order.paidAt} />] as const] : []),
          ]}
        />
      </Paper>
      {ways && <PaymentWays order={order} ways={ways} orderKey={orderKey} />}
      {state === 'pending' && !order.test && <Hint>{words.keep}</Hint>}
      {state === 'cancelled' && shopOpen && !order.renewal && <Anchor href="/shop">{words.again}</Anchor>}
    </>
  )
}

function PaymentWays({
  order,
  ways: { card, bankDetails },
  orderKey,
}: {
  order: ShopOrder
  ways: NonNullable<ShopOrder['ways']>
  orderKey: string
}) {
  const words = useShopWords()
  const money = useMoney()
  const checkout = useMutation({
    mutationFn: () => shopApi.checkout(orderKey),
    onSuccess: ({ url }) => location.assign(url),
  })
  return (
    <Stack gap="md" component="section">
      <Title order={2} size="h4">
        {words.howToPay}
      </Title>
      {card && (
        <Stack gap="xs">
          <Button size="md" loading={checkout.isPending} onClick={() => checkout.mutate()}>
            {words.card}
          </Button>
          <Hint>{words.cardHint}</Hint>
          {checkout.error && <ProblemPanel error={checkout.error} />}
        </Stack>
      )}
      {bankDetails && (
        <Stack gap="xs">
          <CodeBlock label={words.bank} text={bankDetails} />
          <Text size="sm">
            {(order.renewal ? words.bankRenewalHint : words.bankHint)(`#${order.number}`, money(order))}
          </Text>
        </Stack>
      )}
      {!card && !bankDetails && <Text>{words.askOperator}</Text>}
    </Stack>
  )
}
