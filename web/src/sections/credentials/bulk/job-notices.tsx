// Background jobs, above the list. They run without the page and are still shown when the user returns.
import { Anchor, CloseButton, Group, Paper, Progress, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Job } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { useAnswer, useRenew } from '../../../service/answers.ts'
import { useJobText } from './use-job-text.ts'
import { useBulkWords } from './words.ts'

const WATCHED_MS = 700
const REFRESHED_MS = 15_000
const SHOWN = 5

interface Props {
  /** Jobs started in this tab. The notice of the newest one stays after its end, until closed. */
  readonly begun: ReadonlySet<number>
  readonly onClose: () => void
}

export function JobNotices({ begun, onClose }: Props) {
  const renew = useRenew()
  const { data } = useAnswer('/credentials/jobs', {
    query: { limit: SHOWN },
    refetchInterval: ({ state }) => (state.data?.jobs.some(isRunning) ? WATCHED_MS : REFRESHED_MS),
  })
  const jobs = data?.jobs ?? []
  const running = jobs.filter(isRunning).length
  const before = useRef(running)
  // A job has finished, so the lists have changed.
  useEffect(() => {
    if (running < before.current) void renew('/credentials', '/customers')
    before.current = running
  }, [running, renew])
  const newestEnded = jobs.find((job) => !isRunning(job) && begun.has(job.id))
  return jobs
    .filter((job) => isRunning(job) || job === newestEnded)
    .map((job) => <Notice key={job.id} job={job} onClose={onClose} />)
}

const isRunning = ({ state }: Job) => state === 'running'

function Notice({ job, onClose }: { job: Job; onClose: () => void }) {
  const { job: words } = useBulkWords()
  const text = useJobText()
  const { state, gathering, total, issued, failed } = job
  return (
    <Paper withBorder p="xs" role="region" aria-label={text.title(job)}>
      <Stack gap={6}>
        <Group gap="sm" justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="sm">
            <Text size="sm" fw={600} role="status">
              {text.state(job)}
            </Text>
            <Anchor component={Link} href={`/credentials/jobs/${job.id}`} size="sm">
              {failed > 0 ? words.seeFailed : words.see}
            </Anchor>
            <Anchor component={Link} href="/credentials/jobs" size="sm">
              {words.title}
            </Anchor>
          </Group>
          {state !== 'running' && <CloseButton size="sm" aria-label={words.close} onClick={onClose} />}
        </Group>
        {state === 'running' && (
          <Progress
            size="sm"
            aria-label={text.title(job)}
            value={gathering || total === 0 ? 100 : (100 * (issued + failed)) / total}
            animated={gathering}
          />
        )}
      </Stack>
    </Paper>
  )
}
