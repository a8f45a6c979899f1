import type { Product } from '../../../../../src/http/console/contract/orders.ts'
import { Answered } from '../../../parts/answered.tsx'
import { DetailDrawer } from '../../../parts/dialogs/detail-drawer.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useMoney } from '../../../parts/text/use-money.ts'
import { useAnswer } from '../../../service/answers.ts'
import { at } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useOrderTexts } from '../use-texts.ts'
import { useOrderWords } from '../words.ts'
import { ProductForm } from './form.tsx'

/** Shows the form to users who may change products, and the facts to others. */
export function ProductDrawer({ id }: { id: string }) {
  const mayChange = useMay('orders.change')
  const asked = useAnswer(at('/products/:id', { id }))
  const product = asked.data?.product
  if (product && mayChange) return <ProductForm key={id} product={product} />
  return (
    <DetailDrawer title={product?.name ?? id} listPath="/orders/products">
      <Answered asked={asked}>{({ product }) => <ProductFacts product={product} />}</Answered>
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
        [words.rinex, texts.rinex(product.rinexHoursPerMonth)],
        [words.owner, product.ownerName],
        [words.created, <Moment key="created" at={product.createdAt} />],
      ]}
    />
  )
}
