import { Box, Chip, Group, Stack, Table } from '@mantine/core'
import { useState } from 'react'
import type { ImportLine, ImportPreview, Outcome } from '../../../../../src/http/console/contract/credentials/import.ts'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment } from '../../../parts/text/moment.tsx'
import { usePartWords } from '../../../words/common.ts'
import classes from '../jobs/import-preview.module.css'
import { useProblemsText } from '../jobs/use-problems-text.ts'
import { useCredentialWords } from '../words.ts'

const TONES: Record<Outcome, Tone> = {
  new: 'good',
  unchanged: 'planned',
  left_out: 'unknown',
  conflict: 'bad',
  bad: 'bad',
}
const OUTCOMES = Object.keys(TONES) as Outcome[]

/** The first lines of each outcome, and their number. */
export function MovePreview({ preview }: { preview: ImportPreview }) {
  const { move: words, preview: title, line, expires, shownOf } = useCredentialWords()
  const [only, setOnly] = useState<Outcome | ''>('')
  const shown = preview.lines.filter(({ outcome }) => only === '' || outcome === only)
  const wanted = OUTCOMES.reduce(
    (sum, outcome) => sum + (only === '' || outcome === only ? preview.counts[outcome] : 0),
    0,
  )
  return (
    <Stack gap="sm">
      <Chip.Group value={only} onChange={(value) => setOnly(value as Outcome | '')}>
        <Group gap="xs">
          <Chip value="">{words.all}</Chip>
          {OUTCOMES.filter((outcome) => preview.counts[outcome] > 0).map((outcome) => (
            <Chip key={outcome} value={outcome}>{`${words.outcomes[outcome]}: ${preview.counts[outcome]}`}</Chip>
          ))}
        </Group>
      </Chip.Group>
      {/* Focusable, so that it scrolls without a mouse. */}
      <Box className={classes.box ?? ''} tabIndex={0} role="region" aria-label={title}>
        <Table verticalSpacing={6} aria-label={title}>
          <Table.Thead className={classes.head ?? ''}>
            <Table.Tr>
              {[line, words.user, words.outcome, words.access, expires].map((each) => (
                <Table.Th key={each} scope="col" className={each === line ? 'number' : (classes.cell ?? '')}>
                  {each}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Line key={`${row.file}:${row.line}`} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {shown.length < wanted && <Hint>{shownOf(shown.length, wanted)}</Hint>}
    </Stack>
  )
}

function Line({ row }: { row: ImportLine }) {
  const { move: words, wholeNetwork } = useCredentialWords()
  const { none } = usePartWords()
  const problemsText = useProblemsText()
  const isOpened = row.outcome === 'new' || row.outcome === 'unchanged'
  const said = [words.outcomes[row.outcome], isOpened && row.isWeak ? words.weak : '', problemsText(row.problems)]
  const cell = classes.cell ?? ''
  return (
    <Table.Tr>
      <Table.Td className="number">{row.line}</Table.Td>
      <Table.Td className={cell}>{row.username || row.file}</Table.Td>
      <Table.Td className={isOpened ? cell : (classes.problem ?? '')}>
        <Mark tone={TONES[row.outcome]} word={said.filter(Boolean).join(': ')} />
      </Table.Td>
      <Table.Td className={cell}>{isOpened ? (row.access ?? wholeNetwork) : none}</Table.Td>
      <Table.Td className={cell}>
        <LogMoment at={isOpened ? row.expiresAt : null} none={none} />
      </Table.Td>
    </Table.Tr>
  )
}
