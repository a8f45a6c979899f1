import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { Page } from '../../parts/page.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { CastersPanel } from './casters-panel.tsx'
import { DatabasePanel } from './database-panel.tsx'
import { ProcessPanel } from './process-panel.tsx'
import { QueuesPanel } from './queues-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import type { System } from './types.ts'
import { useSystemWords } from './words.ts'

const EVERY_MS = 5_000

export default function SystemPage() {
  const words = useSystemWords()
  const { data, error, refetch } = useQuery({
    queryKey: ['/system'],
    queryFn: ({ signal }) => api.get<System>('/system', {}, signal),
    refetchInterval: EVERY_MS,
  })
  return (
    <Page title={words.title} hint={words.hint}>
      {error && <ProblemPanel error={error} again={refetch} />}
      {data ? (
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
          <ProcessPanel system={data} />
          <DatabasePanel system={data} />
          <QueuesPanel system={data} />
          <CastersPanel system={data} />
          <StoragePanel system={data} />
        </SimpleGrid>
      ) : (
        !error && <Waiting />
      )}
    </Page>
  )
}
