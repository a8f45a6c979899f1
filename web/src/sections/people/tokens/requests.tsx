import { Group, Stack, Switch, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Listing } from '../../../parts/lists/listing.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { at } from '../../../service/api.ts'
import { useTokenWords } from './words.ts'

const EVERY_MS = 5_000

export function TokenRequests({ id }: { id: number }) {
  const words = useTokenWords().requests
  const { number } = useFigures()
  const [failed, setFailed] = useState(false)
  const query = { limit: 25, ...(failed && { failed: 'true' as const }) }
  const pages = usePages(at('/tokens/:id/requests', { id }), query, { everyMs: EVERY_MS })
  return (
    <Stack gap="xs" mt="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {words.title}
        </Title>
        <Switch
          label={words.failed}
          checked={failed}
          onChange={({ currentTarget }) => setFailed(currentTarget.checked)}
        />
      </Group>
      <Hint>{words.hint}</Hint>
      <Listing
        label={words.title}
        pages={pages}
        nameOf={({ method, path }) => `${method} ${path}`}
        empty={failed ? words.emptyFailed : words.empty}
        columns={[
          {
            key: 'request',
            title: words.request,
            cell: ({ method, path, missed }) => (
              <>
                <span className="code">
                  {method} {path}
                </span>
                {missed > 0 && <Hint size="xs">{words.missed(number(missed))}</Hint>}
              </>
            ),
          },
          {
            key: 'status',
            title: words.status,
            number: true,
            cell: ({ status }) => (
              <Text span inherit fw={status >= 400 ? 600 : 400} c={status >= 500 ? 'red' : undefined}>
                {status}
              </Text>
            ),
          },
          { key: 'time', title: words.time, cell: ({ at }) => <LogMoment at={at} /> },
          { key: 'id', title: words.requestId, cell: ({ requestId }) => <span className="code">{requestId}</span> },
        ]}
      />
    </Stack>
  )
}
