// The files that the archive makes of each day, with their downloads.
import { Box, Button, List, Text } from '@mantine/core'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { usePages } from '../../../parts/lists/use-pages.ts'
import { Panel } from '../../../parts/panel.tsx'
import { useFigures } from '../../../parts/text/figures.ts'
import { Hint } from '../../../parts/text/hint.ts'
import { at } from '../../../service/api.ts'
import { RinexFileItem } from './orders/files.tsx'
import { useUtc } from './use-utc.ts'
import { useArchiveWords } from './words.ts'

export function DaysPanel({ stationId }: { stationId: number }) {
  const words = useArchiveWords()
  const utc = useUtc()
  const { percent } = useFigures()
  const { rows, hasMore, isLoadingMore, more } = usePages(at('/stations/:id/archive/days', { id: stationId }))
  if (rows.length === 0) return null
  return (
    <Panel title={words.days}>
      <Hint>{words.daysHint}</Hint>
      <SimpleTable
        label={words.days}
        columns={[{ title: words.dayGps }, { title: words.completeness, number: true }, { title: words.files }]}
        rows={rows.map(({ day, completenessPct, files, failure }) => ({
          key: day,
          cells: [
            utc.longDay(day),
            completenessPct === null ? '—' : percent(completenessPct),
            <div key="files">
              <List size="sm" listStyleType="none">
                {files.map((file) => (
                  <RinexFileItem key={file.name} file={file} />
                ))}
              </List>
              {failure !== null && <Text size="sm">{words.dayFailed(words.failures[failure])}</Text>}
            </div>,
          ],
        }))}
      />
      {hasMore && (
        <Box>
          <Button variant="default" size="xs" loading={isLoadingMore} onClick={more}>
            {words.earlierDays}
          </Button>
        </Box>
      )}
    </Panel>
  )
}
