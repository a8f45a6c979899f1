// Issuing from a file while it runs, and what came of it. It runs without this page too.
import { Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { address, api } from '../../../api.ts'
import { Confirm } from '../../../parts/dialogs/confirm.tsx'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Page } from '../../../parts/page.tsx'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel } from '../../../parts/problem-panel.tsx'
import { Facts } from '../../../parts/text/facts.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Moment } from '../../../parts/text/moment.tsx'
import { Waiting } from '../../../parts/waiting.tsx'
import { useMay } from '../../../session.tsx'
import { JobMark } from '../mark.tsx'
import type { Job, JobAnswer } from '../types.ts'
import { useCredentialWords } from '../words.ts'
import { useProblemsText } from './use-problems-text.ts'

const WATCHED_MS = 700

export function JobPage({ id }: { id: string }) {
  const words = useCredentialWords()
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['/credentials/jobs', id],
    queryFn: ({ signal }) => api.get<JobAnswer>(`/credentials/jobs/${id}`, {}, signal),
    refetchInterval: ({ state }) => (state.data?.job.state === 'running' ? WATCHED_MS : false),
  })
  return (
    <Page
      title={words.jobTitle(data?.job.fileName ?? id)}
      actions={
        <Button
          component={Link}
          href="/credentials/import"
          variant="default"
          leftSection={<IconArrowLeft size={16} aria-hidden />}
        >
          {words.backToImport}
        </Button>
      }
    >
      {isPending && <Waiting />}
      {error && !data && <ProblemPanel error={error} again={refetch} />}
      {data && (
        <>
          <JobState job={data.job} />
          {data.failures.length > 0 && <Failures {...data} />}
        </>
      )}
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
  const queries = useQueryClient()
  const [asked, { open, close }] = useDisclosure(false)
  if (!mayChange) return null
  const stop = async () => {
    await api.post(`/credentials/jobs/${job.id}/stop`)
    await queries.invalidateQueries({ queryKey: ['/credentials/jobs'] })
  }
  return (
    <>
      <Button variant="outline" color="red.9" onClick={open} style={{ alignSelf: 'flex-start' }}>
        {words.stop}
      </Button>
      <Confirm
        opened={asked}
        title={words.stopTitle}
        consequence={words.stopConsequence}
        action={words.stop}
        onConfirm={stop}
        onClose={close}
      />
    </>
  )
}

function Results({ job }: { job: Job }) {
  const words = useCredentialWords()
  const mayReveal = useMay('credentials.reveal')
  const path = `/credentials/jobs/${job.id}/results.csv`
  const fetching = useMutation({ mutationFn: () => api.download(path, {}, `resultados-${job.id}.csv`) })
  const icon = <IconDownload size={16} aria-hidden />
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {mayReveal && (
          <Button
            leftSection={icon}
            loading={fetching.isPending}
            title={words.revealHint}
            onClick={() => fetching.mutate()}
          >
            {words.resultsPasswords}
          </Button>
        )}
        <Button component="a" href={address(path)} download variant="default" leftSection={icon}>
          {words.results}
        </Button>
      </Group>
      {fetching.error && <ProblemPanel error={fetching.error} />}
    </Stack>
  )
}

function Failures({ job, failures }: JobAnswer) {
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
