// A new order: a product fills in the rest, and everything stays open to change.
import { Button, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../api.ts'
import { LANGUAGES, type Language } from '../../language.tsx'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { OwnerSelect } from '../../parts/forms/owner-select.tsx'
import { StationSelect } from '../../parts/forms/station-select.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { type Currency, decimalOf, minorOf } from '../../parts/text/money.ts'
import { useMe } from '../../session.tsx'
import { keepLastOwner, lastOwner } from '../credentials/issue/last-owner.ts'
import { AmountFields } from './amount-fields.tsx'
import { DAY_S, type Order, type Product } from './types.ts'
import { useOrderWords } from './words.ts'

const MOST_PRODUCTS = 200

const EMPTY = {
  ownerId: null as number | null,
  productId: null as number | null,
  customerName: '',
  customerEmail: '',
  language: 'es' as Language,
  stationId: null as number | null,
  days: 30,
  startsAt: '',
  amount: '',
  currency: 'MXN' as Currency,
}

export function OrderForm() {
  const words = useOrderWords()
  const { user } = useMe()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const form = useFields(
    { ...EMPTY, ownerId: user.ownerId ?? lastOwner() },
    (values) => api.post<{ order: Order }>('/orders', bodyOf(values)),
    ({ order }) => {
      void queries.invalidateQueries({ queryKey: ['/orders'] })
      keepLastOwner(order.ownerId)
      notify(words.made(`#${order.id}`))
      go(`/orders/${order.id}`)
    },
  )
  const { values, set, text, faultOf } = form
  const products = useProducts(values.ownerId)
  const choose = (productId: number | null) =>
    form.setValues((now) => ({ ...now, productId, ...valuesOf(products.find(({ id }) => id === productId)) }))
  const complete =
    values.ownerId !== null &&
    values.customerName.trim() !== '' &&
    values.customerEmail !== '' &&
    values.days >= 1 &&
    minorOf(values.amount, values.currency) !== null
  return (
    <DetailDrawer title={words.create} listPath="/orders">
      <form onSubmit={form.onSubmit}>
        <Stack>
          <OwnerSelect
            label={words.owner}
            value={values.ownerId}
            onChange={(ownerId) => form.setValues((now) => ({ ...now, ownerId, productId: null }))}
            error={faultOf('ownerId')}
            required
          />
          {products.length > 0 && (
            <Select
              label={words.product}
              placeholder={words.noProduct}
              data={products.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={values.productId === null ? null : String(values.productId)}
              onChange={(value) => choose(value === null ? null : Number(value))}
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
          <StationSelect
            label={words.serves}
            placeholder={words.wholeNetwork}
            value={values.stationId}
            onChange={(id) => set('stationId', id)}
            error={faultOf('stationId')}
          />
          <NumberInput
            label={words.validityDays}
            min={1}
            max={365}
            allowDecimal={false}
            value={values.days}
            onChange={(days) => set('days', Number(days))}
            error={faultOf('validitySeconds' as never)}
            required
          />
          <TextInput
            {...text('startsAt')}
            type="date"
            label={words.start}
            description={words.startHint}
            error={faultOf('startsAt' as never)}
          />
          <AmountFields
            label={words.amount}
            amount={values.amount}
            currency={values.currency}
            onAmount={(amount) => set('amount', amount)}
            onCurrency={(currency) => set('currency', currency)}
          />
          <Select
            label={words.language}
            data={LANGUAGES.map((value) => ({ value, label: words.languages[value] }))}
            value={values.language}
            onChange={(value) => set('language', value as Language)}
            allowDeselect={false}
          />
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button type="submit" loading={form.sending} disabled={!complete}>
            {words.create}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}

function useProducts(ownerId: number | null): readonly Product[] {
  const query = { ownerId, active: true, limit: MOST_PRODUCTS }
  const { data } = useQuery({
    queryKey: ['/products', query],
    queryFn: ({ signal }) => api.get<{ products: Product[] }>('/products', query, signal),
    enabled: ownerId !== null,
  })
  return data?.products ?? []
}

const valuesOf = (product: Product | undefined) =>
  product
    ? {
        stationId: product.station?.id ?? null,
        days: Math.max(1, Math.round(product.validitySeconds / DAY_S)),
        amount: decimalOf(product),
        currency: product.currency,
      }
    : {}

const bodyOf = ({ days, amount, startsAt, productId, stationId, ...values }: typeof EMPTY) => ({
  ...values,
  customerName: values.customerName.trim(),
  customerEmail: values.customerEmail.trim(),
  productId: productId ?? undefined,
  stationId: stationId ?? undefined,
  validitySeconds: days * DAY_S,
  amountMinor: minorOf(amount, values.currency),
  startsAt: startsAt || undefined,
})
