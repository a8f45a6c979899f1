import { useRoute } from 'wouter'
import { CustomerList } from './list.tsx'
import { CustomerPage } from './one.tsx'
import { customerIn } from './path.ts'

export default function CustomersPage() {
  const [isOne, one] = useRoute('/customers/:ownerId/:customer')
  if (!isOne) return <CustomerList />
  const customer = customerIn(one.customer)
  return <CustomerPage key={`${one.ownerId} ${customer}`} ownerId={one.ownerId} customer={customer} />
}
