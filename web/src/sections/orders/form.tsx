// A new order: choosing a product fills in the rest, which stays editable.

import { Select, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Product } from '../../../../src/http/console/contract/orders.ts'
import type { Language } from '../../language.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { AccessFields } from '../../parts/forms/access-fields.tsx'
import { DateField } from '../../parts/forms/date-field.tsx'
import { DaysField } from '../../parts/forms/days-field.tsx'
import { Form } from '../../parts/forms/form.tsx'
import { OwnerSelect } from '../../parts/forms/select/owner-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { DAY_S, daysOf } from '../../parts/forms/validity.ts'
import { notify } from '../../parts/notify.ts'
import { type Currency, decimalOf, minorOf } from '../../parts/text/money.ts'
import { useAnswer, useRenew } from '../../service/answers.ts'
import { api } from '../../service/api.ts'
import { useMe } from '../../session/session.tsx'
import { keepLastOwner, lastOwner } from '../credentials/issue/last-owner.ts'
import { AmountFields, lacksOfAmount } from './amount-fields.tsx'
import { useOrderWords } from './words.ts'

const MOST_PRODUCTS = 200

const EMPTY = {
  ownerId: null as number | null,
  productId: null as number | null,
  customerName: '',
  customerEmail: '',
  language: 'es' as Language,
  stationId: null as number | null,
  groupId: null as number | null,
  days: 30,
  startsAt: '',
  amount: '',
  currency: 'MXN' as Currency,
}

export function OrderForm() {
  const words = useOrderWords()
  const { user } = useMe()
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    { ...EMPTY, ownerId: user.ownerId ?? lastOwner() },
    (values) => api.post('/orders', bodyOf(values)),
    ({ order }) => {
      void renew('/orders')
      keepLastOwner(order.ownerId)
      notify(words.made(`#${order.id}`))
      go(`/orders/${order.id}`)
    },
    lacksOfAmount,
  )
  const { values, value, text, faultOf } = form
  const products = useProducts(values.ownerId)
  const choose = (productId: number | null) =>
    form.setValues((now) => ({ ...now, productId, ...valuesOf(products.find(({ id }) => id === productId)) }))
  return (
    <DetailDrawer title={words.create} listPath="/orders">
      <Form form={form} action={words.createAction}>
        <OwnerSelect
          {...value('ownerId')}
          label={words.owner}
          onChange={(ownerId) => form.setValues((now) => ({ ...now, ownerId, productId: null }))}
          required
        />
        {products.length > 0 && (
          <Select
            label={words.product}
            placeholder={words.noProduct}
            data={products.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.productId === null ? null : String(values.productId)}
            onChange={(chosen) => choose(chosen === null ? null : Number(chosen))}
            error={faultOf('productId')}
            clearable
            searchable
          />
        )}
        <TextInput {...text('customerName')} label={words.customerName} maxLength={120} autoComplete="off" required />
        <TextInput
          {...text('customerEmail')}
          type="email"
          label={words.email}
          maxLength={254}
          autoComplete="off"
          required
        />
        <AccessFields
          station={value('stationId')}
          group={value('groupId')}
          label={words.serves}
          placeholder={words.wholeNetwork}
        />
        <DaysField {...value('days')} label={words.validityDays} error={faultOf('validitySeconds')} required />
        <DateField
          {...text('startsAt')}
          type="date"
          label={words.start}
          description={words.startHint}
          error={faultOf('startsAt')}
        />
        <AmountFields
          label={words.amount}
          amount={value('amount')}
          currency={value('currency')}
          fault={faultOf('amountMinor')}
        />
        <Select {...form.choice('language', words.languages)} label={words.language} />
      </Form>
    </DetailDrawer>
  )
}

function useProducts(ownerId: number | null): readonly Product[] {
  const query = { ownerId, active: 'true', limit: MOST_PRODUCTS } as const
  const { data } = useAnswer('/products', { query, enabled: ownerId !== null })
  return data?.products ?? []
}

const valuesOf = (product: Product | undefined) =>
  product
    ? {
        stationId: product.station?.id ?? null,
        groupId: product.group?.id ?? null,
        days: daysOf(product.validitySeconds),
        amount: decimalOf(product),
        currency: product.currency,
      }
    : {}

const bodyOf = ({ ownerId, days, amount, startsAt, productId, stationId, groupId, ...values }: typeof EMPTY) => ({
  ...values,
  ownerId: ownerId!,
  customerName: values.customerName.trim(),
  customerEmail: values.customerEmail.trim(),
  productId: productId ?? undefined,
  stationId: stationId ?? undefined,
  groupId: groupId ?? undefined,
  validitySeconds: days * DAY_S,
  amountMinor: minorOf(amount, values.currency)!,
  startsAt: startsAt || undefined,
})
