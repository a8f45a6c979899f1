import { Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Shop } from '../../../../src/http/public/contract.ts'
import { useLanguage } from '../../language.tsx'
import type { Position } from '../../map/places/position-picker.tsx'
import { Answered } from '../../parts/answered.tsx'
import { useFields } from '../../parts/forms/use-fields.ts'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { useMoney } from '../../parts/text/use-money.ts'
import { Frame } from '../frame.tsx'
import { PlaceChoice } from '../place-choice.tsx'
import { useAbout } from '../state.ts'
import { shopApi, useShopWords } from './api.ts'
import { ExpectationNotice, useExpectation } from './expectation.tsx'
import { ProductChoice } from './product-choice.tsx'
import { RenewalLinks } from './renewal-links.tsx'

export function ShopPage() {
  const words = useShopWords()
  const { data: about } = useAbout()
  const asked = useQuery({ queryKey: ['shop'], queryFn: ({ signal }) => shopApi.shop(signal) })
  return (
    <Frame network={about?.network} title={words.title}>
      <Stack gap="lg" maw={720} mx="auto">
        <Stack gap={4}>
          <Title order={1} size="h2">
            {words.title}
          </Title>
          <Text c="dimmed">{words.hint}</Text>
        </Stack>
        <Answered asked={asked}>
          {(shop) => (
            <>
              {shop.mailsLinks && <RenewalLinks />}
              {shop.products.length === 0 ? <Text>{words.empty}</Text> : <OrderForm shop={shop} />}
            </>
          )}
        </Answered>
      </Stack>
    </Frame>
  )
}

function OrderForm({ shop: { products, stations } }: { shop: Shop }) {
  const words = useShopWords()
  const money = useMoney()
  const { language } = useLanguage()
  const only = products.length === 1 ? products[0]!.id : null
  const [productId, setProductId] = useState<number | null>(only)
  const [position, setPosition] = useState<Position | null>(null)
  const { data: expectation, error } = useExpectation(productId, position)
  const product = products.find(({ id }) => id === productId)
  const form = useFields(
    { customerName: '', customerEmail: '' },
    ({ customerName, customerEmail }) =>
      shopApi.order({
        productId: productId!,
        ...position!,
        customerName: customerName.trim(),
        customerEmail: customerEmail.trim(),
        language,
      }),
    ({ key }) => location.assign(`/orders/${key}`),
  )
  // Text fields report their own faults; this names the missing choice.
  const missing = !product
    ? words.chooseProduct
    : !position
      ? words.choosePlace
      : expectation?.covered
        ? null
        : words.chooseCovered
  return (
    <form onSubmit={(event) => form.onSubmit(event, missing === null)} noValidate>
      <Stack gap="xl">
        <Step title={words.product}>
          <ProductChoice products={products} value={productId} onChange={setProductId} />
        </Step>
        <Step title={words.place}>
          <PlaceChoice stations={stations} area={product?.fence ?? null} value={position} onChange={setPosition} />
          {position && product && <ExpectationNotice expectation={expectation} error={error} />}
        </Step>
        <Step title={words.customer}>
          <TextInput {...form.text('customerName')} label={words.name} autoComplete="name" maxLength={120} required />
          <TextInput
            {...form.text('customerEmail')}
            type="email"
            label={words.email}
            description={words.emailHint}
            autoComplete="email"
            maxLength={254}
            required
          />
        </Step>
        <Stack gap="xs">
          {form.problem && <ProblemPanel error={form.problem} />}
          {form.incomplete && missing && (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {missing}
            </Text>
          )}
          <Button type="submit" size="md" loading={form.sending}>
            {product ? words.submit(money(product)) : words.submitAny}
          </Button>
          <Hint ta="center">{words.afterwards}</Hint>
        </Stack>
      </Stack>
    </form>
  )
}

function Step({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
