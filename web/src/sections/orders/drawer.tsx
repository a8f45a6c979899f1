import { Alert, Anchor, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Order } from '../../../../src/http/console/contract/orders.ts'
import { Answered } from '../../parts/answered.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useGeofenceText } from '../../parts/text/geofence-text.ts'
import { Moment } from '../../parts/text/moment.tsx'
import { upperFirst } from '../../parts/text/upper-first.ts'
import { useMoney } from '../../parts/text/use-money.ts'
import { useAnswer } from '../../service/answers.ts'
import { at } from '../../service/api.ts'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { OrderActions } from './actions.tsx'
import { OrderMark } from './mark.tsx'
import { OrderNotices } from './notices.tsx'
import { PaymentWays } from './payment-ways.tsx'
import { OrderTrail } from './trail.tsx'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

export function OrderDrawer({ id }: { id: string }) {
  const words = useOrderWords()
  const mayChange = useMay('orders.change')
  const asked = useAnswer(at('/orders/:id', { id }))
  return (
    <DetailDrawer title={words.order(`#${id}`)} listPath="/orders">
      <Answered asked={asked}>
        {(data) => (
          <>
            {data.order.paymentProblem && (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.problemTitle}>
                {words.problems[data.order.paymentProblem]}
              </Alert>
            )}
            <OrderFacts order={data.order} />
            {data.order.state === 'pending' && <PaymentWays order={data.order} ways={data.ways} />}
            {mayChange && <OrderActions order={data.order} />}
            <OrderTrail trail={data.trail} />
            <OrderNotices notices={data.notices} />
          </>
        )}
      </Answered>
    </DetailDrawer>
  )
}

function OrderFacts({ order }: { order: Order }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  const { area } = usePartWords().fence
  const geofenceText = useGeofenceText()
  const { paidBy, paymentReference, paymentNote, credentialId, refundNote } = order
  return (
    <Facts
      facts={[
        [words.state, <OrderMark key="state" {...order} />],
        [words.customer, order.customerName],
        [words.email, order.customerEmail],
        [words.amount, money(order)],
        ...(order.productName ? [[words.product, order.productName] as const] : []),
        [words.serves, texts.access(order)],
        ...(order.fence ? [[area, upperFirst(geofenceText(order.fence))] as const] : []),
        [words.validity, texts.validity(order.validitySeconds)],
        [words.start, <Moment key="start" at={order.startsAt} none={words.startsWhenPaid} />],
        [words.owner, order.ownerName],
        [words.origin, order.fromShop ? words.origins.shop : words.origins.console],
        [words.language, words.languages[order.language]],
        [words.created, <Moment key="created" at={order.createdAt} />],
        ...(order.paidAt ? [[words.paid, <Moment key="paid" at={order.paidAt} />] as const] : []),
        ...(paidBy ? [[words.way, words.paidBy[paidBy]] as const] : []),
        ...(paymentReference ? [[words.reference, paymentReference] as const] : []),
        ...(paymentNote ? [[words.note, paymentNote] as const] : []),
        ...(credentialId ? [[words.credential, <CredentialLink key="credential" id={credentialId} />] as const] : []),
        ...(order.cancelledAt ? [[words.cancelled, <Moment key="cancelled" at={order.cancelledAt} />] as const] : []),
        ...(refundNote
          ? [
              [
                words.refundNote,
                <Group key="refund" gap={6}>
                  {refundNote} <Moment at={order.refundNotedAt} />
                </Group>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

function CredentialLink({ id }: { id: number }) {
  const words = useOrderWords()
  return (
    <Anchor component={Link} href={`/credentials/${id}`} size="sm">
      {words.openCredential}
    </Anchor>
  )
}
