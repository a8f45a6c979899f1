import { useState } from 'react'
import { useLocation, useRoute } from 'wouter'
import { NewButton, ReferenceButton } from '../../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../../parts/forms/select/owner-select.tsx'
import { choiceFilter } from '../../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../../parts/lists/list.tsx'
import { TestBadge } from '../../../parts/marks/test-badge.tsx'
import { LogMoment, Moment } from '../../../parts/text/moment.tsx'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { TokenDrawer } from './drawer.tsx'
import { type MadeToken, TokenForm } from './form.tsx'
import { TokenMark } from './mark.tsx'
import { TokenSecret } from './secret.tsx'
import { useTokenWords } from './words.ts'

const PATH = '/platform/tokens'

export default function TokensPage() {
  const words = useTokenWords()
  const parts = usePartWords()
  const mayChange = useMay('tokens.change')
  const [, go] = useLocation()
  const [, params] = useRoute(`${PATH}/:id`)
  const [made, setMade] = useState<MadeToken | null>(null)
  const list = useList('/tokens', {
    words,
    path: PATH,
    filters: [choiceFilter('state', parts.state, words.states), ownerFilter(parts.owner)],
    columns: [
      {
        key: 'name',
        card: 'title',
        by: ({ name }) => name,
        title: words.name,
        cell: ({ name, test }) =>
          test ? (
            <>
              {name}
              <TestBadge />
            </>
          ) : (
            name
          ),
      },
      {
        key: 'state',
        card: 'state',
        by: ({ state }) => state,
        title: parts.state,
        cell: ({ state }) => <TokenMark state={state} />,
      },
      {
        key: 'owner',
        card: 'left',
        by: ({ ownerName }) => ownerName,
        title: parts.owner,
        cell: ({ ownerName }) => ownerName,
      },
      {
        key: 'scopes',
        behind: true,
        title: words.scopes,
        cell: ({ scopes }) => scopes.map((scope) => words.scope[scope][0]).join(', '),
      },
      {
        key: 'limits',
        behind: true,
        title: words.limits,
        cell: ({ limits }) => limits.map((limit) => words.limit[limit][0]).join(' · ') || parts.none,
      },
      {
        key: 'lastUsed',
        card: 'right',
        by: ({ lastUsedAt }) => lastUsedAt,
        title: words.lastUsed,
        cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} none={words.neverUsed} />,
      },
      {
        key: 'expires',
        behind: true,
        by: ({ expiresAt }) => expiresAt,
        title: words.expires,
        cell: ({ expiresAt }) => <LogMoment at={expiresAt} none={words.neverExpires} />,
      },
    ],
    nameOf: ({ name }) => name,
  })
  return (
    <ListPage
      list={list}
      actions={
        <>
          <ReferenceButton />
          {mayChange && <NewButton href={`${PATH}/new`} text={words.create} />}
        </>
      }
    >
      {params?.id === 'new' && mayChange && <TokenForm onMade={setMade} />}
      {params && params.id !== 'new' && <TokenDrawer id={params.id} />}
      <TokenSecret
        made={made}
        onStored={() => {
          go(`${PATH}/${made!.token.id}`)
          setMade(null)
        }}
      />
    </ListPage>
  )
}
