import { Alert, Button, FileButton, Group, List, Text } from '@mantine/core'
import { IconDownload, IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { StationDetail } from '../../../../../src/http/console/contract/stations/stations.ts'
import { SimpleTable } from '../../../parts/lists/simple-table.tsx'
import { Mark, type Tone } from '../../../parts/marks/mark.tsx'
import { notify } from '../../../parts/notify.ts'
import { Panel } from '../../../parts/panel.tsx'
import { ProblemPanel, useFaultText } from '../../../parts/problem-panel.tsx'
import { Hint } from '../../../parts/text/hint.ts'
import { type Answer, api, at, urlOf } from '../../../service/api.ts'
import { useMay } from '../../../session/session.tsx'
import { useUtc } from '../archive/use-utc.ts'
import { useRefresh } from '../use-station.ts'
import { useEquipmentWords } from './words.ts'

type Preview = Answer<'POST', '/stations/:id/site-log/preview'>
const FILE_TYPE = 'application/octet-stream'
const TONES: Record<Preview['periods'][number]['outcome'], Tone> = {
  ...{ new: 'good', changed: 'poor', same: 'unknown', conflict: 'bad' },
}

export function SiteLogPanel({ station }: { station: StationDetail }) {
  const words = useEquipmentWords()
  const refresh = useRefresh()
  const mayChange = useMay('network.change') && !station.archived
  const [file, setFile] = useState<File | null>(null)
  const preview = useMutation({
    mutationFn: (chosen: File) => api.upload(at('/stations/:id/site-log/preview', station), {}, FILE_TYPE, chosen),
  })
  const run = useMutation({
    mutationFn: (chosen: File) => api.upload(at('/stations/:id/site-log', station), {}, FILE_TYPE, chosen),
    onSuccess: async () => {
      notify(words.imported)
      setFile(null)
      preview.reset()
      await refresh()
    },
  })
  const choose = (chosen: File | null) => {
    run.reset()
    setFile(chosen)
    if (chosen) preview.mutate(chosen)
  }
  return (
    <Panel title={words.siteLog}>
      <Hint>{words.siteLogHint}</Hint>
      <Group gap="xs">
        {(['log', 'geodesyml'] as const).map((format) => (
          <Button
            key={format}
            component="a"
            href={urlOf(at('/stations/:id/site-log', station), { format })}
            download
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {format === 'log' ? words.downloadLog : words.downloadXml}
          </Button>
        ))}
        {mayChange && (
          <FileButton onChange={choose} accept=".log,.txt,text/plain">
            {(props) => (
              <Button
                variant="default"
                leftSection={<IconUpload size={16} aria-hidden />}
                loading={preview.isPending}
                {...props}
              >
                {words.importLog}
              </Button>
            )}
          </FileButton>
        )}
      </Group>
      {preview.error && <ProblemPanel error={preview.error} />}
      {file && preview.data && <PreviewOf preview={preview.data} code={station.code} />}
      {run.error && <ProblemPanel error={run.error} />}
      {file && preview.data?.valid && (
        <Button style={{ alignSelf: 'flex-end' }} loading={run.isPending} onClick={() => run.mutate(file)}>
          {words.runImport}
        </Button>
      )}
    </Panel>
  )
}

function PreviewOf({ preview, code }: { preview: Preview; code: string }) {
  const words = useEquipmentWords()
  const faultText = useFaultText()
  const { moment } = useUtc()
  const { periods, facts, otherId, errors, valid } = preview
  return (
    <>
      <Text fw={600}>{words.preview}</Text>
      {otherId !== null && <Alert color="orange">{words.otherStation(otherId, code)}</Alert>}
      {errors.length > 0 && (
        <Alert color="red" title={words.fixFirst}>
          <List size="sm">
            {errors.map(({ line, field, ...fault }) => (
              <List.Item key={`${line} ${field} ${fault.code}`}>
                {[line === null ? null : words.lineOf(line), field].filter(Boolean).join(', ')}: {faultText(fault)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {errors.length === 0 && !valid && <Text size="sm">{words.nothingNew}</Text>}
      {periods.length > 0 && (
        <SimpleTable
          label={words.preview}
          columns={[words.type, words.outcome, words.from, words.until, words.line].map((title) => ({ title }))}
          rows={periods.map(({ line, outcome, type, installedAt, removedAt }) => ({
            key: line,
            cells: [
              type,
              <Mark key="outcome" tone={TONES[outcome]} word={words.outcomes[outcome]} />,
              moment(installedAt),
              removedAt ? moment(removedAt) : words.installed,
              line,
            ],
          }))}
        />
      )}
      {facts.length > 0 && (
        <SimpleTable
          label={words.site}
          columns={[words.field, words.before, words.after].map((title) => ({ title }))}
          rows={facts.map(({ field, from, to }) => ({
            key: field,
            cells: [words.siteFields[field as keyof typeof words.siteFields] ?? field, from || '—', to || '—'],
          }))}
        />
      )}
    </>
  )
}
