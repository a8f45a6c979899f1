import { useRoute } from 'wouter'
import { NewButton } from '../../../parts/buttons/link-button.tsx'
import { searchFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { usePeopleWords } from '../words.ts'
import { useCountText } from './count-text.ts'
import { OwnerCreation } from './creation.tsx'
import { OwnerDrawer } from './drawer.tsx'

const PATH = '/people/owners'

export default function OwnersPage() {
  const all = usePeopleWords()
  const words = all.owners
  const parts = usePartWords()
  const mayChange = useMay('owners.change')
  const countText = useCountText()
  const [, params] = useRoute(`${PATH}/:id`)
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
      {params?.id === 'new' && mayChange && <OwnerCreation />}
      {params && params.id !== 'new' && <OwnerDrawer key={params.id} id={params.id} />}
    </ListPage>
  )
}
