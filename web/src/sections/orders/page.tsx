import { Route, Switch } from 'wouter'
import { OrderList } from './list.tsx'
import { ProductList } from './products/list.tsx'

const ORDERS_PATH = '/orders'
const PRODUCTS_PATH = '/orders/products'

export default function OrdersPage() {
  return (
    <Switch>
      <Route path={`${PRODUCTS_PATH}/:id?`}>{({ id }) => <ProductList opened={id} />}</Route>
      <Route path={`${ORDERS_PATH}/:id?`}>{({ id }) => <OrderList opened={id} />}</Route>
    </Switch>
  )
}
