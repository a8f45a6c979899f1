import type { Job } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { BackButton, NewButton } from '../../../parts/buttons/link-button.tsx'
import { useHasOneOwner } from '../../../parts/forms/use-has-one-owner.ts'
import { Empty } from '../../../parts/lists/list.tsx'
import { type Column, Listing } from '../../../parts/lists/listing.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Page } from '../../../parts/page.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { useMay } from '../../../session/session.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useJobText } from '../bulk/use-job-text.ts'
import { useBulkWords } from '../bulk/words.ts'
import { JobMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'

const REFRESHED_MS = 5_000

/** All jobs that the service still has, with their results. */
export function JobsPage() {
  const credential = useCredentialWords()
  const { job: words } = useBulkWords()
  const mayChange = useMay('credentials.change')
  const pages = usePages('/credentials/jobs', { limit: 50 }, { everyMs: REFRESHED_MS })
  const hasOneOwner = useHasOneOwner()
  const columns = useColumns()
  return (
    <Page title={words.title} hint={words.hint} actions={<BackButton href="/credentials" text={words.back} />}>
      <Listing
        label={words.title}
        pages={pages}
        columns={hasOneOwner ? columns.filter(({ key }) => key !== 'owner') : columns}
        nameOf={({ id }) => `#${id}`}
        hrefOf={({ id }) => `/credentials/jobs/${id}`}
        empty={
          <Empty
            text={words.empty}
            action={mayChange && <NewButton href="/credentials/import" text={credential.importFile} />}
          />
        }
      />
    </Page>
  )
}

function useColumns(): Column<Job>[] {
  const credential = useCredentialWords()
  const { job: words } = useBulkWords()
  const { none } = usePartWords()
  const { number } = useFigures()
  const text = useJobText()
  return [
    { key: 'what', title: words.what, card: 'title', cell: text.title },
    { key: 'state', title: credential.state, card: 'state', cell: ({ state }) => <JobMark state={state} /> },
    { key: 'done', title: words.done, number: true, cell: ({ issued }) => number(issued) },
    { key: 'failed', title: words.failed, number: true, cell: ({ failed }) => number(failed) },
    { key: 'owner', title: credential.owner, cell: ({ ownerName }) => ownerName ?? words.everyOwner },
    { key: 'by', title: credential.by, card: 'left', cell: ({ by }) => by },
    { key: 'begin', title: credential.begin, card: 'right', cell: ({ createdAt }) => <LogMoment at={createdAt} /> },
    {
      key: 'end',
      title: words.finishedAt,
      cell: ({ finishedAt }) => <LogMoment at={finishedAt} none={none} />,
    },
  ]
}
