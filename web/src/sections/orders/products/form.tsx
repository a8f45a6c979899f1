import { Box, Input, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { useLocation } from 'wouter'
import type { Product } from '../../../../../src/http/console/contract/orders.ts'
import { GeofenceFields } from '../../../map/places/geofence-fields.tsx'
import { geofenceIn, typedGeofence } from '../../../map/places/typed-geofence.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { DaysField } from '../../../parts/forms/days-field.tsx'
import { Form } from '../../../parts/forms/form.tsx'
import { GroupSelect } from '../../../parts/forms/select/group-select.tsx'
import { OwnerSelect } from '../../../parts/forms/select/owner-select.tsx'
import { StationSelect } from '../../../parts/forms/select/station-select.tsx'
import { useFields } from '../../../parts/forms/use-fields.ts'
import { DAY_S, daysOf } from '../../../parts/forms/validity.ts'
import { notify } from '../../../parts/notify.ts'
import { type Currency, decimalOf, minorOf } from '../../../parts/text/money.ts'
import { useRenew } from '../../../service/answers.ts'
import { api, at } from '../../../service/api.ts'
import { useMe } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { keepLastOwner, lastOwner } from '../../credentials/issue/last-owner.ts'
import { AmountFields, lacksOfAmount } from '../amount-fields.tsx'
import { useOrderWords } from '../words.ts'

const PATH = '/orders/products'

const valuesOf = (product: Product | null, ownerId: number | null) => ({
  ownerId: product?.ownerId ?? ownerId,
  name: product?.name ?? '',
  days: daysOf(product?.validitySeconds ?? 30 * DAY_S),
  serves: product?.serves ?? ('place' as Product['serves']),
  stationId: product?.station?.id ?? null,
  groupId: product?.group?.id ?? null,
  amount: product ? decimalOf(product) : '',
  currency: product?.currency ?? ('MXN' as Currency),
  active: product?.active ?? true,
  inShop: product?.inShop ?? false,
  rinex: rinexOf(product ? product.rinexHoursPerMonth : 0),
  rinexHours: product?.rinexHoursPerMonth || 20,
  fence: typedGeofence(product?.fence ?? null),
})

type Values = ReturnType<typeof valuesOf>

/** `product` is `null` for a new product. */
export function ProductForm({ product }: { product: Product | null }) {
  const words = useOrderWords()
  const { fence: area } = usePartWords()
  const { user } = useMe()
  const [, go] = useLocation()
  const renew = useRenew()
  const form = useFields(
    valuesOf(product, user.ownerId ?? lastOwner()),
    (values) => save(product, values),
    ({ product: { name, ownerId } }) => {
      keepLastOwner(ownerId)
      void renew('/products')
      notify(product ? words.productSaved(name) : words.productMade(name))
      go(PATH)
    },
    lacksOfAmount,
  )
  const { values, value, text, faultOf } = form
  return (
    <DetailDrawer title={product?.name ?? words.productCreate} listPath={PATH}>
      <Form
        form={form}
        action={product ? words.save : words.productCreate}
        complete={geofenceIn(values.fence) !== undefined}
      >
        {!product && <OwnerSelect {...value('ownerId')} label={words.owner} required />}
        <TextInput
          {...text('name')}
          label={words.productName}
          description={words.productNameHint}
          maxLength={120}
          required
        />
        <DaysField {...value('days')} label={words.validityDays} error={faultOf('validitySeconds')} required />
        <Select {...form.choice('serves', words.servesKinds)} label={words.serves} description={words.servesHint} />
        {values.serves === 'station' && <StationSelect {...value('stationId')} label={words.station} required />}
        {values.serves === 'group' && <GroupSelect {...value('groupId')} label={words.group} required />}
        <AmountFields
          label={words.price}
          amount={value('amount')}
          currency={value('currency')}
          fault={faultOf('amountMinor')}
        />
        <Input.Wrapper label={area.area} description={area.productHint} labelElement="div">
          <Box mt={8}>
            <GeofenceFields {...value('fence')} fault={faultOf('fence')} radiusFault={faultOf('fence.radiusKm')} />
          </Box>
        </Input.Wrapper>
        <Select {...form.choice('rinex', words.rinexKinds)} label={words.rinex} description={words.rinexHint} />
        {values.rinex === 'hours' && (
          <NumberInput
            {...value('rinexHours')}
            onChange={(hours) => form.set('rinexHours', Number(hours))}
            label={words.rinexHours}
            error={faultOf('rinexHoursPerMonth')}
            min={1}
            max={10_000}
            allowDecimal={false}
            required
          />
        )}
        <Switch {...form.flag('active')} label={words.offered} description={words.activeHint} />
        {user.role !== 'reseller' && (
          <Switch {...form.flag('inShop')} label={words.inShop} description={words.inShopHint} />
        )}
      </Form>
    </DetailDrawer>
  )
}

const RINEX_HOURS = { off: () => 0, hours: (hours: number) => hours, included: () => null }

const rinexOf = (hours: number | null): keyof typeof RINEX_HOURS =>
  hours === null ? 'included' : hours === 0 ? 'off' : 'hours'

function save(
  product: Product | null,
  { ownerId, days, amount, stationId, groupId, rinex, rinexHours, ...values }: Values,
) {
  const body = {
    ...values,
    fence: geofenceIn(values.fence)!,
    rinexHoursPerMonth: RINEX_HOURS[rinex](rinexHours),
    name: values.name.trim(),
    stationId: values.serves === 'station' ? stationId : null,
    groupId: values.serves === 'group' ? groupId : null,
    // A validity in hours stays exact unless the days are changed.
    validitySeconds: product && daysOf(product.validitySeconds) === days ? product.validitySeconds : days * DAY_S,
    amountMinor: minorOf(amount, values.currency)!,
  }
  return product ? api.patch(at('/products/:id', product), body) : api.post('/products', { ...body, ownerId: ownerId! })
}
