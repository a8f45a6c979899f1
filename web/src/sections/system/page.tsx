import { SimpleGrid, Stack } from '@mantine/core'
import { Answered } from '../../parts/answered.tsx'
import { Page } from '../../parts/page.tsx'
import { useAnswer } from '../../service/answers.ts'
import { AddressesPanel } from '../../shell/addresses/web-address-panel.tsx'
import { BackupsPanel } from './backups-panel.tsx'
import { ChecksPanel } from './checks-panel.tsx'
import { DatabasePanel } from './database-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { ProcessPanel } from './process-panel.tsx'
import { QueuesPanel } from './queues-panel.tsx'
import { StoragePanel } from './storage-panel.tsx'
import { useSystemWords } from './words.ts'

const EVERY_MS = 5_000

export default function SystemPage() {
  const words = useSystemWords()
  const asked = useAnswer('/system', { refetchInterval: EVERY_MS })
  return (
    <Page title={words.title} hint={words.hint}>
      <Answered asked={asked}>
        {(data) => (
          <Stack gap="md">
            <ChecksPanel backups={data.backups} />
            <NodesPanel system={data} />
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
              <AddressesPanel />
              <ProcessPanel system={data} />
              <DatabasePanel system={data} />
              <QueuesPanel system={data} />
              <BackupsPanel system={data} />
              <StoragePanel system={data} />
            </SimpleGrid>
          </Stack>
        )}
      </Answered>
    </Page>
  )
}
