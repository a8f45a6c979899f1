import type { Customer } from '../../../../../src/http/console/contract/credentials/customers.ts'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../../parts/forms/select/owner-select.tsx'
import { searchFilter } from '../../../parts/lists/filters.tsx'
import { Empty, useFilteredPages } from '../../../parts/lists/list.tsx'
import { type Column, Listing } from '../../../parts/lists/listing.tsx'
import { Page } from '../../../parts/page.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { DayMoment } from '../../../parts/text/moment.tsx'
import { CellDetail } from '../../../parts/text/session-quality.tsx'
import { useMay, useMe } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useCredentialWords } from '../words.ts'
import { customerPath } from './path.ts'
import { useCustomerWords } from './words.ts'

export function CustomerList() {
  const words = useCustomerWords()
  const { issue } = useCredentialWords()
  const { user } = useMe()
  const mayIssue = useMay('credentials.change')
  const columns = useColumns()
  const { filters, pages, bar } = useFilteredPages('/customers', {
    filters: [searchFilter('q', words.search, (value) => `«${value}»`), ownerFilter(words.owner)],
    limit: 50,
  })
  return (
    <Page title={words.title} hint={words.hint}>
      {bar}
      <Listing
        label={words.title}
        pages={pages}
        columns={user.role === 'reseller' ? columns.filter(({ key }) => key !== 'owner') : columns}
        nameOf={nameOf}
        hrefOf={(customer) => pathOf(customer)}
        empty={
          filters.any ? (
            words.emptyFiltered
          ) : (
            <Empty text={words.empty} action={mayIssue && <NewButton href="/credentials/new" text={issue} />} />
          )
        }
      />
    </Page>
  )
}

const nameOf = ({ name, email, key }: Customer) => name ?? email ?? key
const pathOf = ({ ownerId, email, name }: Customer) =>
  customerPath(ownerId, { customerEmail: email, customerName: name })

function useColumns(): Column<Customer>[] {
  const words = useCustomerWords()
  const { none } = usePartWords()
  const { number } = useFigures()
  return [
    {
      key: 'customer',
      card: 'title',
      title: words.customer,
      cell: (customer) => (
        <>
          {nameOf(customer)}
          {customer.name && <CellDetail>{customer.email ?? words.noEmail}</CellDetail>}
        </>
      ),
    },
    { key: 'owner', card: 'left', title: words.owner, cell: ({ ownerName }) => ownerName },
    { key: 'active', title: words.active, number: true, cell: ({ active }) => number(active) },
    {
      key: 'credentials',
      behind: true,
      title: words.credentials,
      number: true,
      cell: ({ credentials, manyCredentials }) =>
        manyCredentials ? words.atLeast(number(credentials)) : number(credentials),
    },
    {
      key: 'nextEnd',
      card: 'right',
      title: words.nextEnd,
      cell: ({ nextEnd }) => <DayMoment at={nextEnd} none={none} />,
    },
    { key: 'connected', title: words.connected, number: true, cell: ({ connected }) => number(connected) },
    { key: 'orders', behind: true, title: words.orders, number: true, cell: ({ orders }) => number(orders) },
  ]
}
