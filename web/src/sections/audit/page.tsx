import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRoute } from 'wouter'
import { ListPage, useList } from '../../parts/lists/list.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { LogMoment } from '../../parts/text/moment.tsx'
import { urlOf } from '../../service/api.ts'
import { AuditDrawer } from './drawer.tsx'
import { actionText, actorText } from './entry.ts'
import { useAuditFilters } from './filters.tsx'
import { queryOf } from './query.ts'
import { SealStatus } from './seals.tsx'
import { Subject } from './subject.tsx'
import { useAuditWords } from './words.ts'

export default function AuditPage() {
  const words = useAuditWords()
  const [, params] = useRoute('/audit/:id')
  const list = useList('/audit', {
    folded: true,
    words,
    path: '/audit',
    filters: useAuditFilters(),
    queryOf,
    columns: [
      { key: 'what', title: words.what, cell: ({ action }) => actionText(words, action) },
      {
        key: 'onWhat',
        title: words.onWhat,
        cell: (entry) => <Subject entry={entry} />,
      },
      {
        key: 'who',
        title: words.who,
        cell: ({ actor, actorKind }) => (
          <>
            {actor}{' '}
            <Hint span size="xs">
              {actorText(words, actorKind)}
            </Hint>
          </>
        ),
      },
      { key: 'when', title: words.when, cell: ({ at }) => <LogMoment at={at} /> },
      {
        key: 'fromWhere',
        behind: true,
        title: words.fromWhere,
        cell: ({ address: from }) => (from === null ? words.server : <span className="code">{from}</span>),
      },
    ],
    nameOf: ({ action }) => actionText(words, action),
  })
  return (
    <ListPage
      list={list}
      above={<SealStatus />}
      actions={
        <Button
          component="a"
          href={urlOf('/audit.csv', queryOf(list.filters.values))}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {words.export}
        </Button>
      }
    >
      {params && <AuditDrawer id={params.id} />}
    </ListPage>
  )
}
