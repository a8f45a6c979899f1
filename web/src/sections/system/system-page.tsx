import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api.ts'
import { dictionary } from '../../language.tsx'
import { Page } from '../../parts/page.tsx'
import { ProblemPanel } from '../../parts/problem-panel.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { en } from '../../words/en/system.ts'
import { es } from '../../words/es/system.ts'
import { CastersPanel } from './casters-panel.tsx'
import { DatabasePanel } from './database-panel.tsx'
import { ProcessPanel } from './process-panel.tsx'
import { QueuesPanel } from './queues-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'

export const useSystemWords = dictionary(es, en)

export interface System {
  readonly process: {
    readonly version: string
    readonly node: string
    readonly startedAt: string
    readonly memoryBytes: number
    readonly platform: string
  }
  readonly database: {
    readonly serverVersion: string
    readonly embedded: boolean
    readonly answeredMs: number
    readonly databaseBytes: number
    readonly connections: number
    readonly maxConnections: number
    readonly migration: string
    readonly migratedAt: string
    readonly tables: readonly { readonly name: string; readonly rows: number | null; readonly bytes: number }[]
  }
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null
  readonly queues: readonly {
    readonly name: 'deliveries' | 'mails' | 'expiry'
    readonly waiting: number
    readonly due: number
    readonly lateSeconds: number
  }[]
  readonly mostCounted: number
  readonly casters: readonly { readonly id: string; readonly seenAt: string; readonly rovers: number }[]
}

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
