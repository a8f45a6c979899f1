import { Checkbox } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { LinkButton, NewButton } from '../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../parts/forms/select/owner-select.tsx'
import { choiceFilter, type Filter, searchFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMoney } from '../../parts/text/use-money.ts'
import { useMay } from '../../session/session.tsx'
import { OrderDrawer } from './drawer.tsx'
import { OrderForm } from './form.tsx'
import { OrderMark } from './mark.tsx'
import { useOrderTexts } from './use-texts.ts'
import { useOrderWords } from './words.ts'

const PATH = '/orders'

export function OrderList({ opened }: { opened: string | undefined }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  const mayChange = useMay('orders.change')
  const list = useList('/orders', {
    words,
    path: PATH,
    filters: [
      searchFilter('q', words.search),
      choiceFilter('state', words.state, words.states),
      ownerFilter(words.owner),
      problemFilter(words.withProblem, words.attention),
    ],
    columns: [
      { key: 'number', by: ({ id }) => id, title: words.number, cell: ({ id }) => `#${id}` },
      {
        key: 'customer',
        by: ({ customerName }) => customerName,
        title: words.customer,
        cell: ({ customerName }) => customerName,
      },
      { key: 'state', by: ({ state }) => state, title: words.state, cell: (order) => <OrderMark {...order} /> },
      { key: 'what', behind: true, title: words.what, cell: texts.what },
      { key: 'amount', by: ({ amountMinor }) => amountMinor, title: words.amount, number: true, cell: money },
      {
        key: 'owner',
        behind: true,
        by: ({ ownerName }) => ownerName,
        title: words.owner,
        cell: ({ ownerName }) => ownerName,
      },
      {
        key: 'created',
        behind: true,
        by: ({ createdAt }) => createdAt,
        title: words.created,
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
    ],
    nameOf: ({ id }) => words.order(`#${id}`),
  })
  return (
    <ListPage
      list={list}
      actions={
        <>
          <LinkButton href={`${PATH}/products`} icon={IconPackage} text={words.products} />
          {mayChange && <NewButton href={`${PATH}/new`} text={words.create} />}
        </>
      }
    >
      {opened === 'new' && mayChange && <OrderForm />}
      {opened !== undefined && opened !== 'new' && <OrderDrawer id={opened} />}
    </ListPage>
  )
}

/** Orders with a payment that could not be applied. */
const problemFilter = (label: string, chip: string): Filter<'problem'> => ({
  name: 'problem',
  field: ({ values, set }) => (
    <Checkbox
      key="problem"
      style={{ alignSelf: 'center' }}
      label={label}
      checked={values.problem === 'true'}
      onChange={({ currentTarget }) => set('problem', currentTarget.checked ? 'true' : null)}
    />
  ),
  chip: () => chip,
})
