import { Button, NumberInput, Select, Stack, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { OwnerSelect } from '../../../parts/forms/owner-select.tsx'
import { StationSelect } from '../../../parts/forms/station-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { notify } from '../../../parts/notify.ts'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { type Currency, decimalOf, minorOf } from '../../../parts/text/money.ts'
import { useMe } from '../../../session.tsx'
import { keepLastOwner, lastOwner } from '../../credentials/issue/last-owner.ts'
import { AmountFields } from '../amount-fields.tsx'
import { DAY_S, type Product, SERVES, type Serves } from '../types.ts'
import { useOrderWords } from '../words.ts'

const PATH = '/orders/products'

const valuesOf = (product: Product | null, ownerId: number | null) => ({
  ownerId: product?.ownerId ?? ownerId,
  name: product?.name ?? '',
  days: Math.max(1, Math.round((product?.validitySeconds ?? 30 * DAY_S) / DAY_S)),
  serves: product?.serves ?? ('place' as Serves),
  stationId: product?.station?.id ?? null,
  amount: product ? decimalOf(product) : '',
  currency: product?.currency ?? ('MXN' as Currency),
  active: product?.active ?? true,
  inShop: product?.inShop ?? false,
})

type Values = ReturnType<typeof valuesOf>

/** A new product, or one that exists. */
export function ProductForm({ product }: { product: Product | null }) {
  const words = useOrderWords()
  const { user } = useMe()
  const [, go] = useLocation()
  const queries = useQueryClient()
  const form = useFields(
    valuesOf(product, user.ownerId ?? lastOwner()),
    (values) => save(product, values),
    ({ product: { name, ownerId } }) => {
      keepLastOwner(ownerId)
      void queries.invalidateQueries({ queryKey: ['/products'] })
      notify(product ? words.productSaved(name) : words.productMade(name))
      go(PATH)
    },
  )
  const { values, set, text, faultOf } = form
  const complete =
    values.ownerId !== null &&
    values.name.trim() !== '' &&
    values.days >= 1 &&
    (values.serves !== 'station' || values.stationId !== null) &&
    minorOf(values.amount, values.currency) !== null
  return (
    <DetailDrawer title={product?.name ?? words.productCreate} listPath={PATH}>
      <form onSubmit={form.onSubmit}>
        <Stack>
          {!product && (
            <OwnerSelect
              label={words.owner}
              value={values.ownerId}
              onChange={(id) => set('ownerId', id)}
              error={faultOf('ownerId')}
              required
            />
          )}
          <TextInput
            {...text('name')}
            label={words.productName}
            description={words.productNameHint}
            maxLength={120}
            required
          />
          <NumberInput
            label={words.validityDays}
            min={1}
            max={365}
            allowDecimal={false}
            value={values.days}
            onChange={(days) => set('days', Number(days))}
            required
          />
          <Select
            label={words.serves}
            description={words.servesHint}
            data={SERVES.map((value) => ({ value, label: words.servesKinds[value] }))}
            value={values.serves}
            onChange={(value) => set('serves', value as Serves)}
            allowDeselect={false}
          />
          {values.serves === 'station' && (
            <StationSelect
              label={words.station}
              value={values.stationId}
              onChange={(id) => set('stationId', id)}
              error={faultOf('stationId')}
            />
          )}
          <AmountFields
            label={words.price}
            amount={values.amount}
            currency={values.currency}
            onAmount={(amount) => set('amount', amount)}
            onCurrency={(currency) => set('currency', currency)}
          />
          <Switch
            label={words.offered}
            description={words.activeHint}
            checked={values.active}
            onChange={({ currentTarget }) => set('active', currentTarget.checked)}
          />
          {user.role !== 'reseller' && (
            <Switch
              label={words.inShop}
              description={words.inShopHint}
              checked={values.inShop}
              onChange={({ currentTarget }) => set('inShop', currentTarget.checked)}
            />
          )}
          {form.problem && <ProblemPanel error={form.problem} />}
          <Button type="submit" loading={form.sending} disabled={!complete}>
            {product ? words.save : words.productCreate}
          </Button>
        </Stack>
      </form>
    </DetailDrawer>
  )
}

function save(product: Product | null, { ownerId, days, amount, stationId, ...values }: Values) {
  const body = {
    ...values,
    name: values.name.trim(),
    stationId: values.serves === 'station' ? stationId : null,
    // A validity in hours stays what it is unless its days are changed.
    validitySeconds:
      product && Math.max(1, Math.round(product.validitySeconds / DAY_S)) === days
        ? product.validitySeconds
        : days * DAY_S,
    amountMinor: minorOf(amount, values.currency),
  }
  return product
    ? api.patch<{ product: Product }>(`/products/${product.id}`, body)
    : api.post<{ product: Product }>('/products', { ...body, ownerId })
}
