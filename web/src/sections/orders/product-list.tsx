import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { FilterChips, FilterSelect, useFilters } from '../../parts/filters.tsx'
import { type Column, Listing } from '../../parts/listing.tsx'
import { Mark } from '../../parts/mark.tsx'
import { OwnerFilter, useOwner } from '../../parts/owner-select.tsx'
import { Page } from '../../parts/page.tsx'
import { useMoney } from '../../parts/use-money.ts'
import { usePages } from '../../parts/use-pages.ts'
import { useMay, useMe } from '../../session.tsx'
import { ProductDrawer } from './product-drawer.tsx'
import { ProductForm } from './product-form.tsx'
import type { Product } from './types.ts'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

const PATH = '/orders/products'

export function ProductList({ opened }: { opened: string | undefined }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  const { user } = useMe()
  const mayChange = useMay('orders.change')
  const filters = useFilters(['active', 'ownerId'])
  const filteredOwner = useOwner(filters.values.ownerId ? Number(filters.values.ownerId) : null)
  const pages = usePages<Product>('/products', 'products', filters.values)
  const columns: Column<Product>[] = [
    { key: 'name', title: words.productName, cell: ({ name }) => name },
    {
      key: 'active',
      title: words.state,
      cell: ({ active }) => <Mark tone={active ? 'good' : 'unknown'} word={words.activeStates[`${active}`]} />,
    },
    { key: 'validity', title: words.validity, cell: ({ validitySeconds }) => texts.validity(validitySeconds) },
    { key: 'serves', title: words.serves, cell: texts.serves },
    { key: 'price', title: words.price, number: true, cell: money },
    { key: 'shop', title: words.inShop, cell: ({ inShop }) => (inShop ? words.yes : words.no) },
    { key: 'owner', title: words.owner, cell: ({ ownerName }) => ownerName },
  ]
  return (
    <Page
      title={words.products}
      hint={words.productsHint}
      actions={
        <>
          <Button
            component={Link}
            href="/orders"
            variant="default"
            leftSection={<IconArrowLeft size={16} aria-hidden />}
          >
            {words.back}
          </Button>
          {mayChange && (
            <Button component={Link} href={`${PATH}/new`} leftSection={<IconPlus size={16} aria-hidden />}>
              {words.productCreate}
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs">
        <FilterSelect
          filters={filters}
          name="active"
          label={words.state}
          choices={(['true', 'false'] as const).map((value) => ({ value, label: words.activeStates[value] }))}
        />
        <OwnerFilter filters={filters} name="ownerId" label={words.owner} />
      </Group>
      <FilterChips
        filters={filters}
        textOf={(name, value) =>
          name === 'ownerId' ? (filteredOwner?.name ?? value) : words.activeStates[value as 'true' | 'false']
        }
      />
      <Listing
        label={words.products}
        pages={pages}
        columns={user.role === 'reseller' ? columns.filter(({ key }) => key !== 'owner') : columns}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        hrefOf={({ id }) => `${PATH}/${id}`}
        empty={filters.any ? words.productsEmptyFiltered : words.productsEmpty}
      />
      {opened === 'new' && mayChange && <ProductForm product={null} />}
      {opened !== undefined && opened !== 'new' && <ProductDrawer id={opened} />}
    </Page>
  )
}
