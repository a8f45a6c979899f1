import { useRoute } from 'wouter'
import { ImportPage } from './jobs/import-page.tsx'
import { JobsPage } from './jobs/jobs-page.tsx'
import { JobPage } from './jobs/page.tsx'
import { CredentialList } from './list.tsx'
import { MovePage } from './move/page.tsx'

export default function CredentialsPage() {
  const [isImport] = useRoute('/credentials/import')
  const [isJob, job] = useRoute('/credentials/import/:id')
  const [isJobs] = useRoute('/credentials/jobs')
  const [isBackground, background] = useRoute('/credentials/jobs/:id')
  const [isMove] = useRoute('/credentials/move')
  if (isMove) return <MovePage />
  if (isJobs) return <JobsPage />
  if (isImport) return <ImportPage />
  if (isBackground) return <JobPage key={background.id} id={background.id} />
  if (isJob) return <JobPage key={job.id} id={job.id} />
  return <CredentialList />
}
