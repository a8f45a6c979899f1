import { useRoute } from 'wouter'
import { CredentialList } from './credential-list.tsx'
import { ImportPage } from './import-page.tsx'
import { JobPage } from './job-page.tsx'

/** The list with what is opened in it, or the pages for issuing from a file. */
export default function CredentialsPage() {
  const [isImport] = useRoute('/credentials/import')
  const [isJob, job] = useRoute('/credentials/import/:id')
  if (isImport) return <ImportPage />
  if (isJob) return <JobPage key={job.id} id={job.id} />
  return <CredentialList />
}
