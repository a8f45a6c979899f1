import { Flex, Group, Radio, Stack, Text } from '@mantine/core'
import type { ShopProduct } from '../../../../src/http/public/contract.ts'
import { useGeofenceText } from '../../parts/text/geofence-text.ts'
import { Hint } from '../../parts/text/hint.ts'
import { useMoney } from '../../parts/text/use-money.ts'
import { usePartWords } from '../../words/common.ts'
import { useShopWords } from './api.ts'
import classes from './shop.module.css'
import { useShopTexts } from './texts.ts'

export function ProductChoice({
  products,
  value,
  onChange,
}: {
  products: readonly ShopProduct[]
  value: number | null
  onChange: (productId: number) => void
}) {
  const words = useShopWords()
  const texts = useShopTexts()
  const money = useMoney()
  const { fence: area } = usePartWords()
  const geofenceText = useGeofenceText()
  return (
    <Radio.Group
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(Number(id))}
      aria-label={words.product}
    >
      <Stack gap="xs">
        {products.map((product) => (
          <Radio.Card key={product.id} value={String(product.id)} p="md" className={classes.product ?? ''}>
            <Group wrap="nowrap" align="flex-start">
              <Radio.Indicator mt={2} />
              {/* On phones the price is below. */}
              <Flex direction={{ base: 'column', xs: 'row' }} justify="space-between" gap={4} flex={1} miw={0}>
                <Stack gap={2} miw={0}>
                  <Text fw={600}>{product.name}</Text>
                  <Hint>
                    {texts.validity(product.validitySeconds)} · {texts.access(product)}
                  </Hint>
                  {product.fence && (
                    <Hint>
                      {product.fence.shape === 'polygon' ? words.onlyOnMap : area.sentence(geofenceText(product.fence))}
                    </Hint>
                  )}
                </Stack>
                <Text fw={600} style={{ whiteSpace: 'nowrap' }}>
                  {money(product)}
                </Text>
              </Flex>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  )
}
