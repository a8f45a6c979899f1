// Issuing from a file while it runs, and what came of it. It runs without this page too.

import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Job, JobFailure } from '../../../../../src/console/contract/issue-jobs.ts'
import { useAnswer, useRenew } from '../../../answers.ts'
import { api, at, urlOf } from '../../../api.ts'
import { Answered } from '../../../parts/answered.tsx'
import { ActButton } from '../../../parts/buttons/act-button.tsx'
import { DestroyButton } from '../../../parts/buttons/confirm-button.tsx'
import { BackButton } from '../../../parts/buttons/link-button.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { useMay } from '../../../session.tsx'
import { JobMark } from '../mark.tsx'
import { useCredentialWords } from '../words.ts'
import { useProblemsText } from './use-problems-text.ts'

const WATCHED_MS = 700

export function JobPage({ id }: { id: string }) {
  const words = useCredentialWords()
  const asked = useAnswer(at('/credentials/jobs/:id', { id }), {
    refetchInterval: ({ state }) => (state.data?.job.state === 'running' ? WATCHED_MS : false),
  })
  return (
    <Page
      title={words.jobTitle(asked.data?.job.fileName ?? id)}
      actions={<BackButton href="/credentials/import" text={words.backToImport} />}
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
  const { number } = useFigures()
  const done = job.issued + job.failed
  const share = (count: number) => (100 * count) / job.total
  return (
    <Panel title={words.progress}>
      <Stack gap={4}>
        <Progress.Root size="lg" aria-label={words.progress}>
          <Progress.Section value={share(job.issued)} color="teal.9" aria-label={words.issued} />
          <Progress.Section value={share(job.failed)} color="red.9" aria-label={words.failed} />
        </Progress.Root>
        <Text size="sm" role="status">
          {words.jobProgress(done, job.total)}
        </Text>
      </Stack>
      {job.state === 'running' && (
        <Text size="sm" c="dimmed">
          {words.leave}
        </Text>
      )}
      <Facts
        facts={[
          [words.state, <JobMark key="state" state={job.state} />],
          [words.issued, number(job.issued)],
          [words.failed, number(job.failed)],
          [words.owner, job.ownerName],
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
  const mayChange = useMay('credentials.change')
  const renew = useRenew()
  if (!mayChange) return null
  const stop = async () => {
    await api.post(at('/credentials/jobs/:id/stop', { id: job.id }))
    await renew('/credentials/jobs')
  }
  return (
    <DestroyButton action={words.stop} title={words.stopTitle} consequence={words.stopConsequence} onConfirm={stop} />
  )
}

function Results({ job }: { job: Job }) {
  const words = useCredentialWords()
  const mayReveal = useMay('credentials.reveal')
  const path = at('/credentials/jobs/:id/results.csv', job)
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <Group gap="xs">
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
  const problemsText = useProblemsText()
  return (
    <Panel title={words.failures}>
      <SimpleTable
        label={words.failures}
        columns={[{ title: words.line, number: true }, { title: words.problems }]}
        rows={failures.map(({ line, problems }) => ({ key: line, cells: [line, problemsText(problems)] }))}
      />
      {failures.length < job.failed && (
        <Text size="sm" c="dimmed">
          {words.shownOf(failures.length, job.failed)}
        </Text>
      )}
    </Panel>
  )
}
