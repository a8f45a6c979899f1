import { Link } from 'wouter'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Panel } from '../../../parts/panel.tsx'
import { Moment } from '../../../parts/text/moment.tsx'
import { JobMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'

const REFRESHED_MS = 5_000

/** What was issued from files of late, and what still is. */
export function JobList() {
  const words = useCredentialWords()
  const { rows } = usePages('/credentials/jobs', { limit: 10 }, { everyMs: REFRESHED_MS })
  if (rows.length === 0) return null
  return (
    <Panel title={words.jobs}>
      <SimpleTable
        label={words.jobs}
        columns={[
          { title: words.file },
          { title: words.state },
          { title: words.issued, number: true },
          { title: words.failed, number: true },
          { title: words.owner },
          { title: words.by },
          { title: words.begin },
        ]}
        rows={rows.map((job) => ({
          key: job.id,
          cells: [
            <Link key="file" href={`/credentials/import/${job.id}`}>
              {job.fileName}
            </Link>,
            <JobMark key="state" state={job.state} />,
            job.issued,
            job.failed,
            job.ownerName,
            job.by,
            <Moment key="at" at={job.createdAt} />,
          ],
        }))}
      />
    </Panel>
  )
}
