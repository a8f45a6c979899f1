import { Stack, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { Mark } from '../../parts/mark.tsx'
import { Moment } from '../../parts/moment.tsx'
import { SimpleTable } from '../../parts/simple-table.tsx'
import { usePartWords } from '../../words/common.ts'
import type { PreviewRow } from './types.ts'
import { useProblemsText } from './use-problems-text.ts'
import { useCredentialWords } from './words.ts'

/** A file may have ten thousand lines; a browser should not have to show them all. */
const MOST_SHOWN = 200

/** Every line: what it would be, or what is wrong with it. */
export function ImportPreview({ rows }: { rows: readonly PreviewRow[] }) {
  const words = useCredentialWords()
  const { none } = usePartWords()
  const problemsText = useProblemsText()
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const [onlyBad, setOnlyBad] = useState(false)
  const wanted = onlyBad ? bad : rows
  const shown = wanted.slice(0, MOST_SHOWN)
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {words.previewSummary(rows.length - bad.length, bad.length)}
      </Text>
      {bad.length > 0 && (
        <Switch
          label={words.onlyProblems}
          checked={onlyBad}
          onChange={(event) => setOnlyBad(event.currentTarget.checked)}
        />
      )}
      <SimpleTable
        label={words.preview}
        columns={[
          { title: words.line, number: true },
          { title: words.problems },
          { title: words.station },
          { title: words.customer },
          { title: words.label },
          { title: words.starts },
          { title: words.expires },
        ]}
        rows={shown.map((row) => ({
          key: row.line,
          cells: [
            row.line,
            row.problems.length === 0 ? (
              <Mark key="ready" tone="good" word={words.ready} />
            ) : (
              <Mark key="problem" tone="bad" word={problemsText(row.problems)} />
            ),
            row.stationCode ?? words.network,
            row.customerName ?? row.customerEmail ?? none,
            row.label ?? none,
            <Moment key="starts" at={row.startsAt} none={none} />,
            <Moment key="expires" at={row.problems.length === 0 ? row.expiresAt : null} none={none} />,
          ],
        }))}
      />
      {shown.length < wanted.length && (
        <Text size="sm" c="dimmed">
          {words.shownOf(shown.length, wanted.length)}
        </Text>
      )}
    </Stack>
  )
}
