import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { OwnerFilter, useOwner } from '../../../parts/forms/owner-select.tsx'
import { FilterChips, FilterSelect, useFilters } from '../../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../../parts/lists/listing.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Page } from '../../../parts/page.tsx'
import { Mark } from '../../../parts/text/mark.tsx'
import { useMoney } from '../../../parts/text/use-money.ts'
import { useMay, useMe } from '../../../session.tsx'
import type { Product } from '../types.ts'
import { useOrderTexts } from '../use-texts.ts'
import { useOrderWords } from '../words.ts'
import { ProductDrawer } from './drawer.tsx'
import { ProductForm } from './form.tsx'

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
