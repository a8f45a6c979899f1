import { Box, Stack, Switch, Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { PreviewRow } from '../../../../../src/http/console/contract/credentials/jobs.ts'
import { Mark } from '../../../parts/marks/mark.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { LogMoment, Moment } from '../../../parts/text/moment.tsx'
import { usePartWords } from '../../../words/common.ts'
import { useCredentialWords } from '../words.ts'
import classes from './import-preview.module.css'
import { useProblemsText } from './use-problems-text.ts'

/** A file can have ten thousand lines, too many to render. */
const MOST_SHOWN = 200

export function ImportPreview({ rows }: { rows: readonly PreviewRow[] }) {
  const words = useCredentialWords()
  const bad = rows.filter(({ problems }) => problems.length > 0)
  const [onlyBad, setOnlyBad] = useState(false)
  const wanted = onlyBad ? bad : rows
  const shown = wanted.slice(0, MOST_SHOWN)
  const { line, problems, station, customer, label, starts, expires } = words
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
      {/* Focusable, so that it scrolls without a mouse. */}
      <Box className={classes.box ?? ''} tabIndex={0} role="region" aria-label={words.preview}>
        <Table verticalSpacing={6} aria-label={words.preview}>
          <Table.Thead className={classes.head ?? ''}>
            <Table.Tr>
              {[line, problems, station, customer, label, starts, expires].map((title) => (
                <Table.Th key={title} scope="col" className={title === line ? 'number' : ''}>
                  {title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((row) => (
              <Line key={row.line} row={row} />
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      {shown.length < wanted.length && <Hint>{words.shownOf(shown.length, wanted.length)}</Hint>}
    </Stack>
  )
}

function Line({ row }: { row: PreviewRow }) {
  const words = useCredentialWords()
  const { none } = usePartWords()
  const problemsText = useProblemsText()
  const isGood = row.problems.length === 0
  const cell = classes.cell ?? ''
  return (
    <Table.Tr>
      <Table.Td className="number">{row.line}</Table.Td>
      <Table.Td className={isGood ? cell : (classes.problem ?? '')}>
        <Mark tone={isGood ? 'good' : 'bad'} word={isGood ? words.ready : problemsText(row.problems)} />
      </Table.Td>
      <Table.Td className={cell}>{row.stationCode ?? row.group ?? words.wholeNetwork}</Table.Td>
      <Table.Td className={cell}>{row.customerName ?? row.customerEmail ?? none}</Table.Td>
      <Table.Td className={cell}>{row.label ?? none}</Table.Td>
      <Table.Td className={cell}>
        <Moment at={row.startsAt} none={none} />
      </Table.Td>
      <Table.Td className={cell}>
        <LogMoment at={isGood ? row.expiresAt : null} none={none} />
      </Table.Td>
    </Table.Tr>
  )
}
