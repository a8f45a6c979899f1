import { Button, Checkbox, Group } from '@mantine/core'
import { IconPackage, IconPlus } from '@tabler/icons-react'
import { Link } from 'wouter'
import { OwnerFilter, useOwner } from '../../parts/forms/owner-select.tsx'
import { FilterChips, FilterSelect, SearchField, useFilters } from '../../parts/lists/filters.tsx'
import { type Column, Listing } from '../../parts/lists/listing.tsx'
import { usePages } from '../../parts/lists/use-pages.ts'
import { Page } from '../../parts/page.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMoney } from '../../parts/text/use-money.ts'
import { useMay, useMe } from '../../session.tsx'
import { OrderDrawer } from './drawer.tsx'
import { OrderForm } from './form.tsx'
import { OrderMark } from './mark.tsx'
import { ORDER_STATES, type Order } from './types.ts'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

export function OrderList({ opened }: { opened: string | undefined }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  const { user } = useMe()
  const mayChange = useMay('orders.change')
  const filters = useFilters(['q', 'state', 'problem', 'ownerId'])
  const filteredOwner = useOwner(filters.values.ownerId ? Number(filters.values.ownerId) : null)
  const pages = usePages<Order>('/orders', 'orders', filters.values)
  const columns: Column<Order>[] = [
    { key: 'number', title: words.number, cell: ({ id }) => `#${id}` },
    { key: 'customer', title: words.customer, cell: ({ customerName }) => customerName },
    { key: 'state', title: words.state, cell: (order) => <OrderMark {...order} /> },
    { key: 'what', title: words.what, cell: texts.what },
    { key: 'amount', title: words.amount, number: true, cell: money },
    { key: 'owner', title: words.owner, cell: ({ ownerName }) => ownerName },
    { key: 'created', title: words.created, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ]
  const chipText = (name: string, value: string) => {
    if (name === 'ownerId') return filteredOwner?.name ?? value
    if (name === 'problem') return words.attention
    return name === 'state' ? words.states[value as Order['state']] : value
  }
  return (
    <Page
      title={words.title}
      hint={words.hint}
      actions={
        <>
          <Button
            component={Link}
            href="/orders/products"
            variant="default"
            leftSection={<IconPackage size={16} aria-hidden />}
          >
            {words.products}
          </Button>
          {mayChange && (
            <Button component={Link} href="/orders/new" leftSection={<IconPlus size={16} aria-hidden />}>
              {words.create}
            </Button>
          )}
        </>
      }
    >
      <Group gap="xs">
        <SearchField filters={filters} name="q" label={words.search} />
        <FilterSelect
          filters={filters}
          name="state"
          label={words.state}
          choices={ORDER_STATES.map((value) => ({ value, label: words.states[value] }))}
        />
        <OwnerFilter filters={filters} name="ownerId" label={words.owner} />
        <Checkbox
          label={words.withProblem}
          checked={filters.values.problem === 'true'}
          onChange={({ currentTarget }) => filters.set('problem', currentTarget.checked ? 'true' : null)}
        />
      </Group>
      <FilterChips filters={filters} textOf={chipText} />
      <Listing
        label={words.title}
        pages={pages}
        columns={user.role === 'reseller' ? columns.filter(({ key }) => key !== 'owner') : columns}
        idOf={({ id }) => id}
        nameOf={({ id }) => words.order(`#${id}`)}
        hrefOf={({ id }) => `/orders/${id}`}
        empty={filters.any ? words.emptyFiltered : words.empty}
      />
      {opened === 'new' && mayChange && <OrderForm />}
      {opened !== undefined && opened !== 'new' && <OrderDrawer id={opened} />}
    </Page>
  )
}
