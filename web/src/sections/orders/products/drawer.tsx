import { useQuery } from '@tanstack/react-query'
import { api } from '../../../api.ts'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useMoney } from '../../../parts/text/use-money.ts'
import { Waiting } from '../../../parts/waiting.tsx'
import { useMay } from '../../../session.tsx'
import type { Product } from '../types.ts'
import { useOrderTexts } from '../use-texts.ts'
import { useOrderWords } from '../words.ts'
import { ProductForm } from './form.tsx'

/** Who may change it gets the form at once; the others what it says. */
export function ProductDrawer({ id }: { id: string }) {
  const mayChange = useMay('orders.change')
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/products', id],
    queryFn: ({ signal }) => api.get<{ product: Product }>(`/products/${id}`, {}, signal),
  })
  if (data && mayChange) return <ProductForm key={id} product={data.product} />
  return (
    <DetailDrawer title={data?.product.name ?? id} listPath="/orders/products">
      {isPending && <Waiting />}
      {error && <ProblemPanel error={error} again={refetch} />}
      {data && <ProductFacts product={data.product} />}
    </DetailDrawer>
  )
}

function ProductFacts({ product }: { product: Product }) {
  const words = useOrderWords()
  const texts = useOrderTexts()
  const money = useMoney()
  return (
    <Facts
      facts={[
        [words.state, words.activeStates[`${product.active}`]],
        [words.price, money(product)],
        [words.validity, texts.validity(product.validitySeconds)],
        [words.serves, texts.serves(product)],
        [words.inShop, product.inShop ? words.yes : words.no],
        [words.owner, product.ownerName],
        [words.created, <Moment key="created" at={product.createdAt} />],
      ]}
    />
  )
}
