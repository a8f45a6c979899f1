import { BackButton, NewButton } from '../../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../../parts/forms/select/owner-select.tsx'
import { choiceFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { Mark } from '../../../parts/marks/mark.tsx'
import { useMoney } from '../../../parts/text/use-money.ts'
import { useMay } from '../../../session/session.tsx'
import { useOrderTexts } from '../use-texts.ts'
import { useOrderWords } from '../words.ts'
import { ProductDrawer } from './drawer.tsx'
import { ProductForm } from './form.tsx'

const PATH = '/orders/products'

export function ProductList({ opened }: { opened: string | undefined }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  const mayChange = useMay('orders.change')
  const list = useList('/products', {
    words: {
      title: words.products,
      hint: words.productsHint,
      empty: words.productsEmpty,
      emptyFiltered: words.productsEmptyFiltered,
    },
    path: PATH,
    filters: [choiceFilter('active', words.state, words.activeStates), ownerFilter(words.owner)],
    columns: [
      { key: 'name', by: ({ name }) => name, title: words.productName, cell: ({ name }) => name },
      {
        key: 'active',
        by: ({ active }) => Number(active),
        title: words.state,
        cell: ({ active }) => <Mark tone={active ? 'good' : 'unknown'} word={words.activeStates[`${active}`]} />,
      },
      {
        key: 'validity',
        by: ({ validitySeconds }) => validitySeconds,
        title: words.validity,
        cell: ({ validitySeconds }) => texts.validity(validitySeconds),
      },
      { key: 'serves', title: words.serves, cell: texts.serves },
      { key: 'price', by: ({ amountMinor }) => amountMinor, title: words.price, number: true, cell: money },
      { key: 'shop', title: words.inShop, cell: ({ inShop }) => (inShop ? words.yes : words.no) },
      { key: 'owner', by: ({ ownerName }) => ownerName, title: words.owner, cell: ({ ownerName }) => ownerName },
    ],
    nameOf: ({ name }) => name,
  })
  return (
    <ListPage
      list={list}
      actions={
        <>
          <BackButton href="/orders" text={words.back} />
          {mayChange && <NewButton href={`${PATH}/new`} text={words.productCreate} />}
        </>
      }
    >
      {opened === 'new' && mayChange && <ProductForm product={null} />}
      {opened !== undefined && opened !== 'new' && <ProductDrawer id={opened} />}
    </ListPage>
  )
}
