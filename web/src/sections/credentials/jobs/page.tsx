// A job on many credentials: its progress and result. It runs without this page.

import { Anchor, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from 'wouter'
import type { Job, JobFailure } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { BackButton } from '../../../parts/buttons/link-button.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { api, at, urlOf } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useJobText } from '../bulk/use-job-text.ts'
import { useBulkWords } from '../bulk/words.ts'
import { JobMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'
import { useProblemsText } from './use-problems-text.ts'

const WATCHED_MS = 700

export function JobPage({ id }: { id: string }) {
  const words = useCredentialWords()
  const asked = useAnswer(at('/credentials/jobs/:id', { id }), {
    refetchInterval: ({ state }) => (state.data?.job.state === 'running' ? WATCHED_MS : false),
  })
  const { job: bulk } = useBulkWords()
  const text = useJobText()
  const job = asked.data?.job
  return (
    <Page
      title={!job ? id : job.fileName ? words.jobTitle(job.fileName) : text.title(job)}
      actions={
        job?.fileName ? (
          <BackButton href="/credentials/import" text={words.backToImport} />
        ) : (
          <BackButton href="/credentials/jobs" text={bulk.title} />
        )
      }
    >
      <Answered asked={asked} quiet>
        {({ job, failures }) => (
          <>
            <JobState job={job} />
            {failures.length > 0 && <Failures job={job} failures={failures} />}
          </>
        )}
      </Answered>
    </Page>
  )
}

function JobState({ job }: { job: Job }) {
  const words = useCredentialWords()
  const { job: bulk } = useBulkWords()
  const { number } = useFigures()
  const text = useJobText()
  const share = (count: number) => (job.total === 0 ? 0 : (100 * count) / job.total)
  const [done, failed] = job.kind === 'issue' ? [words.issued, words.failed] : [bulk.done, bulk.failed]
  return (
    <Panel title={words.progress}>
      <Stack gap={4}>
        <Progress.Root size="lg" aria-label={words.progress}>
          <Progress.Section value={share(job.issued)} color="teal.9" aria-label={done} />
          <Progress.Section value={share(job.failed)} color="red.9" aria-label={failed} />
        </Progress.Root>
        <Text size="sm" role="status">
          {text.progress(job)}
        </Text>
      </Stack>
      {job.state === 'running' && <Hint>{bulk.leave}</Hint>}
      <Facts
        facts={[
          [words.state, <JobMark key="state" state={job.state} />],
          [done, number(job.issued)],
          [failed, number(job.failed)],
          [words.owner, job.ownerName ?? bulk.everyOwner],
          [words.by, job.by],
          [words.begin, <Moment key="begin" at={job.createdAt} />],
          ...(job.finishedAt ? [[words.ended, <Moment key="end" at={job.finishedAt} />] as const] : []),
        ]}
      />
      {job.state === 'running' ? <Stop job={job} /> : <Results job={job} />}
    </Panel>
  )
}

function Stop({ job }: { job: Job }) {
  const words = useCredentialWords()
  const { job: bulk } = useBulkWords()
  const mayChange = useMay('credentials.change')
  const renew = useRenew()
  if (!mayChange) return null
  const stop = async () => {
    await api.post(at('/credentials/jobs/:id/stop', { id: job.id }))
    await renew('/credentials/jobs')
  }
  return (
    <DestroyButton action={words.stop} title={bulk.stopTitle} consequence={bulk.stopConsequence} onConfirm={stop} />
  )
}

function Results({ job }: { job: Job }) {
  const words = useCredentialWords()
  const { job: bulk } = useBulkWords()
  const mayReveal = useMay('credentials.reveal') && job.kind === 'issue'
  const path = at('/credentials/jobs/:id/results.csv', job)
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <Group gap="xs">
      {mayReveal && <Hint>{bulk.handOver}</Hint>}
      {mayReveal && (
        <ActButton
          leftSection={icon}
          text={words.resultsPasswords}
          hint={words.revealHint}
          act={() => api.download(path, {}, `resultados-${job.id}.csv`)}
        />
      )}
      <Button component="a" href={urlOf(path)} download variant="default" leftSection={icon}>
        {words.results}
      </Button>
    </Group>
  )
}

function Failures({ job, failures }: { job: Job; failures: readonly JobFailure[] }) {
  const words = useCredentialWords()
  const { job: bulk } = useBulkWords()
  const problemsText = useProblemsText()
  const title = job.kind === 'issue' ? words.failures : bulk.failures
  const first = job.kind === 'issue' ? { title: words.line, number: true } : { title: words.user }
  return (
    <Panel title={title}>
      <SimpleTable
        label={title}
        columns={[first, { title: words.problems }]}
        rows={failures.map(({ line, credentialId, username, problems }) => ({
          key: line,
          cells: [
            credentialId === null || username === null ? (
              line
            ) : (
              <Anchor key="user" component={Link} href={`/credentials/${credentialId}`} size="sm" className="code">
                {username}
              </Anchor>
            ),
            problemsText(problems),
          ],
        }))}
      />
      {failures.length < job.failed && <Hint>{words.shownOf(failures.length, job.failed)}</Hint>}
    </Panel>
  )
}
