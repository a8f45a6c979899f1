import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Order } from '../../../../src/http/console/contract/orders.ts'
import { Confirm } from '../../parts/dialogs/confirm.tsx'
import { notify } from '../../parts/notify.ts'
import { useMoney } from '../../parts/text/use-money.ts'
import { useRenew } from '../../service/answers.ts'
import { api, at } from '../../service/api.ts'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

type Act = 'pay' | 'cancel' | 'refund'

/** Actions that the order's state allows; each needs a confirmation. */
export function OrderActions({ order }: { order: Order }) {
  const words = useOrderWords()
  const money = useMoney()
  const renew = useRenew()
  const [asked, setAsked] = useState<Act | null>(null)
  const [note, setNote] = useState('')
  const texts = useOrderTexts()
  const { id, state, customerName, customerEmail, paymentProblem, renewsId, validitySeconds } = order
  const amount = money(order)
  const number = `#${id}`
  const written = note.trim()
  const pay = async () => {
    const { already } = await api.post(at('/orders/:id/pay', order), written ? { note: written } : {})
    await renew('/orders', '/credentials')
    notify(already ? words.paidBefore(number) : renewsId === null ? words.paidNow(number) : words.renewedNow(number))
  }
  const cancel = async () => {
    await api.post(at('/orders/:id/cancel', order))
    await renew('/orders')
    notify(words.cancelledNow(number))
  }
  const refund = async () => {
    await api.post(at('/orders/:id/refund-note', order), { note: written })
    await renew('/orders')
    notify(words.refundNoted)
  }
  const open = (act: Act) => () => {
    setNote('')
    setAsked(act)
  }
  const close = () => setAsked(null)
  const noteField = (label: string, required = false) => (
    <TextInput
      label={label}
      value={note}
      maxLength={500}
      required={required}
      onChange={({ currentTarget }) => setNote(currentTarget.value)}
    />
  )
  return (
    <>
      <Group gap="xs">
        {state === 'pending' && <Button onClick={open('pay')}>{words.pay}</Button>}
        {(state === 'paid' || paymentProblem) && (
          <Button variant="default" onClick={open('refund')}>
            {words.refund}
          </Button>
        )}
        {state === 'pending' && (
          <Button color="red.9" variant="outline" onClick={open('cancel')}>
            {words.cancel}
          </Button>
        )}
      </Group>
      <Confirm
        opened={asked === 'pay'}
        harmless
        title={words.payTitle(amount, customerName)}
        consequence={
          <Stack gap="sm">
            <Text size="sm">
              {renewsId === null
                ? words.payConsequence(customerEmail)
                : words.renewConsequence(texts.validity(validitySeconds), customerEmail)}
            </Text>
            {noteField(words.payNote)}
          </Stack>
        }
        action={words.payAction(amount)}
        onConfirm={pay}
        onClose={close}
      />
      <Confirm
        opened={asked === 'cancel'}
        title={words.cancelTitle(number)}
        consequence={words.cancelConsequence(amount, customerName)}
        action={words.cancel}
        onConfirm={cancel}
        onClose={close}
      />
      <Confirm
        opened={asked === 'refund'}
        harmless
        title={words.refundTitle(amount)}
        consequence={
          <Stack gap="sm">
            <Text size="sm">{words.refundConsequence}</Text>
            {noteField(words.refundField, true)}
          </Stack>
        }
        action={words.refundAction}
        onConfirm={refund}
        onClose={close}
      />
    </>
  )
}
