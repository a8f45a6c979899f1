import { Stack, Title } from '@mantine/core'
import type { Notice } from '../../../../src/http/console/contract/orders.ts'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { LogMoment } from '../../parts/text/moment.tsx'
import { useOrderWords } from './words.ts'

/** Notices of the payment provider about the order, and their outcome. */
export function OrderNotices({ notices }: { notices: readonly Notice[] }) {
  const words = useOrderWords()
  if (notices.length === 0) return null
  return (
    <Stack gap="xs" component="section">
      <Title order={3} size="h5">
        {words.noticesTitle}
      </Title>
      <SimpleTable
        label={words.noticesTitle}
        columns={[
          { title: words.when },
          { title: words.outcome },
          { title: words.reference },
          { title: words.times, number: true },
        ]}
        rows={notices.map(({ provider, id, outcome, reference, times, receivedAt }) => ({
          key: `${provider} ${id}`,
          cells: [<LogMoment key="at" at={receivedAt} />, words.outcomes[outcome] ?? outcome, reference ?? '—', times],
        }))}
      />
    </Stack>
  )
}
