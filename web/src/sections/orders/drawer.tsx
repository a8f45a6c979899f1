import { Alert, Anchor, Group } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Order } from '../../../../src/http/console/contract/orders.ts'
import { Answered } from '../../parts/answered.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { Facts } from '../../parts/text/facts.tsx'
import { useGeofenceText } from '../../parts/text/geofence-text.ts'
import { LogMoment, Moment } from '../../parts/text/moment.tsx'
import { upperFirst } from '../../parts/text/upper-first.ts'
import { useAnswer } from '../../service/answers.ts'
import { at } from '../../service/api.ts'
import { usePartWords } from '../../words/common.ts'
import { OrderHeader } from './header.tsx'
import { OrderNotices } from './notices.tsx'
import { PaymentWays } from './payment-ways.tsx'
import { OrderTrail } from './trail.tsx'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

export function OrderDrawer({ id }: { id: string }) {
  const words = useOrderWords()
  const asked = useAnswer(at('/orders/:id', { id }))
  return (
    <DetailDrawer title={words.order(`#${id}`)} listPath="/orders">
      <Answered asked={asked}>
        {(data) => (
          <>
            <OrderHeader order={data.order} />
            {data.order.paymentProblem && (
              <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.problemTitle}>
                {words.problems[data.order.paymentProblem]}
              </Alert>
            )}
            {data.order.state === 'pending' && <PaymentWays order={data.order} ways={data.ways} />}
            <OrderFacts order={data.order} />
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
  const { area } = usePartWords().fence
  const geofenceText = useGeofenceText()
  const { paidBy, paymentReference, paymentNote, credentialId, refundNote } = order
  return (
    <Facts
      facts={[
        [words.email, order.customerEmail],
        ...(order.productName ? [[words.product, order.productName] as const] : []),
        [words.serves, texts.access(order)],
        ...(order.fence ? [[area, upperFirst(geofenceText(order.fence))] as const] : []),
        [words.validity, texts.validity(order.validitySeconds)],
        ...(order.renewsId === null
          ? [[words.start, <Moment key="start" at={order.startsAt} none={words.startsWhenPaid} />] as const]
          : []),
        [words.owner, order.ownerName],
        [words.language, words.languages[order.language]],
        [words.created, <LogMoment key="created" at={order.createdAt} wraps />],
        ...(order.paidAt ? [[words.paid, <LogMoment key="paid" at={order.paidAt} wraps />] as const] : []),
        ...(paidBy ? [[words.way, words.paidBy[paidBy]] as const] : []),
        ...(paymentReference ? [[words.reference, paymentReference] as const] : []),
        ...(paymentNote ? [[words.note, paymentNote] as const] : []),
        ...(credentialId && order.renewsId === null
          ? [[words.credential, <CredentialLink key="credential" id={credentialId} />] as const]
          : []),
        ...(order.cancelledAt
          ? [[words.cancelled, <LogMoment key="cancelled" at={order.cancelledAt} wraps />] as const]
          : []),
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
