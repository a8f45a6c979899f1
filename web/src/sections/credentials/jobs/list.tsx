import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Panel } from '../../../parts/panel.tsx'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { useJobText } from '../bulk/use-job-text.ts'
import { useBulkWords } from '../bulk/words.ts'
import { JobMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'

const REFRESHED_MS = 5_000

/** Recent and running jobs. */
export function JobList() {
  const words = useCredentialWords()
  const bulk = useBulkWords()
  const text = useJobText()
  const { rows } = usePages('/credentials/jobs', { limit: 10 }, { everyMs: REFRESHED_MS })
  if (rows.length === 0) return null
  return (
    <Panel title={bulk.job.all}>
      <SimpleTable
        label={bulk.job.all}
        columns={[
          { title: bulk.job.what },
          { title: words.state },
          { title: bulk.job.done, number: true },
          { title: bulk.job.failed, number: true },
          { title: words.owner },
          { title: words.by },
          { title: words.begin },
        ]}
        rows={rows.map((job) => ({
          key: job.id,
          cells: [
            <Anchor key="file" component={Link} href={`/credentials/jobs/${job.id}`} size="sm">
              {text.title(job)}
            </Anchor>,
            <JobMark key="state" state={job.state} />,
            job.issued,
            job.failed,
            job.ownerName ?? bulk.job.everyOwner,
            job.by,
            <LogMoment key="at" at={job.createdAt} />,
          ],
        }))}
      />
    </Panel>
  )
}
