import { NewButton, ReferenceButton } from '../../parts/buttons/link-button.tsx'
import { ownerFilter } from '../../parts/forms/select/owner-select.tsx'
import { choiceFilter } from '../../parts/lists/filters.tsx'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import { TestBadge } from '../../parts/marks/test-badge.tsx'
import { Moment } from '../../parts/text/moment.tsx'
import { useMay } from '../../session/session.tsx'
import { usePartWords } from '../../words/common.ts'
import { WebhookCreation } from './creation.tsx'
import { WebhookMark } from './marks.tsx'
import { usePendingText } from './pending-text.ts'
import { UrlText } from './url-text.tsx'
import { useWebhookWords } from './words.ts'

const PATH = '/platform/webhooks'
const EVERY_MS = 10_000

export function WebhookList({ creating = false }: { creating?: boolean }) {
  const words = useWebhookWords()
  const parts = usePartWords()
  const mayChange = useMay('webhooks.change')
  const pendingText = usePendingText()
  const list = useList('/webhooks', {
    words,
    path: PATH,
    everyMs: EVERY_MS,
    filters: [choiceFilter('state', parts.state, words.states), ownerFilter(parts.owner)],
    columns: [
      {
        key: 'url',
        card: 'title',
        by: ({ url }) => url,
        title: words.url,
        cell: ({ url, test }) => (
          <>
            <UrlText url={url} />
            {test && <TestBadge hint={words.forTests} />}
          </>
        ),
      },
      {
        key: 'state',
        card: 'state',
        by: ({ state }) => state,
        title: parts.state,
        cell: ({ state }) => <WebhookMark state={state} />,
      },
      {
        key: 'owner',
        card: 'left',
        by: ({ ownerName }) => ownerName,
        title: parts.owner,
        cell: ({ ownerName }) => ownerName,
      },
      {
        key: 'success',
        by: ({ lastSuccessAt }) => lastSuccessAt,
        title: words.lastSuccess,
        cell: ({ lastSuccessAt }) => <Moment at={lastSuccessAt} />,
      },
      {
        key: 'failing',
        by: ({ failingSince }) => failingSince,
        title: words.failingSince,
        cell: ({ failingSince }) => <Moment at={failingSince} none="—" />,
      },
      { key: 'pending', card: 'right', title: words.pending, number: true, cell: pendingText },
    ],
    nameOf: ({ url }) => url,
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
      {creating && mayChange && <WebhookCreation />}
    </ListPage>
  )
}
