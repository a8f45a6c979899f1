import { Alert, Button, FileButton, Group, List, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ImportRow } from '../../../../src/http/console/contract/stations/stations.ts'
import { placeText } from '../../../../src/words/words.ts'
import { DetailDrawer } from '../../parts/dialogs/detail-drawer.tsx'
import { SimpleTable } from '../../parts/lists/simple-table.tsx'
import { Mark, type Tone } from '../../parts/marks/mark.tsx'
import { notify } from '../../parts/notify.ts'
import { ProblemPanel, useFaultText } from '../../parts/problem-panel.tsx'
import { Hint } from '../../parts/text/hint.ts'
import { type Answer, api } from '../../service/api.ts'
import { useCodeWords } from '../../words/codes.ts'
import { STATIONS_PATH, useRefresh } from './use-station.ts'
import { useStationWords } from './words.ts'

type Outcome = ImportRow['outcome']
type Preview = Answer<'POST', '/stations/import/preview'>

/** The service detects the format. */
const FILE_TYPE = 'application/octet-stream'
/** A file can have thousands of stations, too many to render. */
const MOST_SHOWN = 200
const TONES: Record<Outcome, Tone> = { new: 'good', changed: 'poor', restored: 'poor', same: 'unknown', error: 'bad' }

/** Previews an import, then runs it. An import is all or nothing. */
export function ImportDrawer() {
  const words = useStationWords()
  const [, go] = useLocation()
  const refresh = useRefresh()
  const [file, setFile] = useState<File | null>(null)
  const preview = useMutation({
    mutationFn: (file: File) => api.upload('/stations/import/preview', {}, FILE_TYPE, file),
  })
  const run = useMutation({
    mutationFn: (file: File) => api.upload('/stations/import', {}, FILE_TYPE, file),
    onSuccess: async ({ created, updated }) => {
      notify(words.imported(created, updated))
      await refresh()
      go(STATIONS_PATH)
    },
  })
  const choose = (chosen: File | null) => {
    run.reset()
    setFile(chosen)
    if (chosen) preview.mutate(chosen)
  }
  const { data } = preview
  return (
    <DetailDrawer title={words.import} listPath={STATIONS_PATH}>
      <Text size="sm">{words.fileHint}</Text>
      <Group>
        <FileButton onChange={choose} accept=".csv,.json,.txt,text/csv,application/json,text/plain">
          {(props) => (
            <Button
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={preview.isPending}
              {...props}
            >
              {file ? words.otherFile : words.chooseFile}
            </Button>
          )}
        </FileButton>
        {file && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {file.name}
          </Text>
        )}
      </Group>
      {preview.error && <ProblemPanel error={preview.error} />}
      {data && <PreviewTable preview={data} />}
      {run.error && <ProblemPanel error={run.error} />}
      {data && file && data.rows.length > 0 && (
        <Group justify="flex-end">
          <Button disabled={!data.valid} loading={run.isPending} onClick={() => run.mutate(file)}>
            {words.runImport(data.rows.length)}
          </Button>
        </Group>
      )}
    </DetailDrawer>
  )
}

function PreviewTable({ preview: { rows, skipped, valid } }: { preview: Preview }) {
  const words = useStationWords()
  const codes = useCodeWords()
  const count = (...outcomes: Outcome[]) => rows.filter(({ outcome }) => outcomes.includes(outcome)).length
  return (
    <>
      <Text fw={600}>{words.preview}</Text>
      <Text size="sm">
        {words.previewCounts(count('new'), count('changed', 'restored'), count('same'), count('error'))}
      </Text>
      {!valid && <Alert color="red">{words.fixFirst}</Alert>}
      <SimpleTable
        label={words.preview}
        columns={[{ title: words.code }, { title: words.outcome }, { title: words.detail }, { title: words.line }]}
        rows={[...rows]
          .sort((one, other) => Number(other.outcome === 'error') - Number(one.outcome === 'error'))
          .slice(0, MOST_SHOWN)
          .map((row) => ({
            key: placeText(codes, row.where),
            cells: [
              row.code || '—',
              <Mark key="outcome" tone={TONES[row.outcome]} word={words.outcomes[row.outcome]} />,
              <Detail key="detail" row={row} />,
              placeText(codes, row.where),
            ],
          }))}
      />
      {rows.length > MOST_SHOWN && <Hint>{words.shownOf(MOST_SHOWN, rows.length)}</Hint>}
      {skipped.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {words.skipped}
          </Text>
          <List size="sm">
            {skipped.slice(0, MOST_SHOWN).map(({ where, mountpoint }) => (
              <List.Item key={where.number}>
                {placeText(codes, where)}: {codes.networkMountpointSkipped(mountpoint)}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </>
  )
}

function Detail({ row: { outcome, name, changes, errors } }: { row: ImportRow }) {
  const words = useStationWords()
  const faultText = useFaultText()
  const textOf = (value: unknown) => (value === null || value === '' ? words.nothing : String(value))
  const lines =
    outcome === 'error'
      ? errors.map(({ field, ...fault }) => [field, faultText(fault)].filter(Boolean).join(': '))
      : changes.map(({ field, from, to }) => words.changesTo(field, textOf(from), textOf(to)))
  return (
    <>
      {lines.length === 0 && name}
      {lines.map((line) => (
        <Text key={line} size="sm" miw={160}>
          {line}
        </Text>
      ))}
    </>
  )
}
