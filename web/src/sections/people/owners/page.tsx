import { Route, Switch } from 'wouter'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { searchFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'
import { useCountText } from './count-text.ts'
import { OwnerCreation } from './creation.tsx'
import { OwnerPage } from './one.tsx'

const PATH = '/people/owners'

/** An organization has a page of its own; a new one is created in the drawer. */
export default function OwnersPage() {
  return (
    <Switch>
      <Route path={`${PATH}/new`}>
        <OwnerList creating />
      </Route>
      <Route path={`${PATH}/:id/:act?`}>
        {({ id, act }) => <OwnerPage key={id} id={id} isEdited={act === 'edit'} />}
      </Route>
      <Route>
        <OwnerList />
      </Route>
    </Switch>
  )
}

function OwnerList({ creating = false }: { creating?: boolean }) {
  const all = usePeopleWords()
  const words = all.owners
  const parts = usePartWords()
  const mayChange = useMay('owners.change')
  const countText = useCountText()
  const list = useList('/owners', {
    words,
    path: PATH,
    limit: 50,
    filters: [searchFilter('search', words.search)],
    columns: [
      { key: 'name', by: ({ name }) => name, title: all.name, cell: ({ name }) => name },
      { key: 'email', by: ({ email }) => email, title: all.email, cell: ({ email }) => email ?? '—' },
      {
        key: 'credentials',
        title: words.credentialsShort,
        number: true,
        cell: ({ credentials }) => countText(credentials),
      },
      { key: 'tokens', behind: true, title: words.tokensShort, number: true, cell: ({ tokens }) => countText(tokens) },
      {
        key: 'webhooks',
        behind: true,
        title: words.webhooksShort,
        number: true,
        cell: ({ activeWebhooks }) => countText(activeWebhooks),
      },
      {
        key: 'created',
        behind: true,
        by: ({ createdAt }) => createdAt,
        title: parts.created,
        cell: ({ createdAt }) => <Moment at={createdAt} />,
      },
    ],
    nameOf: ({ name }) => name,
  })
  return (
    <ListPage list={list} actions={mayChange && <NewButton href={`${PATH}/new`} text={words.add} />}>
      {creating && mayChange && <OwnerCreation />}
    </ListPage>
  )
}
